import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
import Testing

@testable import bellboard

/// Whatever two processes and the clock do, everything that tells a number tells the same one.
struct AgreementTests {
  /// What is said of an inbox at one moment, by one way to ask.
  private struct Numbers: Equatable {
    var unread: Int
    var listed: Int
    var deleted: Int
    var pinned: Int?
  }

  /// What `count --follow` tells: it looks after a change, and when the clock may bring one.
  private struct Follower {
    private var lines: CountLines
    private var told: String?

    init(of inbox: Inbox, at now: Date) throws {
      lines = CountLines(of: inbox, matching: "is:unread")
      told = try lines.newLine(at: now)
    }

    mutating func check(_ inbox: Inbox, at now: Date, hasChanged: Bool, _ label: Comment) throws {
      if hasChanged || lines.nextReading <= now { told = try lines.newLine(at: now) ?? told }
      #expect(try "\(inbox.at(now).counts().unread)" == told, label)
    }
  }

  private static let maximum = 25
  private let program = Program()
  private let inbox: Inbox
  private let other: RunningProgram

  init() throws {
    let folder = "\(try program.path)/inboxes/default"
    inbox = try Inbox.open(
      folder: folder, configuration: .init(maximumCount: Self.maximum, durability: .normal))
    other = try RunningProgram(
      program, ["act", folder, "\(Self.maximum)"], executable: "InboxTestProcess")
  }

  /// Does a step in this process or in the other one.
  private func perform(_ step: RandomStep, here: Bool) throws {
    if here { return try step.perform(on: inbox) }
    try other.send(step.line)
    try #require(other.line() == "done")
  }

  @Test(arguments: 1...4) func `list, counts, badge and program always agree`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let clock = SettableClock(.testing)
    let bell = try UnreadCounter(of: inbox, now: clock.read)
    var latest = clock.read()
    // Whoever follows settles what is due, so only half of the runs have one.
    var follower = seed.isMultiple(of: 2) ? try Follower(of: inbox, at: .testing) : nil
    for step in 1...80 {
      // As often as not just the moment of a start, an expiry or the end of a snooze; and now and
      // then somebody sets the clock back.
      let isSetBack = Int.random(in: 0..<16, using: &random) == 0
      let seconds = isSetBack ? -600 : Double(Int.random(in: 0...3, using: &random)) * 10
      clock.set(clock.read() + seconds)
      let now = clock.read()
      latest = max(latest, now)
      if step.isMultiple(of: 3) {
        try check(at: now, bell, "seed \(seed), step \(step), the clock went on")
        try follower?.check(inbox, at: now, hasChanged: false, "seed \(seed), step \(step)")
      }
      let next = RandomStep(seed: random.next(), at: now, reach: 20)
      try perform(next, here: Bool.random(using: &random))
      try check(at: now, bell, "seed \(seed), step \(step)")
      try follower?.check(inbox, at: now, hasChanged: true, "seed \(seed), step \(step)")
      if step.isMultiple(of: 3) { _ = try inbox.at(now).settle() }
      // What the clock has done stays done when it is set back.
      if step.isMultiple(of: 3), now == latest {
        try checkModel(at: now, "seed \(seed), step \(step)")
      }
      if step.isMultiple(of: 16) { try checkProgram("seed \(seed), step \(step)") }
    }
    #expect(try inbox.at(latest).health().isSound)
  }

  /// Compares everything that the library tells.
  private func check(at now: Date, _ bell: UnreadCounter, _ label: Comment) throws {
    let counted = try counters(at: now)
    #expect(try paged(at: now) == counted, label)
    #expect(try filtered(at: now) == counted, label)
    _ = bell.handleWakes()
    #expect(bell.badge.unread == counted.unread, label)
    let snapshot = try inbox.at(now).snapshot(of: .init(), in: .init(limit: 3))
    var screen = UIState(size: Size(columns: 80, rows: 24))
    _ = screen.update(.snapshot(snapshot), at: now)
    let title = counted.unread == 0 ? "Inbox" : "(\(counted.unread)) Inbox"
    #expect(screen.title == title, label)
  }

  private func counters(at now: Date) throws -> Numbers {
    let counts = try inbox.at(now).counts()
    #expect(counts.stored <= Self.maximum + 12)
    let pinned = try inbox.at(now).count(matching: .pinned)
    return Numbers(
      unread: counts.unread, listed: counts.listed, deleted: counts.deleted, pinned: pinned)
  }

  private func paged(at now: Date) throws -> Numbers {
    func rows(_ filter: MessageFilter) throws -> [MessageRow] {
      let source = InboxPageSource(inbox.at(now), query: .init(filter: filter), pageSize: 4)
      while source.hasNextPage { try source.nextPage() }
      #expect(Set(source.objects.map(\.number)).count == source.objects.count)
      return source.objects
    }
    let list = try rows(.all)
    return Numbers(
      unread: list.count { $0.status == .unread }, listed: list.count,
      deleted: try rows(.trash).count, pinned: list.count(where: \.isPinned))
  }

  private func filtered(at now: Date) throws -> Numbers {
    let numbers = try inbox.at(now).counts(of: [.unread, .all, .trash, .pinned])
    return Numbers(unread: numbers[0], listed: numbers[1], deleted: numbers[2], pinned: numbers[3])
  }

  /// Compares with the rules, written once more for whole messages; the clock is settled.
  private func checkModel(at now: Date, _ label: Comment) throws {
    var expected = Numbers(unread: 0, listed: 0, deleted: 0, pinned: 0)
    try inbox.exportMessages { message in
      if message.status == .deleted { expected.deleted += 1 }
      guard message.status != .deleted, message.delivery != .alert, message.doneAt == nil,
        message.startsAt ?? now <= now, now < message.expiresAt ?? .distantFuture,
        message.snoozedUntil ?? now <= now, message.snoozedFor == nil
      else { return }
      expected.listed += 1
      expected.unread += message.status == .unread ? 1 : 0
      expected.pinned? += message.isPinned ? 1 : 0
    }
    #expect(try counters(at: now) == expected, label)
  }

  /// Compares with what the built program prints, by the clock of this machine.
  private func checkProgram(_ label: Comment) throws {
    let run = try program.run("count", "--format", "{count} {unread} {total} {deleted}")
    let now = try counters(at: Date())
    #expect(run.output == "\(now.unread) \(now.unread) \(now.listed) \(now.deleted)\n", label)
  }

  @Test(arguments: [11, 12]) func `a follower tells each number there is`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let follower = try RunningProgram(program, ["count", "--follow"])
    var told = 0
    try #require(follower.line() == "0")
    for step in 1...60 {
      // Days away, so that the clocks of three processes agree on what is in the list.
      let next = RandomStep(seed: random.next(), at: Date(), reach: 86_400)
      try perform(next, here: Bool.random(using: &random))
      let unread = try inbox.counts().unread
      guard unread != told else { continue }
      // A follower that is off, or tells nothing, ends the test here.
      try #require(follower.line() == "\(unread)", "seed \(seed), step \(step)")
      told = unread
    }
    #expect(try program.run("count").output == "\(told)\n")
  }
}
