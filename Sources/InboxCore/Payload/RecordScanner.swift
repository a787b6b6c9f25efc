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

  let bytes: [UInt8]
  private let limits: Limits
  private var position = 0
  private var place = Place.outside
  private var line = 1
  private var countedTo = 0
  /// Whether the ends of bad records are sought beyond their line; given up after the first
  /// one without an end, so that hostile input is still read in linear time.
  var seeksEnds = true

  init(_ bytes: [UInt8], limits: Limits) {
    self.bytes = bytes
    self.limits = limits
    if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
  }

  var isInArray: Bool { place != .outside }

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
