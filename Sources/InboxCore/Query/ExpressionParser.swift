import InboxText

/// The syntax tree of a regular expression.
indirect enum ExpressionNode: Sendable, Hashable {
  case empty
  case scalars(ScalarSet)
  case start, end, wordBoundary
  case sequence([ExpressionNode])
  case alternatives([ExpressionNode])
  /// At least and at most so often; nil is without end.
  case repetition(ExpressionNode, least: Int, most: Int?)
}

/// A set of scalars that one place of an expression matches.
struct ScalarSet: Sendable, Hashable {
  /// Named sets of scalars.
  enum Kind: Sendable, Hashable {
    case any, digit, word, space
  }

  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var kinds: [Kind] = []
  var excludedKinds: [Kind] = []
  var isNegated = false
  var ignoresCase = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var isIn = holds(scalar)
    if !isIn, ignoresCase {
      isIn =
        scalar.properties.lowercaseMapping.unicodeScalars.first.map(holds) ?? false
        || scalar.properties.uppercaseMapping.unicodeScalars.first.map(holds) ?? false
    }
    return isIn != isNegated
  }

  private func holds(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar) } || kinds.contains { Self.belongs(scalar, to: $0) }
      || excludedKinds.contains { !Self.belongs(scalar, to: $0) }
  }

  private static func belongs(_ scalar: Unicode.Scalar, to kind: Kind) -> Bool {
    switch kind {
    case .any: scalar != "\n"
    case .digit: "0"..."9" ~= scalar
    case .word: isWord(scalar)
    case .space: scalar.properties.isWhitespace
    }
  }

  /// Whether a scalar is a part of words.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}

/// A parser of regular expressions.
struct ExpressionParser {
  private static let deepest = 100
  private static let mostRepetitions = 200

  private var rest: Substring.UnicodeScalarView
  private let ignoresCase: Bool
  private var depth = 0

  init(_ text: String, ignoresCase: Bool) {
    rest = text[...].unicodeScalars
    self.ignoresCase = ignoresCase
  }

  private typealias Failure = LinearExpression.SyntaxError

  mutating func parse() throws(LinearExpression.SyntaxError) -> ExpressionNode {
    let node = try alternatives()
    guard rest.isEmpty else { throw Failure(message: "')' has no '('") }
    return node
  }

  private mutating func alternatives() throws(LinearExpression.SyntaxError) -> ExpressionNode {
    depth += 1
    guard depth <= Self.deepest else { throw Failure(message: "brackets are nested too deeply") }
    defer { depth -= 1 }
    var nodes = [try sequence()]
    while rest.first == "|" {
      rest.removeFirst()
      nodes.append(try sequence())
    }
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(LinearExpression.SyntaxError) -> ExpressionNode {
    var nodes: [ExpressionNode] = []
    while let scalar = rest.first, scalar != "|", scalar != ")" {
      nodes.append(try repeated(try atom()))
    }
    return nodes.isEmpty ? .empty : .sequence(nodes)
  }

  private mutating func repeated(
    _ node: ExpressionNode
  ) throws(LinearExpression.SyntaxError) -> ExpressionNode {
    var node = node
    while let scalar = rest.first {
      switch scalar {
      case "*": node = .repetition(node, least: 0, most: nil)
      case "+": node = .repetition(node, least: 1, most: nil)
      case "?": node = .repetition(node, least: 0, most: 1)
      case "{":
        guard let bounds = bounds() else { return node }
        guard bounds.least <= Self.mostRepetitions, bounds.most ?? 0 <= Self.mostRepetitions else {
          throw Failure(message: "more than \(Self.mostRepetitions) repetitions")
        }
        node = .repetition(node, least: bounds.least, most: bounds.most)
        continue
      default: return node
      }
      rest.removeFirst()
    }
    return node
  }

  /// The numbers in braces; nil for a brace that stands for itself.
  private mutating func bounds() -> (least: Int, most: Int?)? {
    guard let end = rest.firstIndex(of: "}") else { return nil }
    let inside = String(rest[rest.index(after: rest.startIndex)..<end])
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false)
    guard let least = parts.first.flatMap({ Int($0) }), least >= 0, parts.count <= 2 else {
      return nil
    }
    var most: Int? = least
    if parts.count == 2 {
      guard parts[1].isEmpty || Int(parts[1]).map({ $0 >= least }) == true else { return nil }
      most = Int(parts[1])
    }
    rest = rest[rest.index(after: end)...]
    return (least, most)
  }

  private mutating func atom() throws(LinearExpression.SyntaxError) -> ExpressionNode {
    guard let scalar = rest.popFirst() else { return .empty }
    switch scalar {
    case ".": return .scalars(ScalarSet(kinds: [.any]))
    case "^": return .start
    case "$": return .end
    case "(":
      if rest.starts(with: "?:".unicodeScalars) { rest.removeFirst(2) }
      let node = try alternatives()
      guard rest.popFirst() == ")" else { throw Failure(message: "'(' has no ')'") }
      return node
    case "[": return .scalars(try bracketed())
    case "\\": return try escaped()
    case "*", "+", "?": throw Failure(message: "nothing to repeat before '\(scalar)'")
    default: return literal(scalar)
    }
  }

  private func literal(_ scalar: Unicode.Scalar) -> ExpressionNode {
    .scalars(ScalarSet(ranges: [scalar...scalar], ignoresCase: ignoresCase))
  }

  private static let kinds: [Unicode.Scalar: ScalarSet.Kind] = [
    "d": .digit, "w": .word, "s": .space,
  ]

  private mutating func escaped() throws(LinearExpression.SyntaxError) -> ExpressionNode {
    guard let scalar = rest.popFirst() else { throw Failure(message: "nothing follows '\\'") }
    if scalar == "b" { return .wordBoundary }
    if let kind = Self.kinds[scalar] { return .scalars(ScalarSet(kinds: [kind])) }
    if let lower = scalar.properties.lowercaseMapping.unicodeScalars.first,
      lower != scalar, let kind = Self.kinds[lower]
    {
      return .scalars(ScalarSet(excludedKinds: [kind]))
    }
    return literal(Self.control(scalar))
  }

  private static func control(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "n": "\n"
    case "t": "\t"
    default: scalar
    }
  }

  private mutating func bracketed() throws(LinearExpression.SyntaxError) -> ScalarSet {
    var set = ScalarSet(ignoresCase: ignoresCase)
    if rest.first == "^" {
      rest.removeFirst()
      set.isNegated = true
    }
    var isFirst = true
    while let scalar = rest.popFirst() {
      if scalar == "]", !isFirst { return set }
      isFirst = false
      if scalar == "\\", let next = rest.first, let kind = Self.kinds[next] {
        rest.removeFirst()
        set.kinds.append(kind)
        continue
      }
      let lower = scalar == "\\" ? Self.control(rest.popFirst() ?? "\\") : scalar
      var upper = lower
      if rest.first == "-", rest.dropFirst().first.map({ $0 != "]" }) == true {
        rest.removeFirst()
        upper = rest.popFirst() ?? lower
      }
      guard lower <= upper else { throw Failure(message: "a range in brackets is reversed") }
      set.ranges.append(lower...upper)
    }
    throw Failure(message: "'[' has no ']'")
  }
}
