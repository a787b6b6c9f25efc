import InboxText

/// Cuts a stream of bytes into lines, keeping no more of one than a limit.
struct BoundedLines: Sendable {
  /// A line without its end.
  enum Line: Sendable, Hashable {
    case bytes([UInt8])
    /// It had more bytes than are kept.
    case tooLong
  }

  private let limit: Int
  private let keepsBeginnings: Bool
  private var buffer: [UInt8] = []
  private var isTooLong = false
  /// Bytes that became part of no line: of blank ones, and beyond the limit.
  private var wastedCount = 0
  /// Bytes as which a blank line counts, as it takes as long as a short one.
  static let blankLineCost = 16

  /// Begins with nothing.
  ///
  /// - Parameters:
  ///   - limit: Most bytes of a line that are kept.
  ///   - keepsBeginnings: Whether a longer line is cut before the character that does not fit, with
  ///     a sign of it, and not left out.
  init(limit: Int, keepsBeginnings: Bool = false) {
    (self.limit, self.keepsBeginnings) = (limit, keepsBeginnings)
  }

  /// Takes the next piece; the lines that it completes, without blank ones.
  mutating func append(_ piece: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    for part in piece.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      if part.offset > 0 { end(into: &lines) }
      keep(part.element)
    }
    return lines
  }

  /// How many bytes became part of no line since the last call.
  mutating func takeWastedCount() -> Int {
    defer { wastedCount = 0 }
    return wastedCount
  }

  /// The last line, when it has no end.
  mutating func finish() -> [Line] {
    var lines: [Line] = []
    end(into: &lines)
    return lines
  }

  private mutating func keep(_ part: some Collection<UInt8>) {
    guard !isTooLong else {
      wastedCount += part.count
      return
    }
    guard buffer.count + part.count <= limit else {
      isTooLong = true
      wastedCount += buffer.count + part.count - limit
      let more = part.prefix(limit - buffer.count + 1)
      buffer = keepsBeginnings ? Array((buffer + more).prefix(ofTextUpTo: limit)) : []
      return
    }
    buffer += part
  }

  private mutating func end(into lines: inout [Line]) {
    if isTooLong {
      lines.append(keepsBeginnings ? .bytes(buffer + Array("…".utf8)) : .tooLong)
    } else {
      if buffer.last == UInt8(ascii: "\r") { buffer.removeLast() }
      if buffer.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        wastedCount += buffer.count + Self.blankLineCost
      } else {
        lines.append(.bytes(buffer))
      }
    }
    buffer = []
    isTooLong = false
  }
}
