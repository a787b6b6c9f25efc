import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct LogTests {
  private let inbox = Inbox.empty()

  init() throws { for second in 0..<4 { try inbox.at(Double(second)).push(.make(), from: "a") } }

  private func limits(_ size: Int) -> LogLimits { LogLimits(age: LogLimits.normal.age, size: size) }

  @Test func `entries older than thirty days go, and who asks for them is told`() throws {
    let month = Double(LogLimits.normal.age / 1_000)
    try inbox.store.write { try $0.trimLog(bySize: false, at: .testing(month + 2)) }
    #expect(try inbox.log(after: 0, limit: 9) == .gap(resumeAt: 2))
    let kept = try inbox.entries(after: 2)
    #expect(kept.map(\.sequence) == [3, 4])
  }

  @Test func `writing alone lets the old ones go`() throws {
    let later = Date.testing(Double(LogLimits.normal.age / 1_000) + 60)
    for _ in try inbox.lastSequence()..<LogLimits.interval - 1 {
      try inbox.at(later).push(.make(), from: "a")
    }
    #expect(try inbox.log(after: 0, limit: 1) != .gap(resumeAt: 4))
    try inbox.at(later).push(.make(), from: "a")
    #expect(try inbox.log(after: 0, limit: 1) == .gap(resumeAt: 4))
  }

  @Test func `the oldest go while the log is too large`() throws {
    let size = 2 * (32 + PackedNumbers([.init(1)]).bytes.count)
    try inbox.store.write { try $0.trimLog(to: limits(size), bySize: true, at: .testing) }
    #expect(try inbox.log(after: 1, limit: 9) == .gap(resumeAt: 2))
    #expect(try inbox.lastSequence() == 4)
  }

  @Test func `what was done with counts for the size of an entry`() throws {
    let label = String(repeating: "ü", count: 500)
    let payload = Payload.make().with { $0.actions = .set([MessageAction(id: "a", label: label)]) }
    try inbox.push(payload, from: "a")
    for _ in 0..<4 { _ = try inbox.answer(5, action: "a") }
    try inbox.store.write { try $0.trimLog(to: limits(2_500), bySize: true, at: .testing) }
    #expect(try inbox.log(after: 0, limit: 99) == .gap(resumeAt: 7))
  }

  @Test func `changes come back from their packed form`() {
    var random = SeededRandom(seed: 3)
    func state() -> MessageState {
      MessageState(
        status: random.pick(Status.allCases),
        statusBeforeDelete: random.pick([nil, .unread, .read]),
        isPinned: Bool.random(using: &random),
        snoozedUntil: random.pick([nil, 0, -1, .max, .min, 1_769_860_800_000]),
        snoozedFor: random.pick([nil, nil, .next, .visit(machine: nil), .visit(machine: "büro")]),
        doneAt: random.pick([nil, nil, 0, .max, 1_769_860_800_000]))
    }
    var number: Int64 = 0
    let changes = (0..<500).map { _ in
      number += random.pick([1, 2, 200, 1 << 40])
      return StateChange(number: MessageNumber(number), before: state(), after: state())
    }
    let bytes = PackedChanges(changes).bytes
    #expect(PackedChanges.unpack(bytes) == changes)
    for length in 0..<60 {
      let cut = PackedChanges.unpack(Array(bytes.prefix(length)))
      #expect(cut == nil || cut == Array(changes.prefix(cut?.count ?? 0)))
    }
  }
}
