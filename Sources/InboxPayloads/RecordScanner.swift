import InboxCore
import InboxText

/// A scanner of the records of an input: a sequence of objects, or elements of an array.
///
/// The input may arrive in pieces; about one record of it is buffered.
struct RecordScanner {
  /// The limits of a record: its size and depth.
  struct Limits {
    var size: Int
    var depth: Int
  }

  /// A record as JSON, not yet a payload.
  struct Record {
    var line: Int
    var result: Result<JSONValue, PayloadError>
    var notes: [String] = []
  }

  /// The position in the grammar, which determines what may follow.
  private enum Place {
    case outside
    case arrayStart
    case afterElement
    case afterComma
    /// After an invalid element: an element, a comma or the end of the array.
    case afterError
  }

  private let limits: Limits
  /// Whether each line is a record, as in JSON lines.
  private let isOfLines: Bool
  /// The buffered input.
  private var bytes: [UInt8]
  /// Whether the input is complete.
  private var isComplete: Bool
  private var position = 0
  private var place = Place.outside
  private var line = 1
  private var countedTo = 0
  private var hasBegun = false
  /// How far the end of a line or value was searched without success.
  private var searchedTo = 0
  /// The invalid record whose end is searched; nil if there is none.
  private var bad: BadRecord?
  /// Whether the ends of invalid records are searched beyond their line; disabled after the first
  /// one without an end, so that hostile input takes linear time.
  private var seeksEnds = true

  /// Scans a complete input, or the start of one.
  init(
    _ bytes: [UInt8] = [], limits: Limits, isComplete: Bool = true, isOfLines: Bool = false
  ) {
    (self.bytes, self.limits) = (bytes, limits)
    (self.isComplete, self.isOfLines) = (isComplete, isOfLines)
  }

  /// Appends a piece of the input.
  mutating func append(_ piece: some Collection<UInt8>) {
    _ = lineNumber()
    bytes.removeFirst(position)
    countedTo -= position
    searchedTo = max(0, searchedTo - position)
    bad?.move(by: -position)
    position = 0
    bytes.append(contentsOf: piece)
  }

  /// Marks the input as complete.
  mutating func finish() {
    isComplete = true
  }

  private var isInArray: Bool { place != .outside }

  /// The bytes of the current line or value that were searched without success.
  var searchedCount: Int { max(searchedTo - position, 0) }

  /// The next record; nil at the end of the input, or if more of it is needed.
  mutating func next() -> Record? {
    guard passByteOrderMark() else { return nil }
    guard bad == nil else { return endBadRecord() }
    while true {
      while position < bytes.count, JSONReader.isSpace(bytes[position]) { position += 1 }
      guard position < bytes.count else { return isComplete ? atEnd() : nil }
      if isOfLines { return readLine() }
      switch (place, bytes[position]) {
      case (.outside, UInt8(ascii: "[")): move(to: .arrayStart)
      case (.arrayStart, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")),
        (.afterError, UInt8(ascii: "]")):
        move(to: .outside)
      case (.afterElement, UInt8(ascii: ",")), (.afterError, UInt8(ascii: ",")):
        move(to: .afterComma)
      case (.afterComma, UInt8(ascii: "]")):
        let record = failure(.notJSON(detail: "expected a value", byteOffset: 0))
        move(to: .outside)
        return record
      case (.outside, UInt8(ascii: "{")), (.arrayStart, _), (.afterComma, _), (.afterError, _):
        return readValue()
      case (.afterElement, _):
        return pass(.notJSON(detail: "expected ',' or ']'", byteOffset: 0))
      case (.outside, _): return readLine()
      }
    }
  }

  /// Whether the byte order mark has been handled; false while it may still arrive.
  private mutating func passByteOrderMark() -> Bool {
    guard !hasBegun else { return true }
    let mark = JSONReader.byteOrderMark
    if !isComplete, bytes.count < mark.count, mark.starts(with: bytes) {
      searchedTo = bytes.count
      return false
    }
    hasBegun = true
    if bytes.starts(with: mark) { position = mark.count }
    return true
  }

  private mutating func move(to place: Place) {
    self.place = place
    position += 1
  }

  private mutating func atEnd() -> Record? {
    guard isInArray else { return nil }
    place = .outside
    return failure(.notJSON(detail: "the array has no end", byteOffset: nil))
  }

  private mutating func readValue() -> Record? {
    guard mayHaveArrived() else { return nil }
    let start = position
    let limit = min(bytes.count, start + limits.size + 1)
    var reader = JSONReader(bytes, in: start..<limit, maximumDepth: limits.depth)
    do {
      let value = try reader.read()
      let size = reader.position - start
      guard size <= limits.size else {
        return pass(.tooLarge(bytes: size, limit: limits.size))
      }
      let record = Record(
        line: lineNumber(), result: .success(value), notes: Self.notes(on: reader.repeatedKeys))
      position = reader.position
      if isInArray { place = .afterElement }
      return record
    } catch {
      if error.reason == .truncated, limit < bytes.count {
        return pass(.tooLarge(bytes: 0, limit: limits.size))
      }
      if error.reason == .truncated, !isComplete {
        searchedTo = bytes.count
        return nil
      }
      return pass(PayloadError(error, in: reader, from: start, limits: limits))
    }
  }

  private static let brackets = Set("{}[]".utf8)

  /// Whether it is worth a try to parse the value that starts here: a bracket has arrived, or all
  /// that a record may have.
  private mutating func mayHaveArrived() -> Bool {
    if isComplete || bytes.count - position > limits.size + 1 { return true }
    // Behind half a character there is no error yet.
    guard bytes[bytes.count - 1] < 0x80 else { return false }
    if bytes[max(position, searchedTo)...].contains(where: Self.brackets.contains) { return true }
    searchedTo = bytes.count
    return false
  }

  /// Reports an error of the record that starts here and resumes after its end.
  private mutating func pass(_ error: PayloadError, isLine: Bool = false) -> Record? {
    bad = BadRecord(error, line: lineNumber(), start: position, isLine: isLine)
    searchedTo = 0
    return endBadRecord()
  }

  private mutating func endBadRecord() -> Record? {
    guard var record = bad else { return nil }
    let end = record.seekEnd(
      in: bytes, from: position, isInArray: isInArray, isComplete: isComplete,
      seeksEnds: seeksEnds)
    guard let end else {
      if bytes.count - position > limits.size {
        position = record.forget(from: position)
        _ = lineNumber()
      }
      bad = record
      return nil
    }
    if record.isEndless { seeksEnds = false }
    let size = record.forgottenCount + end - position
    position = end
    bad = nil
    if isInArray { place = .afterError }
    return Record(line: record.line, result: .failure(record.error(ofSize: size)))
  }

  /// Handles a line of JSON lines, or one that starts with neither an object nor an array.
  private mutating func readLine() -> Record? {
    let end = bytes[max(position, searchedTo)...].firstIndex(of: UInt8(ascii: "\n"))
    guard let end = end ?? (isComplete ? bytes.count : nil) else {
      searchedTo = bytes.count
      guard bytes.count - position > limits.size + 1 else { return nil }
      return pass(.tooLarge(bytes: 0, limit: limits.size), isLine: true)
    }
    let record = Self.line(of: bytes, in: position..<end, at: lineNumber(), limits: limits)
    (position, countedTo) = (end, end)
    return record
  }

  private mutating func failure(_ error: PayloadError) -> Record {
    Record(line: lineNumber(), result: .failure(error))
  }

  private mutating func lineNumber() -> Int {
    for index in countedTo..<position where bytes[index] == UInt8(ascii: "\n") { line += 1 }
    countedTo = position
    return line
  }
}

extension RecordScanner {
  /// Reads a line that should contain exactly one value.
  static func line(
    of bytes: [UInt8], in range: Range<Int>, at line: Int, limits: Limits
  ) -> Record {
    guard range.count <= limits.size + 1 else {
      let error = PayloadError.tooLarge(bytes: range.count, limit: limits.size)
      return Record(line: line, result: .failure(error))
    }
    var reader = JSONReader(bytes, in: range, maximumDepth: limits.depth)
    do {
      let value = try reader.readWhole()
      return Record(line: line, result: .success(value), notes: notes(on: reader.repeatedKeys))
    } catch {
      let place = PayloadError(error, in: reader, from: range.lowerBound, limits: limits)
      return Record(line: line, result: .failure(place))
    }
  }

  private static func notes(on repeatedKeys: [String]) -> [String] {
    repeatedKeys.map { "\($0) comes more than once, the last one was taken" }
  }
}

extension PayloadError {
  /// Converts a reader's error, with offsets from the start of the record.
  fileprivate init(
    _ failure: JSONError, in reader: JSONReader, from start: Int,
    limits: RecordScanner.Limits
  ) {
    let offset = failure.offset - start
    switch failure.reason {
    case .tooDeep: self = .tooDeep(limit: limits.depth)
    case .notUTF8: self = .notUTF8(byteOffset: offset)
    case .expected
    where reader.firstInvalidByte(in: failure.offset..<min(failure.offset + 4, reader.end))
      == failure.offset:
      self = .notUTF8(byteOffset: offset)
    default: self = .notJSON(detail: failure.reason.detail, byteOffset: offset)
    }
  }
}

extension JSONError.Reason {
  /// A short reason.
  fileprivate var detail: String {
    switch self {
    case .truncated: "the text ends too early"
    case .expected(let what): "expected \(what)"
    case .bareControlCharacter: "a control character in a string must be escaped"
    case .notUTF8: "not UTF-8"
    case .tooDeep: "nested too deep"
    }
  }
}
