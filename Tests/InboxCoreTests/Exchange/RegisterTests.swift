import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// The order of values, and how often they come, does not matter.
@Suite struct JoinTests {
  @Test(arguments: RegisterName.known) func `joins are commutative, associative and idempotent`(
    _ name: RegisterName
  ) {
    var random = SeededRandom(seed: 23)
    for _ in 0..<500 {
      let values = (0..<3).map { _ in ExchangeRegister.random(of: name, using: &random) }
      let (a, b, c) = (values[0], values[1], values[2])
      #expect(a.joined(with: a).bytes == a.bytes)
      #expect(a.joined(with: b).bytes == b.joined(with: a).bytes)
      #expect(a.joined(with: b).joined(with: c).bytes == a.joined(with: b.joined(with: c)).bytes)
      #expect(a.joined(with: b).joined(with: a).bytes == a.joined(with: b).bytes)
    }
  }

  @Test(arguments: RegisterName.known) func `a value of a newer version stands`(
    _ name: RegisterName
  ) throws {
    var random = SeededRandom(seed: 1)
    let newer = try ExchangeRegister(Array(#"{"v":2,"n":"?"}"#.utf8), of: name)
    let own = ExchangeRegister.random(of: name, using: &random)
    #expect(own.joined(with: newer) == newer && newer.joined(with: own) == newer)
    #expect(newer.bytes == Array(#"{"v":2,"n":"?"}"#.utf8))
  }

  @Test(arguments: RegisterName.known) func `what is encoded is decoded as the same`(
    _ name: RegisterName
  ) throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<200 {
      let value = ExchangeRegister.random(of: name, using: &random)
      let decoded = try ExchangeRegister(value.bytes, of: name)
      #expect(decoded == value)
      #expect(decoded.bytes == value.bytes)
    }
  }

  /// Nothing traps, and what is read is written as something that reads the same.
  @Test(arguments: RegisterName.known) func `damaged values are refused, or stable`(
    _ name: RegisterName
  ) throws {
    var random = SeededRandom(seed: 7)
    let pieces = Array(#"{}[]",:0123456789.-eabcdefgnpqtvwhole null true"purged"#.utf8)
    for _ in 0..<500 {
      var bytes = ExchangeRegister.random(of: name, using: &random).bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = random.pick(pieces)
        case 1: bytes.insert(random.pick(pieces), at: place)
        default: bytes.remove(at: place)
        }
      }
      guard let value = try? ExchangeRegister(bytes, of: name) else { continue }
      let again = try ExchangeRegister(value.bytes, of: name)
      #expect(again == value, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }
}

@Suite struct RegisterCodingTests {
  private static let content =
    #"{"asker":"1795450395980.0.c972e56f","f":{"body":"1795450396020.0.09ab12cd"},"g":0,"id":"b1","#
    + #""p":{"body":"…","fold":"job","priority":4,"title":"build 2"},"received":1795450395980,"#
    + #""source":"ci","t":"1795450395980.0.c972e56f","v":1}"#

  private func decode(_ text: String, _ name: String) throws -> ExchangeRegister {
    try ExchangeRegister(Array(text.utf8), of: RegisterName(name))
  }

  @Test(arguments: [
    ("c", content), ("c", #"{"g":0,"purged":true,"t":"1795450395980.0.c972e56f","v":1}"#),
    (
      "c",
      #"{"g":2,"id":"b1","p":{"body":null,"custom":1,"title":"x"},"part":["custom"],"source":"ci","#
        + #""t":"5.0.c972e56f","up":[true,"6.0.c972e56f"],"v":1,"whole":"4.0.c972e56f"}"#
    ),
    (
      "s.me",
      #"{"g":0,"pin":[true,"8.0.c972e56f"],"snooze":[1795460000000,"9.0.c972e56f"],"#
        + #""status":["deleted","1795450399000.0.c972e56f","read"],"v":1}"#
    ),
    ("s.me", #"{"g":0,"mood":["good","1.0.c972e56f"],"snooze":[null,"9.0.c972e56f"],"v":1}"#),
    ("s.me", #"{"done":[8,"9.0.c972e56f"],"g":0,"seen":["7.0.c972e56f","9.0.c972e56f"],"v":1}"#),
    ("s.me", #"{"g":0,"seen":[null,"9.0.c972e56f"],"status":["read","9.0.c972e56f"],"v":1}"#),
    (
      "s.me",
      #"{"g":0,"seen":["7.0.c972e56f","9.0.c972e56f"],"seen.a1b2c3d4":[true,"6.0.a1b2c3d4"],"v":1}"#
    ),
    (
      "c",
      #"{"awake":"8.0.c972e56f","awake.a1b2c3d4":[true,"7.0.a1b2c3d4"],"g":0,"id":"b1","p":{},"#
        + #""source":"ci","t":"9.0.c972e56f","text.c972e56f":[true,"9.0.c972e56f"],"#
        + #""up":[true,"8.0.c972e56f"],"up.a1b2c3d4":[true,"7.0.a1b2c3d4"],"v":1}"#
    ),
    ("n.c972e56f", #"{"g":0,"last":1795450399100,"n":214,"v":1}"#),
    (
      "d.c972e56f",
      #"{"at":1795450401000,"by":"ann","g":0,"label":"Deploy","on":"atlas","q":"7.0.c972e56f","v":1}"#
    ),
    ("z.future", #"{ "v" : 7, "b":1 ,"a":2}"#), ("c", #"{"v":2,"anything":[1,2]}"#),
  ]) func `the examples keep their bytes`(_ name: String, _ text: String) throws {
    let register = try decode(text, name)
    if name == "c", text.contains("part") { return }
    #expect(String(decoding: register.bytes, as: UTF8.self) == text)
  }

  @Test func `members in any order give the same bytes`() throws {
    let one = try decode(#"{"v":1,"g":0,"n":2,"last":3}"#, "n.c972e56f")
    let other = try decode(#" {"last":3,"n":2, "g":0,"v":1} "#, "n.c972e56f")
    #expect(one == other && one.bytes == other.bytes)
  }

  @Test(arguments: [
    ("c", "[]"), ("c", "{"), ("c", "{}"), ("c", #"{"v":0}"#), ("c", #"{"v":1}"#),
    ("c", #"{"v":1,"g":0,"purged":true}"#), ("s.me", #"{"v":1,"g":0,"seen":["x","9.0.c972e56f"]}"#),
    ("s.me", #"{"v":1,"g":0,"seen.a1b2c3d4":7}"#), ("c", #"{"v":1,"g":0,"t":"x"}"#),
    ("c", #"{"v":1,"g":0,"source":"ci","id":"1","t":"1.0.c972e56f","p":{"a":1},"f":{"b":"x"}}"#),
    ("c", #"{"v":1,"g":0,"source":"ci","id":"1","t":"1.0.c972e56f","p":{"a":1},"f":{"a":"x"}}"#),
    ("c", #"{"v":1,"g":-1}"#), ("s.me", #"{"v":1,"g":0,"status":["gone","1.0.c972e56f"]}"#),
    ("s.me", #"{"v":1,"g":0,"status":["read","1.0.c972e56f","unread"]}"#),
    ("s.me", #"{"v":1,"g":0,"pin":[true,"1.0.zz"]}"#),
    ("s.me", #"{"v":1,"g":0,"snooze":["soon","1.0.c972e56f"]}"#), ("n.c972e56f", #"{"v":1,"g":0}"#),
    ("a.c972e56f", #"{"v":1,"g":0,"at":1,"q":"1.0.c972e56f"}"#),
  ]) func `what no version writes is refused`(_ name: String, _ text: String) {
    #expect(throws: RegisterError.self) { try decode(text, name) }
  }

  @Test func `size and depth are bounded`() {
    let long = #"{"v":1,"x":""# + String(repeating: "a", count: RegisterLimits.otherSize) + #""}"#
    #expect(throws: RegisterError.self) { try decode(long, "s.me") }
    let deep = String(repeating: "[", count: 5_000)
    #expect(throws: RegisterError.self) { try decode(#"{"v":1,"x":"# + deep, "s.me") }
  }

  @Test func `a purged register keeps no text, whatever else it carries`() throws {
    let text = #"{"v":1,"g":0,"t":"1.0.c972e56f","purged":true,"p":{"title":"x"},"source":"ci"}"#
    let register = try decode(text, "c")
    #expect(
      String(decoding: register.bytes, as: UTF8.self)
        == #"{"g":0,"purged":true,"t":"1.0.c972e56f","v":1}"#)
  }

  @Test(arguments: [
    "c", "s.ann", "n.c972e56f", "a.c972e56f", "d.c972e56f", "x", "s", "n.ann", "c.x",
  ])
  func `names keep their text`(_ text: String) throws {
    #expect(try RegisterName(text).description == text)
  }

  @Test(arguments: ["", "s.", "s.Ann", "s.a*", "s.>", ".", String(repeating: "a", count: 65)])
  func `names that are no subjects are refused`(_ text: String) {
    #expect(throws: RegisterError.self) { try RegisterName(text) }
  }

  @Test func `a newer value is taken as it was read, and not sent back`() throws {
    let own = try decode(#"{"v":2,"a":9}"#, "c")
    let read = try decode(#"{"v":2,"a":1}"#, "c")
    #expect(Uptake(read, over: own) == Uptake(read, over: nil))
    #expect(!Uptake(read, over: own).isDirty)
    let older = try decode(Self.content, "c")
    #expect(Uptake(older, over: own).register == own && Uptake(older, over: own).isDirty)
    #expect(Uptake(older, over: older).isDirty == false)
  }
}

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
