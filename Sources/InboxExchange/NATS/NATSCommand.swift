import InboxText
import NIOCore

/// A frame that a client sends.
enum NATSCommand {
  /// Introduces the client, with options as JSON.
  case connect([String: JSONValue])
  /// Publishes a message.
  case publish(NATSRequest, reply: String)
  /// Asks for the messages to a subject.
  case subscribe(String, number: Int)
  case unsubscribe(number: Int)
  case ping, pong

  /// Appends the frame.
  func write(to buffer: inout ByteBuffer) {
    switch self {
    case .connect(let options): buffer.writeString("CONNECT \(JSONValue.object(options).json)\r\n")
    case .subscribe(let subject, let number): buffer.writeString("SUB \(subject) \(number)\r\n")
    case .unsubscribe(let number): buffer.writeString("UNSUB \(number)\r\n")
    case .ping: buffer.writeString("PING\r\n")
    case .pong: buffer.writeString("PONG\r\n")
    case .publish(let request, let reply):
      if request.header.isEmpty {
        buffer.writeString("PUB \(request.subject) \(reply) \(request.bytes.count)\r\n")
      } else {
        buffer.writeString(
          "HPUB \(request.subject) \(reply) \(request.header.count) \(request.size)\r\n")
        buffer.writeBytes(request.header)
      }
      buffer.writeBytes(request.bytes)
      buffer.writeString("\r\n")
    }
  }
}

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
}
