import InboxCore
import InboxText

/// A decoder of the records of an input, which may arrive in pieces of any size: a sequence of
/// objects, or elements of an array.
///
/// It buffers about one record of the input.
package struct PayloadStream: Sendable {
  /// The position in the grammar, which determines what may follow.
  private enum Place {
    case outside
    case arrayStart
    case afterElement
    case afterComma
    /// After an invalid element: an element, a comma or the end of the array.
    case afterError
  }

  private let decoder: PayloadDecoder
  private let limits: PayloadDecoder.Limits
  /// Whether each line is a record, as in JSON lines.
  private let isOfLines: Bool
  /// The buffered input.
  private var bytes: [UInt8]
  /// Whether the input is complete.
  private var isComplete: Bool
  private var position = 0
  private var place = Place.outside
  private var line = 1
  private var count = 0
  private var countedTo = 0
  private var hasBegun = false
  /// How far the end of a line was searched without success.
  private var searchedTo = 0
  /// The search for the end of the value that starts here; nil before the first try.
  private var search: RecordEndSearch?
  /// The bytes of values that were parsed, with those of the tries that came too early.
  package private(set) var parsedCount = 0
  /// The invalid record whose end is searched; nil if there is none.
  private var bad: BadRecord?
  /// Whether the ends of invalid records are searched beyond their line; disabled after the first
  /// one without an end, so that hostile input takes linear time.
  private var seeksEnds = true

  /// Starts an input; one to import is of JSON lines, each a record of its own.
  package init(_ decoder: PayloadDecoder = PayloadDecoder()) {
    self.init([], by: decoder, isComplete: false, isOfLines: decoder.purpose == .import)
  }

  /// Scans a complete input, or the start of one.
  init(
    _ bytes: [UInt8], by decoder: PayloadDecoder, isComplete: Bool = true, isOfLines: Bool = false
  ) {
    (self.decoder, limits, self.bytes) = (decoder, decoder.limits, bytes)
    (self.isComplete, self.isOfLines) = (isComplete, isOfLines)
  }

  /// Appends a piece and calls `body` with each completed record.
  package mutating func append(
    _ piece: some Collection<UInt8>, _ body: (PayloadRecord) throws -> Void
  ) rethrows {
    _ = lineNumber()
    bytes.removeFirst(position)
    countedTo -= position
    searchedTo = max(0, searchedTo - position)
    search?.index -= position
    bad?.move(by: -position)
    position = 0
    bytes.append(contentsOf: piece)
    while let record = next() { try body(record) }
  }

  /// Calls `body` with the remaining records at the end of the input.
  package mutating func finish(_ body: (PayloadRecord) throws -> Void) rethrows {
    isComplete = true
    while let record = next() { try body(record) }
  }

  private var isInArray: Bool { place != .outside }

  /// The bytes of the current line that were searched without success.
  package var searchedCount: Int { max(searchedTo - position, 0) }

  /// The next record; nil at the end of the input, or if more of it is needed.
  mutating func next() -> PayloadRecord? {
    guard passByteOrderMark() else { return nil }
    guard bad == nil else { return endBadRecord() }
    while true {
      while position < bytes.count, JSONReader.isSpace(bytes[position]) { position += 1 }
      guard position < bytes.count else {
        guard isComplete, isInArray else { return nil }
        place = .outside
        return failure("the array has no end", at: nil)
      }
      if isOfLines { return readLine() }
      switch (place, bytes[position]) {
      case (.outside, UInt8(ascii: "[")): move(to: .arrayStart)
      case (.arrayStart, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")),
        (.afterError, UInt8(ascii: "]")):
        move(to: .outside)
      case (.afterElement, UInt8(ascii: ",")), (.afterError, UInt8(ascii: ",")):
        move(to: .afterComma)
      case (.afterComma, UInt8(ascii: "]")):
        let record = failure("expected a value", at: 0)
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

  private mutating func readValue() -> PayloadRecord? {
    guard mayHaveArrived() else { return nil }
    let start = position
    let limit = min(bytes.count, start + limits.size + 1)
    var reader = JSONReader(bytes, in: start..<limit, maximumDepth: limits.depth)
    defer { parsedCount += limit - start }
    do {
      let value = try reader.read()
      let size = reader.position - start
      guard size <= limits.size else {
        return pass(.tooLarge(bytes: size, limit: limits.size))
      }
      let record = record(at: lineNumber(), decoder.result(of: value, reader.repeatedKeys))
      (position, search) = (reader.position, nil)
      if isInArray { place = .afterElement }
      return record
    } catch {
      if error.reason == .truncated, limit < bytes.count {
        return pass(.tooLarge(bytes: 0, limit: limits.size))
      }
      if error.reason == .truncated, !isComplete { return nil }
      return pass(PayloadError(error, in: reader, from: start, limits: limits))
    }
  }

  /// Whether it is worth a try to parse the value that starts here: its brackets are closed, or all
  /// has arrived that a record may have.
  private mutating func mayHaveArrived() -> Bool {
    if isComplete || bytes.count - position > limits.size + 1 { return true }
    // Behind half a character there is no error yet.
    guard bytes[bytes.count - 1] < 0x80 else { return false }
    if search != nil { return search?.passesEnd(in: bytes) ?? false }
    // What is behind the first end may be many other records.
    search = RecordEndSearch(index: position)
    return search?.end(in: bytes, isInArray: false, isComplete: false) != nil
  }

  /// Reports an error of the record that starts here and resumes after its end.
  private mutating func pass(_ error: PayloadError, isLine: Bool = false) -> PayloadRecord? {
    bad = BadRecord(error, line: lineNumber(), start: position, isLine: isLine)
    (searchedTo, search) = (0, nil)
    return endBadRecord()
  }

  private mutating func endBadRecord() -> PayloadRecord? {
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
    return self.record(at: record.line, .failure(record.error(ofSize: size)))
  }

  /// Handles a line of JSON lines, or one that starts with neither an object nor an array.
  private mutating func readLine() -> PayloadRecord? {
    let end = bytes[max(position, searchedTo)...].firstIndex(of: UInt8(ascii: "\n"))
    guard let end = end ?? (isComplete ? bytes.count : nil) else {
      searchedTo = bytes.count
      guard bytes.count - position > limits.size + 1 else { return nil }
      return pass(.tooLarge(bytes: 0, limit: limits.size), isLine: true)
    }
    let record = record(at: lineNumber(), decoder.line(of: bytes, in: position..<end))
    (position, countedTo) = (end, end)
    return record
  }

  private mutating func failure(_ detail: String, at offset: Int?) -> PayloadRecord {
    record(at: lineNumber(), .failure(.notJSON(detail: detail, byteOffset: offset)))
  }

  private mutating func record(
    at line: Int, _ result: Result<Payload, PayloadError>
  ) -> PayloadRecord {
    defer { count += 1 }
    return PayloadRecord(index: count, line: line, result: result)
  }

  private mutating func lineNumber() -> Int {
    for index in countedTo..<position where bytes[index] == UInt8(ascii: "\n") { line += 1 }
    countedTo = position
    return line
  }
}

extension PayloadDecoder {
  /// Decodes one line of JSON lines.
  func line(of bytes: [UInt8], in range: Range<Int>) -> Result<Payload, PayloadError> {
    guard range.count <= limits.size + 1 else {
      return .failure(.tooLarge(bytes: range.count, limit: limits.size))
    }
    var reader = JSONReader(bytes, in: range, maximumDepth: limits.depth)
    do {
      let value = try reader.readWhole()
      return result(of: value, reader.repeatedKeys)
    } catch {
      return .failure(PayloadError(error, in: reader, from: range.lowerBound, limits: limits))
    }
  }
}

extension PayloadError {
  /// Converts a reader's error, with offsets from the start of the record.
  fileprivate init(
    _ failure: JSONError, in reader: JSONReader, from start: Int,
    limits: PayloadDecoder.Limits
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
