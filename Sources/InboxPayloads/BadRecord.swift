import InboxCore
import InboxText

/// A record that is invalid or too large, until its end is found.
///
/// If nothing closes, the line is the record.
struct BadRecord {
  /// The line on which it starts.
  let line: Int
  /// The number of its bytes that were dropped.
  private(set) var forgottenCount = 0
  /// Whether nothing closes it.
  private(set) var isEndless = false
  private let error: PayloadError
  /// Whether it ends with its line in any case.
  private let isLine: Bool
  private var search: RecordEndSearch

  init(_ error: PayloadError, line: Int, start: Int, isLine: Bool) {
    self.error = error
    self.line = line
    self.isLine = isLine
    search = RecordEndSearch(index: start)
  }

  /// The error, once its size is known.
  func error(ofSize size: Int) -> PayloadError {
    guard case .tooLarge(_, let limit) = error else { return error }
    return .tooLarge(bytes: size, limit: limit)
  }

  /// Adjusts the offset after leading bytes were dropped.
  mutating func move(by offset: Int) { search.index += offset }

  /// Releases inspected bytes; returns the offset of the rest.
  mutating func forget(from position: Int) -> Int {
    forgottenCount += search.index - position
    return search.index
  }

  /// The offset at which scanning resumes behind what starts at one; nil if more input is needed.
  mutating func seekEnd(
    in bytes: [UInt8], from start: Int, isInArray: Bool, isComplete: Bool, seeksEnds: Bool
  ) -> Int? {
    if isLine || !seeksEnds && !isInArray {
      return endOfLine(in: bytes, isComplete: isComplete)
    }
    if let end = search.end(in: bytes, isInArray: isInArray, isComplete: isComplete) { return end }
    guard isComplete else { return nil }
    isEndless = true
    guard !isInArray, forgottenCount == 0 else { return bytes.count }
    search.index = start
    return endOfLine(in: bytes, isComplete: true)
  }

  /// The offset of the line's end, before its line feed.
  private mutating func endOfLine(in bytes: [UInt8], isComplete: Bool) -> Int? {
    if let end = bytes[search.index...].firstIndex(of: UInt8(ascii: "\n")) { return end }
    search.index = bytes.count
    return isComplete ? bytes.count : nil
  }
}

/// A search for the end of a record, by its brackets alone.
///
/// It ends where they close, in an array also at the following comma. A line that starts with an
/// object ends it early: its own brackets were truncated. A string ends with its line.
struct RecordEndSearch {
  /// Maximum indentation of a line that starts an object.
  private static let mostBlanks = 1_024

  /// How far it has come.
  var index: Int
  private var depth = 0
  private var isInString = false

  init(index: Int) { self.index = index }

  /// Whether a record may end in the rest of the bytes; each is looked at once.
  mutating func passesEnd(in bytes: [UInt8]) -> Bool {
    var isPassed = false
    while let end = end(in: bytes, isInArray: false, isComplete: false) {
      isPassed = true
      index = max(end, index + 1)
    }
    return isPassed
  }

  /// The offset behind the record; nil if more input is needed.
  mutating func end(in bytes: [UInt8], isInArray: Bool, isComplete: Bool) -> Int? {
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
    return nil
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
