import NIOCore

/// A message that expects an answer.
struct NATSRequest: Sendable, Hashable {
  let subject: String
  /// The header as it is sent; empty for none.
  let header: [UInt8]
  let bytes: [UInt8]

  /// The size that a server compares with its limit, in bytes.
  var size: Int { header.count + bytes.count }

  /// Maximum length of a subject; the line of a message has to fit into 4 KiB.
  private static let longestSubject = 1_024

  /// Creates a request; nil if subject or headers cannot be sent.
  init?(_ subject: String, headers: [String: String] = [:], bytes: [UInt8] = []) {
    let words = subject.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isSubject = words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { (0x21...0x7E).contains($0) }
        && word.elementsEqual("*".utf8) == false && word.elementsEqual(">".utf8) == false
    }
    guard isSubject, subject.utf8.count <= Self.longestSubject,
      let header = NATSHeaders.bytes(headers)
    else { return nil }
    (self.subject, self.header, self.bytes) = (subject, header, bytes)
  }

  /// Appends the frame that publishes it.
  func write(to buffer: inout ByteBuffer, reply: String) {
    if header.isEmpty {
      buffer.writeString("PUB \(subject) \(reply) \(bytes.count)\r\n")
    } else {
      buffer.writeString("HPUB \(subject) \(reply) \(header.count) \(size)\r\n")
      buffer.writeBytes(header)
    }
    buffer.writeBytes(bytes)
    buffer.writeString("\r\n")
  }
}
