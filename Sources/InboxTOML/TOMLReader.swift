import InboxText

/// Takes typed values out of a document and collects what is wrong as data.
///
/// A value of the wrong type is reported and treated as absent, so one mistake never hides the
/// rest of a file.
public struct TOMLReader: Sendable {
  /// What is read.
  public let document: TOMLDocument
  /// What was wrong so far, in the order of asking.
  public private(set) var problems: [TOMLError] = []

  /// Begins with a parsed document.
  public init(_ document: TOMLDocument) {
    self.document = document
  }

  /// Adds a problem at the line of `path`.
  public mutating func report(_ kind: TOMLError.Kind, at path: TOMLPath) {
    problems.append(TOMLError(line: document.line(of: path), path: path, kind: kind))
  }

  /// The string at a path.
  public mutating func string(at path: TOMLPath) -> String? {
    guard let node = document.node(at: path) else { return nil }
    guard case .string(let text) = node else {
      return mismatch(node, "a string", at: path)
    }
    return text
  }

  /// The boolean at a path.
  public mutating func boolean(at path: TOMLPath) -> Bool? {
    guard let node = document.node(at: path) else { return nil }
    guard case .boolean(let value) = node else {
      return mismatch(node, "true or false", at: path)
    }
    return value
  }

  /// The integer at a path, which must lie in `range`.
  public mutating func integer(at path: TOMLPath, in range: ClosedRange<Int>) -> Int? {
    guard let node = document.node(at: path) else { return nil }
    let expected = Self.words(for: range)
    guard case .integer(let value) = node else {
      return mismatch(node, expected, at: path)
    }
    guard range.contains(value) else {
      report(.badValue(String(value), expected: expected, nearest: nil), at: path)
      return nil
    }
    return value
  }

  /// The string at a path, which must be one of `names`.
  public mutating func choice(at path: TOMLPath, from names: [String]) -> String? {
    guard let text = string(at: path) else { return nil }
    guard names.contains(text) else {
      let nearest = NearestName.nearest(to: text, in: names)
      let expected = "one of " + names.joined(separator: ", ")
      report(.badValue(text, expected: expected, nearest: nearest), at: path)
      return nil
    }
    return text
  }

  /// Reports a value of the wrong type; always nil, for the caller to hand on.
  public mutating func mismatch<Value>(
    _ node: TOMLNode, _ expected: String, at path: TOMLPath
  ) -> Value? {
    report(.wrongType(found: node.typeName, expected: expected), at: path)
    return nil
  }

  private static func words(for range: ClosedRange<Int>) -> String {
    range.upperBound == .max
      ? "an integer from \(range.lowerBound)"
      : "an integer from \(range.lowerBound) to \(range.upperBound)"
  }
}
