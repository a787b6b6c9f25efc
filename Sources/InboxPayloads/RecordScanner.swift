import InboxCore
import InboxText

/// Finds the records of an input one by one: objects in a row, or elements of an array.
struct RecordScanner {
  /// How large and how deep a record may be.
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

  /// What may come next.
  private enum Place {
    case outside
    case arrayStart
    case afterElement
    case afterComma
    /// Behind a bad element: an element, a comma or the end of the array.
    case afterProblem
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let bytes: [UInt8]
  private let limits: Limits
  private var position = 0
  private var place = Place.outside
  private var line = 1
  private var countedTo = 0
  /// Whether the ends of bad records are sought beyond their line; given up after the first
  /// one without an end, so that hostile input is still read in linear time.
  private var seeksEnds = true

  init(_ bytes: [UInt8], limits: Limits) {
    self.bytes = bytes
    self.limits = limits
    if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
  }

  private var isInArray: Bool { place != .outside }

  /// The next record; nil at the end of the input.
  mutating func next() -> Record? {
    while true {
      while position < bytes.count, JSONReader.isSpace(bytes[position]) { position += 1 }
      guard position < bytes.count else { return atEnd() }
      switch (place, bytes[position]) {
      case (.outside, UInt8(ascii: "[")): move(to: .arrayStart)
      case (.arrayStart, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")),
        (.afterProblem, UInt8(ascii: "]")):
        move(to: .outside)
      case (.afterElement, UInt8(ascii: ",")), (.afterProblem, UInt8(ascii: ",")):
        move(to: .afterComma)
      case (.afterComma, UInt8(ascii: "]")):
        let record = problem(.notJSON(detail: "expected a value", byteOffset: 0))
        move(to: .outside)
        return record
      case (.outside, UInt8(ascii: "{")), (.arrayStart, _), (.afterComma, _), (.afterProblem, _):
        return readValue()
      case (.afterElement, _):
        return skipProblem(.notJSON(detail: "expected ',' or ']'", byteOffset: 0))
      case (.outside, _): return readLine()
      }
    }
  }

  private mutating func move(to place: Place) {
    self.place = place
    position += 1
  }

  private mutating func atEnd() -> Record? {
    guard isInArray else { return nil }
    place = .outside
    return problem(.notJSON(detail: "the array has no end", byteOffset: nil))
  }

  private mutating func readValue() -> Record {
    let start = position
    let limit = min(bytes.count, start + limits.size + 1)
    var reader = JSONReader(bytes, in: start..<limit, maximumDepth: limits.depth)
    do {
      let value = try reader.read()
      let size = reader.position - start
      guard size <= limits.size else {
        return skipProblem(.tooLarge(bytes: size, limit: limits.size))
      }
      let record = Record(
        line: lineNumber(), result: .success(value), notes: Self.notes(on: reader.repeatedKeys))
      position = reader.position
      if isInArray { place = .afterElement }
      return record
    } catch {
      if error.reason == .truncated, limit < bytes.count {
        return skipProblem(.tooLarge(bytes: 0, limit: limits.size))
      }
      return skipProblem(PayloadError(error, in: reader, from: start, limits: limits))
    }
  }

  /// Reports a problem with the record that begins here and goes on behind its end.
  private mutating func skipProblem(_ problem: PayloadError) -> Record {
    let start = position
    var record = self.problem(problem)
    position = endOfBadRecord(from: start)
    if case .tooLarge(_, let limit) = problem {
      record.result = .failure(.tooLarge(bytes: position - start, limit: limit))
    }
    if isInArray { place = .afterProblem }
    return record
  }

  /// Takes a line that begins with neither an object nor an array.
  private mutating func readLine() -> Record {
    let end = endOfLine(from: position)
    let record = Self.line(of: bytes, in: position..<end, at: lineNumber(), limits: limits)
    position = end
    return record
  }

  private mutating func problem(_ problem: PayloadError) -> Record {
    Record(line: lineNumber(), result: .failure(problem))
  }

  private mutating func lineNumber() -> Int {
    for index in countedTo..<position where bytes[index] == UInt8(ascii: "\n") { line += 1 }
    countedTo = position
    return line
  }

  /// Reads a line that should hold exactly one value.
  static func line(
    of bytes: [UInt8], in range: Range<Int>, at line: Int, limits: Limits
  ) -> Record {
    guard range.count <= limits.size + 1 else {
      let problem = PayloadError.tooLarge(bytes: range.count, limit: limits.size)
      return Record(line: line, result: .failure(problem))
    }
    var reader = JSONReader(bytes, in: range, maximumDepth: limits.depth)
    do {
      let value = try reader.readWhole()
      return Record(line: line, result: .success(value), notes: notes(on: reader.repeatedKeys))
    } catch {
      let problem = PayloadError(error, in: reader, from: range.lowerBound, limits: limits)
      return Record(line: line, result: .failure(problem))
    }
  }

  private static func notes(on repeatedKeys: [String]) -> [String] {
    repeatedKeys.map { "\($0) comes more than once, the last one was taken" }
  }
}

extension RecordScanner {
  /// Where reading may go on behind a record that is no JSON.
  ///
  /// That is where its brackets close; in an array also at the comma behind it. A line that
  /// begins with an object ends it early: its own brackets were cut off. A string never goes
  /// beyond its line. When nothing closes, the line is the record.
  private mutating func endOfBadRecord(from start: Int) -> Int {
    guard seeksEnds || isInArray else { return endOfLine(from: start) }
    var depth = 0
    var isInString = false
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        isInString = false
        if beginsObject(after: index, depth: depth) { return index }
      case UInt8(ascii: "\\") where isInString:
        if index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "\n") { index += 1 }
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ","), UInt8(ascii: "]"):
        if isInArray, depth == 0 { return index }
        if bytes[index] == UInt8(ascii: "]"), closes(&depth) { return index + 1 }
      case UInt8(ascii: "}"):
        if closes(&depth) { return index + 1 }
      default: break
      }
      index += 1
    }
    seeksEnds = false
    return isInArray ? bytes.count : endOfLine(from: start)
  }

  /// Where the line ends, its line feed not counted.
  private func endOfLine(from start: Int) -> Int {
    bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  private func closes(_ depth: inout Int) -> Bool {
    depth = max(0, depth - 1)
    return depth == 0 && !isInArray
  }

  private func beginsObject(after newline: Int, depth: Int) -> Bool {
    let next = bytes[(newline + 1)...].prefix { $0 == 0x20 || $0 == 0x09 }.endIndex
    guard next < bytes.count, bytes[next] == UInt8(ascii: "{") else { return false }
    return depth <= 1 || next == newline + 1
  }
}

extension PayloadError {
  /// Makes an error of a reader's failure, with offsets from the start of the record.
  fileprivate init(
    _ failure: JSONError, in reader: JSONReader, from start: Int,
    limits: RecordScanner.Limits
  ) {
    let offset = failure.offset - start
    switch failure.reason {
    case .tooDeep: self = .tooDeep(limit: limits.depth)
    case .notUTF8: self = .notUTF8(byteOffset: offset)
    case .expected where reader.hasInvalidByte(at: failure.offset):
      self = .notUTF8(byteOffset: offset)
    default: self = .notJSON(detail: failure.reason.detail, byteOffset: offset)
    }
  }
}

extension JSONReader {
  fileprivate func hasInvalidByte(at offset: Int) -> Bool {
    firstInvalidByte(in: offset..<min(offset + 4, end)) == offset
  }
}

extension JSONError.Reason {
  /// The reason in few words.
  fileprivate var detail: String {
    switch self {
    case .truncated: "the text ends too early"
    case .expected(let what): "expected \(what)"
    case .bareControlCharacter: "a control character in a string must be escaped"
    case .numberTooLarge: "the number is too large"
    case .notUTF8: "not UTF-8"
    case .tooDeep: "nested too deep"
    }
  }
}
