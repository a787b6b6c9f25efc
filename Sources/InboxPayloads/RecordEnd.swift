import InboxCore
import InboxText

/// An incremental search for the end of a value, which inspects each byte once.
struct ArrivingValue {
  private var index: Int
  private let maximumDepth: Int
  private var depth = 0
  private var isInString = false
  /// The length of the value at the last trial parse.
  private var triedCount = 0

  init(start: Int, maximumDepth: Int) {
    self.maximumDepth = maximumDepth
    index = start
  }

  /// Adjusts the offset after leading bytes were dropped.
  mutating func move(by offset: Int) { index += offset }

  /// Whether the bytes from a start are enough to parse the value or to reject it, whatever follows.
  mutating func hasArrived(in bytes: [UInt8], from start: Int) -> Bool {
    while index < bytes.count {
      let byte = bytes[index]
      if isInString {
        if byte == UInt8(ascii: "\\") {
          guard index + 1 < bytes.count else { return false }
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          if depth == 0 { return true }
        } else if byte == UInt8(ascii: "\n") {
          // No string has a bare line end.
          return true
        }
      } else if take(byte) || isCutOff(at: byte, in: bytes, from: start) {
        return true
      }
      index += 1
    }
    return false
  }

  /// Counts brackets; returns whether the value ends here.
  private mutating func take(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      return depth > maximumDepth
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      return depth <= 0
    case UInt8(ascii: ","): return depth == 0
    case _ where JSONReader.isSpace(byte): return depth == 0
    default: break
    }
    return false
  }

  /// Whether a line starts an object where the previous record cannot continue.
  ///
  /// A trial parses the complete value, so the next one waits until its length has doubled.
  private mutating func isCutOff(at byte: UInt8, in bytes: [UInt8], from start: Int) -> Bool {
    guard byte == UInt8(ascii: "{"), index - start >= 2 * triedCount,
      bytes[start..<index].last(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "\n")
    else { return false }
    triedCount = index - start
    var reader = JSONReader(bytes, in: start..<index + 1, maximumDepth: maximumDepth)
    do {
      _ = try reader.read()
      return true
    } catch {
      return error.reason != .truncated
    }
  }
}

/// A record that is invalid or too large, until its end is found.
///
/// It ends where its brackets close, in an array also at the following comma. A line that starts
/// with an object ends it early: its own brackets were truncated. A string ends with its line. If
/// nothing closes, the line is the record.
struct BadRecord {
  /// Maximum indentation of a line that starts an object.
  private static let mostBlanks = 1_024

  /// The line on which it starts.
  let line: Int
  /// The number of its bytes that were dropped.
  private(set) var forgottenCount = 0
  /// Whether nothing closes it.
  private(set) var isEndless = false
  private let error: PayloadError
  /// Whether it ends with its line in any case.
  private let isLine: Bool
  private var index: Int
  private var depth = 0
  private var isInString = false

  init(_ error: PayloadError, line: Int, start: Int, isLine: Bool) {
    self.error = error
    self.line = line
    self.isLine = isLine
    index = start
  }

  /// The error, once its size is known.
  func error(ofSize size: Int) -> PayloadError {
    guard case .tooLarge(_, let limit) = error else { return error }
    return .tooLarge(bytes: size, limit: limit)
  }

  /// Adjusts the offset after leading bytes were dropped.
  mutating func move(by offset: Int) { index += offset }

  /// Releases inspected bytes; returns the offset of the rest.
  mutating func forget(from position: Int) -> Int {
    forgottenCount += index - position
    return index
  }

  /// The offset at which scanning resumes behind what starts at one; nil if more input is needed.
  mutating func seekEnd(
    in bytes: [UInt8], from start: Int, isInArray: Bool, isComplete: Bool, seeksEnds: Bool
  ) -> Int? {
    if isLine || !seeksEnds && !isInArray {
      return endOfLine(in: bytes, isComplete: isComplete)
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        isInString = false
        switch beginsObject(in: bytes) {
        case true?: return index
        case nil where !isComplete: return nil
        default: break
        }
      case UInt8(ascii: "\\") where isInString:
        guard index + 1 < bytes.count || isComplete else { return nil }
        if index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "\n") { index += 1 }
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ","), UInt8(ascii: "]"):
        if isInArray, depth == 0 { return index }
        if bytes[index] == UInt8(ascii: "]"), closes(isInArray) { return index + 1 }
      case UInt8(ascii: "}"):
        if closes(isInArray) { return index + 1 }
      default: break
      }
      index += 1
    }
    guard isComplete else { return nil }
    isEndless = true
    guard !isInArray, forgottenCount == 0 else { return bytes.count }
    index = start
    return endOfLine(in: bytes, isComplete: true)
  }

  /// The offset of the line's end, before its line feed.
  private mutating func endOfLine(in bytes: [UInt8], isComplete: Bool) -> Int? {
    if let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) { return end }
    index = bytes.count
    return isComplete ? index : nil
  }

  private mutating func closes(_ isInArray: Bool) -> Bool {
    depth = max(0, depth - 1)
    return depth == 0 && !isInArray
  }

  /// Whether the next line starts with an object; nil if that is unknown yet.
  private func beginsObject(in bytes: [UInt8]) -> Bool? {
    let next = bytes[(index + 1)...].prefix { $0 == 0x20 || $0 == 0x09 }.endIndex
    guard next - index <= Self.mostBlanks else { return false }
    guard next < bytes.count else { return nil }
    return bytes[next] == UInt8(ascii: "{") && (depth <= 1 || next == index + 1)
  }
}
