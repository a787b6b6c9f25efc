import NIOCore

/// A frame that a NATS server sends.
enum NATSFrame: Sendable, Hashable {
  /// What the server says of itself, as JSON.
  case info([UInt8])
  /// A message for a subscription.
  case message(NATSMessage)
  /// A problem, without quotes.
  case error(String)
  case ping, pong, ok
}

/// A message of a subscription.
package struct NATSMessage: Sendable, Hashable {
  /// The subject to which it was published.
  ///
  /// What a consumer delivers keeps its own, so that only the subscription tells for whom it is.
  var subject: String
  /// The number of the subscription.
  var subscription: Int
  /// The subject for replies; nil for none.
  var reply: String?
  var headers = NATSHeaders()
  var bytes: [UInt8]
}

/// Why bytes are no frame.
enum NATSFrameError: Error, Hashable {
  /// A line that begins like no frame.
  case unknown(String)
  /// A line longer than the limit in bytes.
  case longLine(limit: Int)
  /// A frame of this name with other words than it has.
  case badWords(String)
  /// A message of more bytes than the limit.
  case largeMessage(Int, limit: Int)
  /// A line or a message that does not end in CR LF.
  case badEnd
}

/// Splits the bytes of a NATS server into frames.
///
/// The framing is strict, because after a mistake in it nothing can be found any more. What is
/// inside a message is not: a server passes on headers and subjects as another client wrote them.
struct NATSFrameReader {
  /// Maximum bytes of a line, of most frames and of INFO, which may list many servers.
  static let (longestLine, longestInfo) = (4_096, 65_536)
  /// Maximum bytes of a message; the greeting of the server says how many.
  var maximumPayload = 1_024 * 1_024

  private var buffer = ByteBuffer()
  /// How many of the unread bytes were searched for a line end.
  private var searched = 0
  /// The message whose payload is awaited.
  private var head: Head?
  private var failure: NATSFrameError?

  private struct Head {
    var message: NATSMessage
    var (headerSize, size): (Int, Int)
  }

  /// Whether a part of a frame was received.
  var isInFrame: Bool { head != nil || buffer.readableBytes > 0 }

  /// Appends received bytes.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    guard failure == nil else { return }
    buffer.discardReadBytes()
    buffer.writeBytes(bytes)
  }

  /// The next frame; nil if more bytes are needed.
  ///
  /// - Throws: ``NATSFrameError``, from then on at every call.
  mutating func next() throws(NATSFrameError) -> NATSFrame? {
    if let failure { throw failure }
    do {
      return try head == nil ? line() : message()
    } catch {
      (failure, head, buffer) = (error, nil, ByteBuffer())
      throw error
    }
  }

  /// Consumes a line, and the message after it if it has one.
  private mutating func line() throws(NATSFrameError) -> NATSFrame? {
    let bytes = buffer.readableBytesView
    let start = bytes.startIndex
    let limit = Self.name(bytes.prefix(4)) == "INFO" ? Self.longestInfo : Self.longestLine
    let end = bytes[(start + searched)...].firstIndex(of: UInt8(ascii: "\n"))
    guard (end ?? bytes.endIndex) - start <= limit else { throw .longLine(limit: limit) }
    guard let end else {
      searched = bytes.count
      // Another protocol may have no lines at all.
      guard Self.isBeginning(bytes.prefix(3)) else { throw Self.unknown(bytes) }
      return nil
    }
    searched = 0
    let line = Array(bytes[start..<end])
    guard line.last == UInt8(ascii: "\r") else {
      throw Self.isBeginning(line.prefix(3)) ? .badEnd : Self.unknown(line)
    }
    buffer.moveReaderIndex(to: end + 1)
    return try frame(line.dropLast())
  }

  private mutating func frame(_ line: ArraySlice<UInt8>) throws(NATSFrameError) -> NATSFrame? {
    let name = line.prefix { !Self.isBlank($0) }
    let rest = line[name.endIndex...].drop(while: Self.isBlank)
    let words = rest.split(whereSeparator: Self.isBlank)
    switch Self.name(name) {
    case "PING": return .ping
    case "PONG": return .pong
    case "+OK": return .ok
    case "INFO": return .info(Array(rest))
    case "-ERR":
      let quotes: Set<UInt8> = [UInt8(ascii: "'"), UInt8(ascii: " ")]
      let text = rest.drop(while: quotes.contains)
      let end = text.lastIndex { !quotes.contains($0) }.map { $0 + 1 } ?? text.startIndex
      return .error(String(decoding: text[..<end], as: UTF8.self))
    case "MSG": head = try Self.head("MSG", words, sizes: 1)
    case "HMSG": head = try Self.head("HMSG", words, sizes: 2)
    default: throw Self.unknown(line)
    }
    if let size = head?.size, size > maximumPayload {
      throw .largeMessage(size, limit: maximumPayload)
    }
    return try message()
  }

  /// The words of a message: subject, subscription, perhaps the reply subject, and sizes.
  private static func head(
    _ name: String, _ words: [ArraySlice<UInt8>], sizes count: Int
  ) throws(NATSFrameError) -> Head {
    let sizes = words.suffix(count).compactMap(number)
    guard (2 + count...3 + count).contains(words.count), sizes.count == count,
      let size = sizes.last, let subscription = number(words[1])
    else { throw .badWords(name) }
    let headerSize = count == 2 ? sizes[0] : 0
    guard headerSize <= size else { throw .badWords(name) }
    let message = NATSMessage(
      subject: String(decoding: words[0], as: UTF8.self), subscription: subscription,
      reply: words.count == 3 + count ? String(decoding: words[2], as: UTF8.self) : nil,
      bytes: [])
    return Head(message: message, headerSize: headerSize, size: size)
  }

  /// Consumes the payload of the awaited message, and the line end after it.
  private mutating func message() throws(NATSFrameError) -> NATSFrame? {
    guard let head, buffer.readableBytes >= head.size + 2 else { return nil }
    var message = head.message
    guard let headers = buffer.readBytes(length: head.headerSize),
      let bytes = buffer.readBytes(length: head.size - head.headerSize),
      buffer.readBytes(length: 2) == [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    else { throw .badEnd }
    self.head = nil
    message.headers = NATSHeaders(headers)
    message.bytes = bytes
    return .message(message)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// A number of at most nine digits; nil for other words.
  private static func number(_ word: ArraySlice<UInt8>) -> Int? {
    guard word.count < 10, word.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: word, as: UTF8.self))
  }

  /// A name of a frame in upper case; only ASCII letters have one.
  private static func name(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.map { $0 < 0x80 ? $0 : 0 }, as: UTF8.self).uppercased()
  }

  /// Whether a frame may begin with these bytes.
  private static func isBeginning(_ bytes: some Collection<UInt8>) -> Bool {
    let name = name(bytes)
    return ["INFO", "MSG", "HMSG", "PING", "PONG", "+OK", "-ERR"].contains { $0.hasPrefix(name) }
  }

  private static func unknown(_ bytes: some Collection<UInt8>) -> NATSFrameError {
    .unknown(String(decoding: bytes.prefix(40), as: UTF8.self))
  }
}
