/// A regular expression matched in time linear in the text, without backtracking.
///
/// It supports literals, `.`, classes as `[a-z]`, `[[:alpha:]]` and `\d \w \s`, `^ $ \b`, groups,
/// `|`, and `* + ? {m,n}`; other escapes and groups are errors. All states are followed in
/// parallel.
package struct LinearExpression: Sendable, Hashable {
  /// A syntax error in an expression.
  package struct SyntaxError: Error, Sendable, Hashable {
    /// The error message.
    package var message: String
    /// The offset of the error in characters.
    package var offset = 0
  }

  /// Maximum number of steps of a compiled expression; repetitions multiply them.
  private static let mostSteps = 2_000

  private let steps: [Step]

  /// A step of the compiled expression.
  enum Step: Sendable, Hashable {
    case scalars(ScalarSet)
    case assertion(Assertion)
    case split(Int, Int)
    case jump(Int)
    case match
  }

  enum Assertion: Sendable, Hashable {
    case start, end, wordBoundary
  }

  /// Compiles an expression; case-sensitive if it has a capital.
  ///
  /// - Throws: ``SyntaxError``.
  package init(_ text: String) throws(SyntaxError) {
    var parser = ExpressionParser(text, ignoresCase: !text.contains(where: \.isUppercase))
    let tree = try parser.parse()
    var steps: [Step] = []
    try Self.compile(tree, into: &steps)
    steps.append(.match)
    self.steps = steps
  }

  /// Whether some part of a text matches; nil when the limit of steps is exceeded.
  func matches(in text: String.UnicodeScalarView) -> Bool? {
    var automaton = ExpressionAutomaton(steps)
    return automaton.matches(text)
  }

  /// The non-empty matches in a line, without overlaps.
  func matches(in line: String) -> [Range<String.Index>] {
    let scalars = line.unicodeScalars
    var matches: [Range<String.Index>] = []
    var start = scalars.startIndex
    while start < scalars.endIndex, let match = firstMatch(in: scalars, from: start) {
      if !match.isEmpty { matches.append(match) }
      start = match.isEmpty ? scalars.index(after: match.upperBound) : match.upperBound
      guard match.upperBound < scalars.endIndex else { break }
    }
    return matches
  }

  /// The leftmost longest match from a position on.
  private func firstMatch(
    in text: String.UnicodeScalarView, from start: String.UnicodeScalarView.Index
  ) -> Range<String.UnicodeScalarView.Index>? {
    var threads: [Thread] = []
    var best: Range<String.UnicodeScalarView.Index>?
    var visited = [Int](repeating: -1, count: steps.count)
    var (index, round) = (start, 0)
    var previous = start > text.startIndex ? text[text.index(before: start)] : nil
    while true {
      let scalar = index < text.endIndex ? text[index] : nil
      var next: [Thread] = []
      var active: [Thread] = []
      for thread in threads {
        advance(thread, at: index, (previous, scalar), round, &visited, &active, &best)
      }
      if best == nil {
        advance(
          Thread(step: 0, start: index), at: index, (previous, scalar), round, &visited, &active,
          &best)
      }
      guard let scalar else { return best }
      for thread in active {
        if let best, thread.start > best.lowerBound { continue }
        if case .scalars(let set) = steps[thread.step], set.contains(scalar) {
          next.append(Thread(step: thread.step + 1, start: thread.start))
        }
      }
      if next.isEmpty, best != nil { return best }
      threads = next
      (previous, index, round) = (scalar, text.index(after: index), round + 1)
    }
  }

  private struct Thread {
    var step: Int
    var start: String.UnicodeScalarView.Index
  }

  /// Follows a step as far as possible without consuming a scalar.
  private func advance(
    _ thread: Thread, at index: String.UnicodeScalarView.Index,
    _ around: (before: Unicode.Scalar?, after: Unicode.Scalar?), _ round: Int,
    _ visited: inout [Int], _ active: inout [Thread],
    _ best: inout Range<String.UnicodeScalarView.Index>?
  ) {
    var pending = [thread.step]
    while let step = pending.popLast() {
      guard visited[step] != round else { continue }
      visited[step] = round
      switch steps[step] {
      case .scalars: active.append(Thread(step: step, start: thread.start))
      case .jump(let target): pending.append(target)
      case .split(let first, let second): pending += [second, first]
      case .assertion(let assertion):
        if assertion.holds(between: .init(around.before), and: .init(around.after)) {
          pending.append(step + 1)
        }
      case .match:
        let isBetter = best.map {
          thread.start < $0.lowerBound || thread.start == $0.lowerBound && index > $0.upperBound
        }
        if isBetter ?? true { best = thread.start..<index }
      }
    }
  }
}

// MARK: - Compiling

extension LinearExpression {
  fileprivate static func compile(
    _ node: ExpressionNode, into steps: inout [Step]
  ) throws(SyntaxError) {
    guard steps.count < mostSteps else { throw SyntaxError(message: "the expression is too long") }
    switch node {
    case .empty: break
    case .scalars(let set): steps.append(.scalars(set))
    case .start: steps.append(.assertion(.start))
    case .end: steps.append(.assertion(.end))
    case .wordBoundary: steps.append(.assertion(.wordBoundary))
    case .sequence(let nodes): for node in nodes { try compile(node, into: &steps) }
    case .alternatives(let nodes): try compile(alternatives: nodes[...], into: &steps)
    case .repetition(let node, let least, let most):
      for _ in 0..<least { try compile(node, into: &steps) }
      guard let most else {
        let split = steps.count
        steps.append(.jump(0))
        try compile(node, into: &steps)
        steps.append(.jump(split))
        steps[split] = .split(split + 1, steps.count)
        return
      }
      for _ in least..<max(most, least) {
        let split = steps.count
        steps.append(.jump(0))
        try compile(node, into: &steps)
        steps[split] = .split(split + 1, steps.count)
      }
    }
  }

  private static func compile(
    alternatives nodes: ArraySlice<ExpressionNode>, into steps: inout [Step]
  ) throws(SyntaxError) {
    guard let first = nodes.first else { return }
    guard nodes.count > 1 else { return try compile(first, into: &steps) }
    let split = steps.count
    steps.append(.jump(0))
    try compile(first, into: &steps)
    let end = steps.count
    steps.append(.jump(0))
    steps[split] = .split(split + 1, steps.count)
    try compile(alternatives: nodes.dropFirst(), into: &steps)
    steps[end] = .jump(steps.count)
  }
}
