import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// Ids of folded messages, keys of subjects, and their base32.
@Suite struct ExchangeIdentityTests {
  @Test func `base32 is that of RFC 4648`() {
    let texts = ["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"]
    for (count, text) in texts.enumerated() {
      #expect(Base32.text("foobar".utf8.prefix(count), upTo: 99, in: Base32.upper) == text)
    }
    #expect(Base32.text("foobar".utf8, upTo: 3, in: Base32.lower) == "mzx")
  }

  @Test func `a fold id is the same on each machine and in each version`() throws {
    let id = FoldID(source: "ci", key: "job", number: 0)
    #expect(id.description == "fold-\(id.hash)-0" && id.hash.utf8.count == 26)
    #expect(FoldID(id.description) == id)
    #expect(id.description == "fold-dlbm7uotwiilgt6ev3zz7e3nui-0")
    #expect(FoldID(source: "cij", key: "ob", number: 0) != id)
    #expect(id.description.utf8.count + 20 <= Payload.identifierLength.upperBound)
  }

  @Test(arguments: [
    "", "fold-", "fold-x-0", "build-1", "fold-aaaaaaaaaaaaaaaaaaaaaaaaaa",
    "fold-aaaaaaaaaaaaaaaaaaaaaaaaaa-", "fold-aaaaaaaaaaaaaaaaaaaaaaaaaa--1",
    "fold-aaaaaaaaaaaaaaaaaaaaaaaaaa-01", "fold-AAAAAAAAAAAAAAAAAAAAAAAAAA-0",
    "fold-aaaaaaaaaaaaaaaaaaaaaaaaaa-0-0",
  ]) func `other ids are no fold ids`(_ id: String) {
    #expect(FoldID(id) == nil)
  }

  @Test func `a subject key tells source and id apart`() throws {
    func key(_ source: String, _ id: String) throws -> SubjectKey {
      try SubjectKey(of: MessageIdentity(source: source, id: id)) { bytes in
        bytes + [UInt8](repeating: 1, count: 32)
      }
    }
    #expect(try key("ci", "1").text.utf8.count == SubjectKey.size)
    #expect(try key("ci", "1") != key("c", "i1"))
    #expect(try SubjectKey(key("ci", "1").text) == key("ci", "1"))
    #expect(SubjectKey("lower") == nil)
  }

  @Test func `occurrences are counted by origin, the first of a fold key too`() {
    let clock = HybridClock(milliseconds: 1, origin: ExchangeOrigin(rawValue: 1))
    func shown(_ id: String, _ counts: [Int64]) -> Int64 {
      let content = ContentRegister(
        ContentPush(["title": .string("x")]), of: MessageIdentity(source: "ci", id: id), at: clock)
      let counters = counts.map { OccurrenceCounter(generation: 0, count: $0, lastAt: 0) }
      return OccurrenceCounter.shown(counters, of: content)
    }
    let fold = FoldID(source: "ci", key: "job", number: 0).description
    #expect(shown("b1", []) == 1 && shown("b1", [1, 2]) == 4)
    #expect(shown(fold, []) == 1 && shown(fold, [1, 2]) == 3)
    #expect(shown("b1", [RegisterLimits.number.upperBound, 5]) == RegisterLimits.number.upperBound)
  }
}

@Suite struct HybridClockTests {
  private static let origin = ExchangeOrigin(rawValue: 0xc972_e56f)
  private static let other = ExchangeOrigin(rawValue: 0x09ab_12cd)

  @Test func `the text is milliseconds, counter and origin`() throws {
    let clock = HybridClock(milliseconds: 1_795_450_395_980, origin: Self.origin)
    #expect(clock.description == "1795450395980.0.c972e56f")
    #expect(try HybridClock("1795450395980.0.c972e56f") == clock)
    #expect(ExchangeOrigin(ofInbox: "c972e56f85c65664") == Self.origin)
    #expect(ExchangeOrigin(rawValue: 0xab).description == "000000ab")
  }

  @Test(arguments: [
    "", "1.2", "1.2.c972e56f.4", String(repeating: "9", count: 80), "-1.0.c972e56f",
    "01.0.c972e56f", "+1.0.c972e56f", "253402300800000.0.c972e56f", "1.4294967296.c972e56f",
    "1..c972e56f", "1.0.C972E56F", "1.0.c972e56", "1.0.c972e56ff",
  ]) func `rubbish is refused`(_ text: String) {
    #expect(throws: RegisterError.self) { try HybridClock(text) }
  }

  @Test func `the order is total`() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<500 {
      let (a, b) = (HybridClock.random(using: &random), HybridClock.random(using: &random))
      #expect([a < b, b < a, a == b].count(where: \.self) == 1)
    }
    #expect(
      HybridClock(milliseconds: 1, counter: 9, origin: Self.origin)
        < HybridClock(milliseconds: 2, origin: Self.other))
  }

  @Test func `a new timestamp follows the corrected time and all that was seen`() throws {
    let seen = HybridClock(milliseconds: 1_000, origin: Self.other)
    func next(_ time: Int64, _ offset: Int64 = 0, after seen: HybridClock?, floor: Int64 = 0) throws
      -> HybridClock
    {
      try .next(at: time, offset: offset, after: seen, notBefore: floor, by: Self.origin)
    }
    #expect(try next(5_000, after: seen).milliseconds == 5_000)
    #expect(try next(5_000, 4_500, after: nil).milliseconds == 500)
    #expect(try next(5_000, 4_500, after: seen).milliseconds == 1_001)
    #expect(try next(500, after: seen, floor: 2_000).milliseconds == 2_000)
    #expect(try next(1_000, after: seen).milliseconds == 1_001)
    #expect(try next(.min, 1, after: nil).milliseconds == 0)
    #expect(try next(.max, -1, after: nil).milliseconds == HybridClock.latestMilliseconds)
  }

  @Test func `at the end of time the counter grows, then nothing`() throws {
    let end = HybridClock(milliseconds: .max, origin: Self.other)
    #expect(end.milliseconds == HybridClock.latestMilliseconds)
    let next = try HybridClock.next(at: 0, after: end, by: Self.origin)
    #expect(end < next && next.counter == 1)
    let last = HybridClock(milliseconds: .max, counter: .max, origin: Self.other)
    #expect(throws: HybridClockError.self) {
      try HybridClock.next(at: 0, after: last, by: Self.origin)
    }
  }
}

@Suite struct ExchangeContentTests {
  private static let origin = ExchangeOrigin(rawValue: 1)
  private let identity = MessageIdentity(source: "ci", id: "b1")

  private func clock(_ time: Int64) -> HybridClock {
    HybridClock(milliseconds: time, origin: Self.origin)
  }

  private func content(
    _ fields: [String: JSONValue], isPartial: Bool = false, at time: Int64
  ) -> ContentRegister {
    ContentRegister(ContentPush(fields, isPartial: isPartial), of: identity, at: clock(time))
  }

  @Test func `a part never replaces a whole, whatever its time`() {
    let whole = content(["title": "whole", "body": "text"], at: 10)
    let part = content(["title": "part", "glyph": "x"], isPartial: true, at: 20)
    let joined = part.joined(with: whole)
    #expect(joined.values == ["title": "whole", "body": "text", "glyph": "x"])
    #expect(!joined.isPartial && joined == whole.joined(with: part))
    #expect(whole.merging(ContentPush(["title": "p"], isPartial: true), at: clock(30)) == whole)
  }

  @Test func `each field is joined alone`() {
    let first = content(["title": "a", "body": "b"], at: 10)
    let title = first.merging(ContentPush(["title": "A"]), at: clock(20))
    let body = first.merging(ContentPush(["body": .null]), at: clock(15))
    #expect(title.joined(with: body).values == ["title": "A"])
  }

  @Test func `a later occurrence clears what it does not carry`() {
    let first = content(["title": "a", "glyph": "x"], at: 10)
    let next = first.occurring(ContentPush(["title": "b"]), at: clock(20))
    let glyph = first.merging(ContentPush(["glyph": "y"]), at: clock(15))
    #expect(next.joined(with: glyph).values == ["title": "b"])
    let later = first.merging(ContentPush(["glyph": "z"]), at: clock(25))
    #expect(later.joined(with: next).values == ["title": "b", "glyph": "z"])
  }

  @Test func `a purge is final for its generation`() {
    let first = content(["title": "a"], at: 10)
    let purged = first.purged(at: clock(20))
    let later = first.merging(ContentPush(["title": "b"]), at: clock(900))
    #expect(later.joined(with: purged) == purged && purged.joined(with: later) == purged)
    #expect(purged.merging(ContentPush(["title": "b"]), at: clock(900)) == purged)
    let generation = AbsentMark.generation(of: purged, mark: nil)
    let next = ContentRegister(
      ContentPush(["title": "c"]), of: identity, generation: generation, at: clock(5))
    #expect(generation == 1 && purged.joined(with: next) == next)
  }

  @Test func `a row gives timestamps to what differs`() throws {
    let first = content(["title": "a", "body": "b", "received": .integer(5)], at: 10)
    let row: [String: JSONValue] = [
      "title": "a", "tags": .array([.string("x")]), "received": .integer(5),
    ]
    let changed = try #require(first.taking(row, at: clock(20)))
    #expect(changed.values == row)
    #expect(changed.fields["title"]?.clock == clock(10))
    #expect(changed.fields["body"]?.clock == clock(20))
    #expect(changed.taking(row, at: clock(30)) == nil)
  }
}

@Suite struct AbsentMarkTests {
  private static let origin = ExchangeOrigin(rawValue: 1)
  private static let day: Int64 = 86_400_000
  private let purge = AbsentMark(
    reason: .purged(HybridClock(milliseconds: 10 * day, origin: origin)), generation: 2)

  private func content(generation: Int64) -> ContentRegister {
    ContentRegister(
      ContentPush(["title": .string("x")]), of: MessageIdentity(source: "ci", id: "1"),
      generation: generation, at: HybridClock(milliseconds: 1, origin: Self.origin))
  }

  @Test func `the mark of a purge ends by its own time`() {
    #expect(!purge.isExpired(at: 190 * Self.day - 1))
    #expect(purge.isExpired(at: 190 * Self.day))
    #expect(!purge.isExpired(at: 190 * Self.day, lifetime: AbsentMark.retention))
    #expect(!AbsentMark(reason: .pruned, generation: 0).isExpired(at: .max))
    #expect(AbsentMark.renewal < AbsentMark.lifetime - AbsentMark.longAbsence)
    #expect(AbsentMark.lifetime < AbsentMark.retention)
  }

  @Test func `the stream forgets the mark of a purge last, after its end here`() {
    let lifetimes = PurgeLifetimes.default
    let purge = 10 * Self.day
    for (now, mark, leftover): (Int64, Int64, Int64) in [
      (10, 181, 180), (11, 180, 179), (189, 2, 1), (9, 182, 181),
    ] {
      #expect(lifetimes.secondsOfMark(since: purge, at: now * Self.day) == mark * 86_400)
      #expect(lifetimes.secondsOfLeftover(since: purge, at: now * Self.day) == leftover * 86_400)
    }
    #expect(lifetimes.secondsOfLeftover(since: purge, at: purge + 1) == 180 * 86_400)
    // What has ended may go at once, and no end is too far for a server.
    #expect(lifetimes.secondsOfLeftover(since: purge, at: 999 * Self.day) == 1)
    for now in [0, Int64.min] {
      #expect(lifetimes.secondsOfMark(since: .max, at: now) == 100 * 365 * 86_400)
    }
    #expect(lifetimes.mark + lifetimes.margin < lifetimes.retention)
    // A machine that was away for less than the limit finds a mark that was sent as late as may be.
    #expect(lifetimes.renewal + AbsentMark.longAbsence < lifetimes.mark)
  }

  @Test func `it admits a later generation only, until it ends`() {
    let now = 20 * Self.day
    #expect(!purge.admits(content(generation: 2), at: now))
    #expect(purge.admits(content(generation: 3), at: now))
    #expect(purge.admits(content(generation: 2), at: 190 * Self.day))
    let pruned = AbsentMark(reason: .pruned, generation: 2)
    #expect(!pruned.admits(content(generation: 2), at: .max))
    #expect(pruned.admits(content(generation: 3), at: now))
    #expect(AbsentMark(reason: .early, generation: 0).admits(content(generation: 0), at: now))
  }

  @Test func `news brings a pruned message back`() {
    let clocks = [3, 4, 5].map { HybridClock(milliseconds: $0, origin: Self.origin) }
    let pruned = AbsentMark(reason: .pruned, generation: 2, latest: clocks[1])
    for (clock, isNews) in zip(clocks, [false, false, true]) {
      let raised = content(generation: 2).raised(endsSnooze: false, at: clock)
      #expect(pruned.admits(raised, at: 0) == isNews)
      #expect(!AbsentMark(reason: .pruned, generation: 2).admits(raised, at: 0))
    }
    let over = content(generation: 2).resolved(by: ContentPush([:]), at: 5, clock: clocks[2])
    #expect(!pruned.admits(over, at: 0))
  }

  @Test func `a push begins the next generation where the purge is known`() {
    #expect(AbsentMark.generation(of: nil, mark: nil) == 0)
    #expect(AbsentMark.generation(of: nil, mark: purge) == 3)
    #expect(AbsentMark.generation(of: content(generation: 5), mark: purge) == 5)
    #expect(AbsentMark.generation(of: nil, mark: AbsentMark(reason: .pruned, generation: 4)) == 4)
  }

  @Test func `a pruned message that is purged elsewhere leaves the mark of the purge`() throws {
    let clock = HybridClock(milliseconds: 7, origin: Self.origin)
    let pruned = AbsentMark(reason: .pruned, generation: 0)
    let joined = pruned.joined(with: content(generation: 0).purged(at: clock))
    #expect(joined.reason == .purged(clock))
    #expect(purge.joined(with: content(generation: 1).purged(at: clock)) == purge)
  }

  @Test func `a long absence is counted from the last reading`() {
    #expect(!AbsentMark.isLongAbsence(since: nil, at: .max))
    #expect(!AbsentMark.isLongAbsence(since: 0, at: 149 * Self.day))
    #expect(AbsentMark.isLongAbsence(since: 0, at: 150 * Self.day))
    #expect(AbsentMark.isLongAbsence(since: .min, at: .max))
    #expect(!AbsentMark.isLongAbsence(since: 100, at: 0))
  }
}

/// The machine that asks decides; each machine's answer is its own.
@Suite struct DecisionTests {
  private let here = ExchangeOrigin(rawValue: 1)
  private let there = ExchangeOrigin(rawValue: 2)

  private func question(askedBy origin: ExchangeOrigin, at time: Int64) -> ContentRegister {
    let clock = HybridClock(milliseconds: time, origin: origin)
    let push = ContentPush(["title": .string("Deploy?")])
    return ContentRegister(push, of: MessageIdentity(source: "ask", id: "1"), at: clock)
      .asked(at: clock)
  }

  private func answer(
    _ label: String, to content: ContentRegister, at time: Int64
  ) throws -> AnswerRegister {
    AnswerRegister(
      generation: content.generation, askedAt: try #require(content.askedAt), label: label,
      time: time)
  }

  @Test func `the first answer that the asking machine has seen is decided, once`() throws {
    let content = question(askedBy: here, at: 10)
    let answers = [
      here: try answer("no", to: content, at: 30), there: try answer("yes", to: content, at: 20),
    ]
    let decided = AnswerRegister.decided(content, among: answers, unless: nil, by: here)
    #expect(decided?.label == "yes")
    #expect(AnswerRegister.decided(content, among: answers, unless: nil, by: there) == nil)
    #expect(AnswerRegister.decided(content, among: answers, unless: decided, by: here) == nil)
    #expect(try AnswerRegister.shown(content, decisions: [here: #require(decided)]) == decided)
    #expect(try AnswerRegister.shown(content, decisions: [there: #require(decided)]) == nil)
  }

  @Test func `a question that is asked again is open again`() throws {
    let first = question(askedBy: here, at: 10)
    let again = first.asked(at: HybridClock(milliseconds: 50, origin: here))
    let old = try answer("yes", to: first, at: 20)
    #expect(AnswerRegister.shown(again, decisions: [here: old]) == nil)
    #expect(AnswerRegister.decided(again, among: [here: old], unless: old, by: here) == nil)
    let new = try answer("no", to: again, at: 5)
    #expect(old.joined(with: new) == new && new.joined(with: old) == new)
  }
}
