import InboxTestSupport
import InboxText

@testable import InboxCore

extension HybridClock {
  /// One of few timestamps, so that many are equal.
  static func random(using random: inout SeededRandom) -> HybridClock {
    HybridClock(
      milliseconds: random.pick([1, 2, 3, 4, Self.latestMilliseconds]),
      counter: random.pick([0, 0, 0, 1]), origin: .random(using: &random))
  }
}

extension ExchangeOrigin {
  static func random(using random: inout SeededRandom) -> ExchangeOrigin {
    ExchangeOrigin(rawValue: random.pick([1, 2, 0xc972_e56f]))
  }
}

extension RegisterName {
  /// The names that this version knows, one of each kind.
  static let known: [RegisterName] = [
    .content, .state(person: "ann"), .occurrences(ExchangeOrigin(rawValue: 1)),
    .answer(ExchangeOrigin(rawValue: 1)), .decision(ExchangeOrigin(rawValue: 1)),
  ]
}

extension ExchangeRegister {
  /// A valid register of few values, so that any two may be equal, or differ at one timestamp.
  static func random(of name: RegisterName, using random: inout SeededRandom) -> ExchangeRegister {
    switch name {
    case .content: .content(.random(using: &random))
    case .state: .state(.random(using: &random))
    case .occurrences: .occurrences(.random(using: &random))
    case .answer: .answer(.random(using: &random))
    case .decision: .decision(.random(using: &random))
    case .other:
      .opaque(OpaqueRegister(version: 2, bytes: Array(#"{"v":2}"#.utf8)))
    }
  }
}

extension UnknownMembers {
  fileprivate static func random(using random: inout SeededRandom) -> UnknownMembers {
    var values: [String: JSONValue] = [:]
    for name in ["mood", "ø"] where Int.random(in: 0..<3, using: &random) == 0 {
      let value = JSONValue.integer(Int64.random(in: 0..<3, using: &random))
      values[name] = random.pick([
        value, .array([value, JSONValue(HybridClock.random(using: &random))]),
      ])
    }
    return UnknownMembers(values: values)
  }
}

extension ContentRegister {
  fileprivate static func random(using random: inout SeededRandom) -> ContentRegister {
    var content = ContentRegister(
      ContentPush([:], isPartial: Bool.random(using: &random)),
      of: MessageIdentity(source: "ci", id: random.pick(["b1", "b1", "b1", "b2"])),
      generation: random.pick([0, 0, 0, 1]), at: .random(using: &random))
    if Int.random(in: 0..<5, using: &random) == 0 {
      content = content.purged(at: .random(using: &random))
    } else {
      content.fill(using: &random)
    }
    content.unknown = .random(using: &random)
    return content
  }

  private mutating func fill(using random: inout SeededRandom) {
    func perhaps(_ random: inout SeededRandom) -> HybridClock? {
      Bool.random(using: &random) ? .random(using: &random) : nil
    }
    wholeAt = isPartial ? nil : perhaps(&random)
    attention = perhaps(&random).map { Stamped(Bool.random(using: &random), at: $0) }
    raised.insert(attention?.value == true ? attention?.clock : nil, perhaps(&random))
    awoken.insert(perhaps(&random), perhaps(&random))
    altered.insert(perhaps(&random))
    askedAt = perhaps(&random)
    for name in ["title", "body", Self.received, Self.resolved] where Bool.random(using: &random) {
      let isNull = name != Self.received && Bool.random(using: &random)
      let field = ContentField(
        value: isNull ? .null : .integer(Int64.random(in: 0..<3, using: &random)),
        isWhole: Bool.random(using: &random), clock: .random(using: &random))
      if wholeAt.map(field.isCleared) != true { fields[name] = field }
    }
  }
}

extension StateRegister {
  fileprivate static func random(using random: inout SeededRandom) -> StateRegister {
    var state = StateRegister(generation: random.pick([0, 0, 1]))
    let marks = [
      Mark(status: .unread), Mark(status: .read), Mark(status: .deleted),
      Mark(status: .deleted, statusBeforeDelete: .read),
    ]
    if Bool.random(using: &random) {
      state.status = Stamped(random.pick(marks), at: .random(using: &random))
    }
    if Bool.random(using: &random) {
      state.pin = Stamped(Bool.random(using: &random), at: .random(using: &random))
    }
    if Bool.random(using: &random) {
      state.snooze = Stamped(random.pick([nil, 1, 2]), at: .random(using: &random))
    }
    if Bool.random(using: &random) {
      let texts = [nil, "next", "on a", "of a later version"]
      state.event = Stamped(random.pick(texts), at: .random(using: &random))
    }
    if Bool.random(using: &random) {
      state.seenAt = .random(using: &random)
      state.seen.insert(.random(using: &random), .random(using: &random))
    }
    state.unknown = .random(using: &random)
    return state
  }
}

extension OccurrenceCounter {
  fileprivate static func random(using random: inout SeededRandom) -> OccurrenceCounter {
    var counter = OccurrenceCounter(
      generation: random.pick([0, 0, 1]), count: Int64.random(in: 0..<3, using: &random),
      lastAt: Int64.random(in: 0..<3, using: &random))
    counter.unknown = .random(using: &random)
    return counter
  }
}

extension AnswerRegister {
  fileprivate static func random(using random: inout SeededRandom) -> AnswerRegister {
    var answer = AnswerRegister(
      generation: random.pick([0, 0, 1]), askedAt: .random(using: &random),
      label: random.pick(["Deploy", "Cancel", "é", "e\u{301}"]), person: random.pick([nil, "ann"]),
      machine: random.pick([nil, "atlas"]), time: Int64.random(in: 0..<3, using: &random))
    answer.unknown = .random(using: &random)
    return answer
  }
}
