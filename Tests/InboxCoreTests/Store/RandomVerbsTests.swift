import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// Whatever happens in whatever order, all that counts agrees.
@Suite struct RandomVerbsTests {
  private static let filters: [MessageFilter] = [.unread, .all, .trash, .done]

  @Test(arguments: 1...6) func `counters, recount, lists and search agree after any steps`(
    _ seed: UInt64
  ) throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder, maximumCount: 40)
    var random = SeededRandom(seed: seed)
    var (now, latest) = (Date.testing, Date.testing)
    for step in 1...120 {
      now += Double(Int.random(in: 0...30, using: &random))
      // Now and then somebody sets the clock back.
      if Int.random(in: 0..<12, using: &random) == 0 { now -= 600 }
      latest = max(now, latest)
      try act(on: inbox, at: now, using: &random)
      try check(inbox, at: now, step: step, isBehind: now < latest, "seed \(seed)")
    }
    now = latest
    let before = try inbox.stored()
    try inbox.close()
    let reopened = try Inbox.testing(in: folder, maximumCount: 40)
    #expect(try reopened.stored() == before)
    try check(reopened, at: now, step: 0, "seed \(seed), opened again")
    try check(reopened, at: now + 100, step: 0, "seed \(seed), later")
    #expect(try reopened.at(now).health().isSound)
  }

  private func act(on inbox: Inbox, at now: Date, using random: inout SeededRandom) throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3:
      let payloads = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        payload(at: now, using: &random)
      }
      try inbox.at(now).push(payloads, defaultSource: "cli")
    case 4: try inbox.at(now).undo()
    case 5: try inbox.at(now).redo()
    case 6:
      try inbox.at(now).purge(.matching(random.pick(Self.filters)))
    default:
      let verbs: [Verb] = [
        .view, .open(.inbox), .read, .unread, .delete, .restore, .pin, .unpin,
        .snooze(until: .date(now + 40)), .snooze(until: .repetition),
        .snooze(until: .next), .unsnooze, .done, .done, .undone,
      ]
      try inbox.at(now).perform(random.pick(verbs), on: selection(using: &random))
    }
  }

  private func payload(at now: Date, using random: inout SeededRandom) -> Payload {
    func sometime() -> Date? {
      random.pick([nil, nil, nil, now + Double(Int.random(in: -40...60, using: &random))])
    }
    var payload = Payload.make(
      random.pick(["Disk full", "Backup", "Ünïcode"]),
      id: random.pick([nil, "\(Int.random(in: 1...20, using: &random))"]),
      body: random.pick([nil, "text"]), categories: random.pick([nil, ["a"], ["a", "b", "a"]]),
      sentAt: sometime(), startsAt: sometime(), expiresAt: sometime(),
      delivery: random.pick([nil, .inbox, .alert]))
    payload.resurfaces = Int.random(in: 0..<4, using: &random) == 0
    payload.isPartial = Int.random(in: 0..<4, using: &random) == 0
    return payload
  }

  private func selection(using random: inout SeededRandom) -> MessageSelection {
    guard Bool.random(using: &random) else { return .matching(random.pick(Self.filters)) }
    return .numbers((0..<8).map { _ in MessageNumber(Int64.random(in: 1...200, using: &random)) })
  }

  private func check(
    _ inbox: Inbox, at now: Date, step: Int, isBehind: Bool = false, _ label: Comment
  ) throws {
    let counts = try inbox.at(now).counts()
    let expected = [counts.unread, counts.listed, counts.deleted, counts.done]
    for (filter, count) in zip(Self.filters, expected) {
      let rows = try inbox.at(now).rows(MessageQuery(filter: filter))
      #expect(rows.count == count, label)
      #expect(Set(rows.map(\.number)).count == count, label)
      #expect(try inbox.at(now).count(matching: filter) == count, label)
    }
    let messages = try inbox.stored()
    #expect(messages.count == counts.stored, label)
    #expect(messages.count { $0.status == .deleted } == counts.deleted, label)
    #expect(messages.allSatisfy { $0.doneAt == nil || $0.status != .unread }, label)
    #expect(messages.count(where: \.isDone) == counts.done, label)
    let listed = messages.filter { isListed($0, at: now) }
    // What the clock has done stays done when it is set back.
    if !isBehind { #expect(listed.count == counts.listed, label) }
    // Before the next write the end of a snooze shows in the counts only.
    if step > 0, !isBehind {
      #expect(listed.count { $0.status == .unread } == counts.unread, label)
    }
    // The slow part: all of the file is read.
    guard step.isMultiple(of: 4) else { return }
    let health = try inbox.at(now).health()
    #expect(health.counts == health.recount && health.isSearchIndexSound == true, label)
  }

  private func isListed(_ message: Message, at now: Date) -> Bool {
    message.status != .deleted && message.delivery != .alert && message.doneAt == nil
      && message.startsAt ?? now <= now && message.expiresAt ?? .distantFuture > now
      && message.snoozedUntil ?? now <= now && message.snoozedFor == nil
  }
}
