/// A matcher of an expression anywhere in a text, by a lazily built deterministic automaton (DFA).
///
/// Each scalar then costs one table lookup, whatever the expression repeats. An expression that
/// keeps needing new states costs more, up to a limit.
struct ExpressionAutomaton {
  /// Maximum number of steps for one text.
  static let mostWork = 10_000_000
  /// Maximum number of cached states, after which the cache is cleared.
  private static let mostStates = 256

  /// A state: the steps that await the next scalar, and the scalar before.
  private struct State: Hashable {
    var steps: [Int]
    var before: Neighbor
  }

  /// The class of a scalar for assertions.
  enum Neighbor: Hashable {
    case none, lineEnd, word, other

    init(_ scalar: Unicode.Scalar?) {
      guard let scalar else {
        self = .none
        return
      }
      self = scalar == "\n" ? .lineEnd : ScalarSet.isWord(scalar) ? .word : .other
    }
  }

  /// Entries of the table: unknown, a match, or else the number of the next state.
  private static let unknown: Int32 = -1
  private static let match: Int32 = -2

  private let steps: [LinearExpression.Step]
  private var states: [State] = []
  private var numbers: [State: Int32] = [:]
  /// The transitions for ASCII scalars, a row for each state.
  private var table: [Int32] = []
  /// The transitions for other scalars.
  private var others: [UInt64: Int32] = [:]
  private var visited: [Int]
  private var round = 0
  private var pending: [Int] = []
  private var work = 0

  init(_ steps: [LinearExpression.Step]) {
    self.steps = steps
    visited = [Int](repeating: 0, count: steps.count)
  }

  /// Whether some part of the text matches; nil when the limit of steps is exceeded.
  mutating func matches(_ text: String.UnicodeScalarView) -> Bool? {
    var state = number(of: State(steps: [], before: .none))
    for scalar in text {
      state = next(after: state, scalar)
      if state == Self.match { return true }
      guard work <= Self.mostWork else { return nil }
    }
    return advance(states[Int(state)], nil) == nil
  }

  private mutating func next(after number: Int32, _ scalar: Unicode.Scalar) -> Int32 {
    let value = scalar.value
    if value < 128 {
      let known = table[Int(number) << 7 | Int(value)]
      if known != Self.unknown { return known }
    } else if let known = others[UInt64(number) << 32 | UInt64(value)] {
      return known
    }
    let found = advance(states[Int(number)], scalar)
    guard let found else {
      remember(Self.match, after: number, value)
      return Self.match
    }
    if states.count >= Self.mostStates, numbers[found] == nil {
      forget()
      return self.number(of: found)
    }
    let next = self.number(of: found)
    remember(next, after: number, value)
    return next
  }

  private mutating func remember(_ next: Int32, after number: Int32, _ value: UInt32) {
    if value < 128 {
      table[Int(number) << 7 | Int(value)] = next
    } else if others.count < 128 * Self.mostStates {
      others[UInt64(number) << 32 | UInt64(value)] = next
    }
  }

  private mutating func forget() {
    (states, numbers, table, others) = ([], [:], [], [:])
  }

  private mutating func number(of state: State) -> Int32 {
    if let number = numbers[state] { return number }
    let number = Int32(states.count)
    states.append(state)
    numbers[state] = number
    table += repeatElement(Self.unknown, count: 128)
    return number
  }

  /// The state after a scalar, or at the end of the text; nil for a match.
  private mutating func advance(_ state: State, _ scalar: Unicode.Scalar?) -> State? {
    round += 1
    let after = Neighbor(scalar)
    var next: [Int] = []
    // A match may also begin here.
    pending = state.steps + [0]
    while let step = pending.popLast() {
      guard visited[step] != round else { continue }
      visited[step] = round
      work += 1
      switch steps[step] {
      case .scalars(let set): if let scalar, set.contains(scalar) { next.append(step + 1) }
      case .jump(let target): pending.append(target)
      case .split(let first, let second): pending += [second, first]
      case .assertion(let assertion):
        if assertion.holds(between: state.before, and: after) { pending.append(step + 1) }
      case .match: return nil
      }
    }
    return State(steps: next.sorted(), before: after)
  }
}

extension LinearExpression.Assertion {
  /// Whether it holds between two neighbors.
  func holds(
    between before: ExpressionAutomaton.Neighbor, and after: ExpressionAutomaton.Neighbor
  ) -> Bool {
    switch self {
    case .start: before == .none || before == .lineEnd
    case .end: after == .none || after == .lineEnd
    case .wordBoundary: (before == .word) != (after == .word)
    }
  }
}
