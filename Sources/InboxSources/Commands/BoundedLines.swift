import InboxText

/// Splits a stream of bytes into lines of limited length.
struct BoundedLines: Sendable {
  /// A line without its end.
  enum Line: Sendable, Hashable {
    case bytes([UInt8])
    /// It exceeded the limit.
    case tooLong
  }

  private let limit: Int
  private let keepsBeginnings: Bool
  private var buffer: [UInt8] = []
  private var isTooLong = false
  /// Bytes that are part of no line: those of blank lines, and beyond the limit.
  private var wastedCount = 0
  /// Cost of a blank line in bytes; handling one takes as long as a short line.
  static let blankLineCost = 16

  /// Starts empty.
  ///
  /// - Parameters:
  ///   - limit: Maximum bytes of a line.
  ///   - keepsBeginnings: Whether a longer line is truncated with an ellipsis, at a character
  ///     boundary, instead of being left out.
  init(limit: Int, keepsBeginnings: Bool = false) {
    (self.limit, self.keepsBeginnings) = (limit, keepsBeginnings)
  }

  /// Appends a piece; returns the completed lines, without blank ones.
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

  /// The number of bytes that are part of no line, since the last call.
  mutating func takeWastedCount() -> Int {
    defer { wastedCount = 0 }
    return wastedCount
  }

  /// The last line, if it is not terminated.
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
