import InboxText

/// Decodes typed values of a document and collects the errors.
///
/// A value of the wrong type is reported and treated as absent, so that one error does not hide
/// the rest of a file.
package struct TOMLReader: Sendable {
  /// The document to decode.
  package let document: TOMLDocument
  private var found: [TOMLError]

  /// Creates a reader; the errors start with the syntax errors of the document.
  package init(_ document: TOMLDocument) {
    self.document = document
    found = document.syntaxErrors
  }

  /// The errors so far, in the order of the text.
  package var errors: [TOMLError] {
    found.enumerated().sorted {
      ($0.element.position ?? .start, $0.offset) < ($1.element.position ?? .start, $1.offset)
    }
    .map(\.element)
  }

  /// The number of errors so far.
  package var errorCount: Int { found.count }

  /// Records an error at the position of the value at `path`, or of its key for an unknown key.
  package mutating func report(_ kind: TOMLError.Kind, at path: TOMLPath) {
    let position =
      switch kind {
      case .unknownKey, .moreUnknownKeys: document.keyPosition(of: path)
      default: document.position(of: path)
      }
    found.append(TOMLError(file: document.file, position: position, path: path, kind: kind))
  }

  /// Reports a value of the wrong type; always returns nil, for the caller to return.
  package mutating func mismatch<Value>(
    _ value: TOMLValue, _ expected: String, at path: TOMLPath
  ) -> Value? {
    report(.wrongType(found: value.typeName, expected: expected), at: path)
    return nil
  }

  /// Maximum unknown keys of a table that are reported one by one.
  private static let mostUnknownKeys = 20

  /// Reports the keys of the table at a path that are not `known`; beyond a maximum, their number.
  package mutating func reportUnknownKeys(at path: TOMLPath, known: some Collection<String>) {
    let unknown = document.keys(of: path).filter { !known.contains($0) }
    for key in unknown.prefix(Self.mostUnknownKeys) {
      let nearest =
        NearestName.nearest(to: key, in: known) ?? KeyMeanings.known(for: key, among: known)
      report(.unknownKey(nearest: nearest), at: path.appending(key: key))
    }
    let more = unknown.dropFirst(Self.mostUnknownKeys)
    if let first = more.first {
      report(.moreUnknownKeys(more.count), at: path.appending(key: first))
    }
  }
}

extension TOMLPosition {
  fileprivate static let start = TOMLPosition(line: 1, column: 1)
}

/// Decoding of typed values; nil if a value is absent, or invalid and reported.
extension TOMLReader {
  /// The string at a path.
  package mutating func string(at path: TOMLPath) -> String? {
    guard let value = document.value(at: path) else { return nil }
    guard case .string(let text) = value else { return mismatch(value, "a string", at: path) }
    return text
  }

  /// The Boolean at a path.
  package mutating func boolean(at path: TOMLPath) -> Bool? {
    guard let value = document.value(at: path) else { return nil }
    guard case .boolean(let isTrue) = value else {
      return mismatch(value, "true or false", at: path)
    }
    return isTrue
  }

  /// The integer at a path, which must lie in `range`.
  package mutating func integer(at path: TOMLPath, in range: ClosedRange<Int>) -> Int? {
    guard let value = document.value(at: path) else { return nil }
    let expected =
      range.upperBound == .max
      ? "an integer from \(range.lowerBound)"
      : "an integer from \(range.lowerBound) to \(range.upperBound)"
    guard case .integer(let number) = value else { return mismatch(value, expected, at: path) }
    guard range.contains(number) else {
      report(.outOfRange(number, expected: expected), at: path)
      return nil
    }
    return number
  }

  /// The string at a path, which must be one of `names`.
  package mutating func choice(at path: TOMLPath, from names: [String]) -> String? {
    string(at: path).flatMap { name(of: $0, in: names, at: path) }
  }

  /// The choice at a path, which must be one of a type's raw values.
  package mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    at path: TOMLPath, of type: Choice.Type
  ) -> Choice? {
    choice(at: path, from: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
  }

  /// Decodes the elements of the array at a path; nil if any of them is invalid.
  package mutating func list<Element>(
    at path: TOMLPath, _ read: (inout TOMLReader, TOMLPath) -> Element?
  ) -> [Element]? {
    guard let value = document.value(at: path) else { return nil }
    guard case .array(let nodes) = value else {
      return mismatch(value, "a list of strings", at: path)
    }
    let before = errorCount
    let elements = nodes.indices.compactMap { read(&self, path.appending(index: $0)) }
    return errorCount == before ? elements : nil
  }

  /// The array of strings at a path.
  package mutating func strings(at path: TOMLPath) -> [String]? {
    list(at: path) { reader, path in reader.string(at: path) }
  }

  /// Decodes the elements of an array of tables; those with errors are left out.
  package mutating func tables<Element>(
    at path: TOMLPath, _ read: (inout TOMLReader, TOMLPath) -> Element?
  ) -> [Element] {
    guard let value = document.value(at: path) else { return [] }
    guard case .array(let nodes) = value else {
      return mismatch(value, "tables, each under [[\(path)]]", at: path) ?? []
    }
    return nodes.indices.compactMap { index -> Element? in
      let place = path.appending(index: index)
      guard case .table = nodes[index].value else {
        return mismatch(nodes[index].value, "a table", at: place)
      }
      let before = errorCount
      let element = read(&self, place)
      return errorCount == before ? element : nil
    }
  }

  private mutating func name(
    of text: String, in names: [String], at path: TOMLPath
  ) -> String? {
    guard !names.contains(text) else { return text }
    let nearest = NearestName.nearest(to: text, in: names)
    let expected = "one of " + names.joined(separator: ", ")
    report(.badValue(text, expected: expected, nearest: nearest), at: path)
    return nil
  }

  /// A program and its arguments at a path: an array, or a string that is split at blanks.
  package mutating func command(at path: TOMLPath) -> [String]? {
    let words: [String]
    var isList = true
    if case .string(let text) = document.value(at: path) {
      isList = false
      words = text.split(separator: " ").map(String.init)
    } else if let list = strings(at: path) {
      words = list
    } else {
      return nil
    }
    let hasQuotes = words.contains { $0.contains("\"") || $0.contains("'") }
    let expected: String? =
      if words.first?.isEmpty != false {
        "a program and its arguments"
      } else if !isList && hasQuotes {
        "a list of words where one of them has quotes or blanks"
      } else {
        nil
      }
    guard let expected else { return words }
    report(
      .badValue(words.joined(separator: " "), expected: expected, nearest: nil), at: path)
    return nil
  }
}
