import InboxText

/// The syntax tree of a regular expression.
indirect enum ExpressionNode: Sendable, Hashable {
  case empty
  case scalars(ScalarSet)
  case start, end, wordBoundary
  case sequence([ExpressionNode])
  case alternatives([ExpressionNode])
  /// Minimum and maximum count; nil is unbounded.
  case repetition(ExpressionNode, least: Int, most: Int?)
}

/// The set of scalars that one position of an expression matches.
struct ScalarSet: Sendable, Hashable {
  /// Named sets of scalars.
  enum Kind: Sendable, Hashable {
    case any, digit, word, space, letter, upper, lower, punctuation
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
    case .letter: scalar.properties.isAlphabetic
    case .upper: scalar.properties.isUppercase
    case .lower: scalar.properties.isLowercase
    case .punctuation: isPunctuation(scalar)
    }
  }

  /// Whether a scalar is punctuation; in ASCII all but letters, digits and blanks.
  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return 0x21...0x7E ~= scalar.value && !("0"..."9" ~= scalar)
        && !scalar.properties.isAlphabetic
    }
    return Character(scalar).isPunctuation || Character(scalar).isSymbol
  }

  /// Whether a scalar is a word character.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}

/// A parser of regular expressions, which rejects unknown syntax.
struct ExpressionParser {
  private static let deepest = 100
  private static let mostRepetitions = 200

  private let text: String.UnicodeScalarView
  private var rest: Substring.UnicodeScalarView
  private let ignoresCase: Bool
  private var depth = 0

  init(_ text: String, ignoresCase: Bool) {
    self.text = text.unicodeScalars
    rest = text[...].unicodeScalars
    self.ignoresCase = ignoresCase
  }

  private typealias Failure = LinearExpression.SyntaxError

  /// The error at the position where this much of the text is left.
  private func failure(
    _ message: String, at place: Substring.UnicodeScalarView
  ) -> LinearExpression.SyntaxError {
    Failure(message: message, offset: String(text[..<place.startIndex]).count)
  }

  mutating func parse() throws(LinearExpression.SyntaxError) -> ExpressionNode {
    let node = try alternatives()
    guard rest.isEmpty else { throw failure("')' has no '('", at: rest) }
    return node
  }

  private mutating func alternatives() throws(LinearExpression.SyntaxError) -> ExpressionNode {
    depth += 1
    guard depth <= Self.deepest else { throw failure("brackets are nested too deeply", at: rest) }
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
        guard let bounds = try bounds() else { return node }
        node = .repetition(node, least: bounds.least, most: bounds.most)
        continue
      default: return node
      }
      rest.removeFirst()
    }
    return node
  }

  /// The bounds in braces, as `{2}`, `{2,}`, `{,5}` or `{2,5}`; nil for a literal brace.
  private mutating func bounds() throws(LinearExpression.SyntaxError) -> (least: Int, most: Int?)? {
    guard let end = rest.firstIndex(of: "}") else { return nil }
    let inside = rest[rest.index(after: rest.startIndex)..<end]
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }),
      parts.allSatisfy({ $0.allSatisfy { "0"..."9" ~= $0 } })
    else { return nil }
    // A number that overflows exceeds the limit too.
    let numbers = parts.map { $0.isEmpty ? nil : Int(String($0)) ?? .max }
    let least = numbers[0] ?? 0
    let most = numbers.count == 1 ? least : numbers[1]
    guard max(least, most ?? 0) <= Self.mostRepetitions else {
      throw failure("more than \(Self.mostRepetitions) repetitions", at: rest)
    }
    if let most, most < least {
      throw failure("'{\(String(inside))}' is reversed; write {\(most),\(least)}", at: rest)
    }
    rest = rest[rest.index(after: end)...]
    return (least, most)
  }

  private mutating func atom() throws(LinearExpression.SyntaxError) -> ExpressionNode {
    let start = rest
    guard let scalar = rest.popFirst() else { return .empty }
    switch scalar {
    case ".": return .scalars(ScalarSet(kinds: [.any]))
    case "^": return .start
    case "$": return .end
    case "(":
      if rest.starts(with: "?:".unicodeScalars) { rest.removeFirst(2) }
      guard rest.first != "?" else {
        throw failure("groups that begin with '(?' are not known, but for '(?:'", at: start)
      }
      let node = try alternatives()
      guard rest.popFirst() == ")" else { throw failure("'(' has no ')'", at: start) }
      return node
    case "[": return .scalars(try bracketed(from: start))
    case "\\":
      if rest.first == "b" {
        rest.removeFirst()
        return .wordBoundary
      }
      switch try escape(from: start) {
      case .scalar(let scalar): return literal(scalar)
      case .kind(let kind): return .scalars(ScalarSet(kinds: [kind]))
      case .exclusion(let kind): return .scalars(ScalarSet(excludedKinds: [kind]))
      }
    case "*", "+", "?": throw failure("nothing to repeat before '\(scalar)'", at: start)
    default: return literal(scalar)
    }
  }

  private func literal(_ scalar: Unicode.Scalar) -> ExpressionNode {
    .scalars(ScalarSet(ranges: [scalar...scalar], ignoresCase: ignoresCase))
  }
}

// MARK: - Escapes and classes

extension ExpressionParser {
  /// The meaning of an escape.
  private enum Escape {
    case scalar(Unicode.Scalar)
    case kind(ScalarSet.Kind)
    /// All scalars but those of a kind.
    case exclusion(ScalarSet.Kind)
  }

  private static let escapes: [Unicode.Scalar: Escape] = [
    "d": .kind(.digit), "w": .kind(.word), "s": .kind(.space),
    "D": .exclusion(.digit), "W": .exclusion(.word), "S": .exclusion(.space),
    "n": .scalar("\n"), "t": .scalar("\t"), "r": .scalar("\r"),
  ]

  /// Parses an escape after its backslash; an escaped punctuation mark is a literal.
  private mutating func escape(
    from start: Substring.UnicodeScalarView
  ) throws(LinearExpression.SyntaxError) -> Escape {
    guard let scalar = rest.popFirst() else { throw failure("nothing follows '\\'", at: start) }
    if let escape = Self.escapes[scalar] { return escape }
    guard scalar == "_" || !ScalarSet.isWord(scalar) else {
      let known = "known are \\b \\d \\D \\n \\r \\s \\S \\t \\w \\W"
      throw failure("'\\\(scalar)' is not an escape; \(known)", at: start)
    }
    return .scalar(scalar)
  }

  /// Named classes, as in `[[:alpha:]]`.
  private static let classes: [String: ScalarSet] = [
    "alnum": ScalarSet(kinds: [.letter, .digit]), "alpha": ScalarSet(kinds: [.letter]),
    "blank": ScalarSet(ranges: [" "..." ", "\t"..."\t"]), "digit": ScalarSet(kinds: [.digit]),
    "lower": ScalarSet(kinds: [.lower]), "punct": ScalarSet(kinds: [.punctuation]),
    "space": ScalarSet(kinds: [.space]), "upper": ScalarSet(kinds: [.upper]),
    "word": ScalarSet(kinds: [.word]),
    "xdigit": ScalarSet(ranges: ["0"..."9", "a"..."f", "A"..."F"]),
  ]

  /// Parses a named class; nil for a literal bracket.
  private mutating func namedClass() throws(LinearExpression.SyntaxError) -> ScalarSet? {
    guard let sign = rest.dropFirst().first, rest.first == "[", ":.=".unicodeScalars.contains(sign)
    else { return nil }
    let inside = rest.dropFirst(2)
    guard let end = inside.indices.first(where: { inside[$0...].starts(with: [sign, "]"]) }) else {
      return nil
    }
    let name = String(inside[..<end])
    guard sign == ":", let set = Self.classes[name] else {
      let known = Self.classes.keys.sorted().joined(separator: ", ")
      throw failure("'[\(sign)\(name)\(sign)]' is not a class; known are \(known)", at: rest)
    }
    rest = inside[end...].dropFirst(2)
    return set
  }

  /// Parses a bracketed set after its opening bracket.
  private mutating func bracketed(
    from start: Substring.UnicodeScalarView
  ) throws(LinearExpression.SyntaxError) -> ScalarSet {
    var set = ScalarSet(ignoresCase: ignoresCase)
    if rest.first == "^" {
      rest.removeFirst()
      set.isNegated = true
    }
    var isFirst = true
    while let scalar = rest.first {
      if scalar == "]", !isFirst {
        rest.removeFirst()
        return set
      }
      isFirst = false
      if let named = try namedClass() {
        set.ranges += named.ranges
        set.kinds += named.kinds
      } else {
        try takeRange(into: &set)
      }
    }
    throw failure("'[' has no ']'", at: start)
  }

  /// Parses a scalar, an escape, or a range of a set.
  private mutating func takeRange(
    into set: inout ScalarSet
  ) throws(LinearExpression.SyntaxError) {
    let start = rest
    let lower: Unicode.Scalar
    switch try member() {
    case .kind(let kind): return set.kinds.append(kind)
    case .exclusion(let kind): return set.excludedKinds.append(kind)
    case .scalar(let scalar): lower = scalar
    }
    var upper = lower
    if rest.first == "-", let next = rest.dropFirst().first, next != "]" {
      rest.removeFirst()
      guard case .scalar(let scalar) = try member() else {
        throw failure("a range in brackets ends on a class", at: start)
      }
      upper = scalar
    }
    guard lower <= upper else { throw failure("a range in brackets is reversed", at: start) }
    set.ranges.append(lower...upper)
  }

  private mutating func member() throws(LinearExpression.SyntaxError) -> Escape {
    let start = rest
    guard let scalar = rest.popFirst() else { throw failure("'[' has no ']'", at: start) }
    return scalar == "\\" ? try escape(from: start) : .scalar(scalar)
  }
}
