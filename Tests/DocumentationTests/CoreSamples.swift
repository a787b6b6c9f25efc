import Foundation
import InboxCore
import InboxTestSupport
import Testing

/// The samples of the core's pages, compiled and run as they stand there.
@Suite("samples of the core")
struct CoreSamples {
  @Test func `an inbox opens in a folder`() throws {
    let folder = try TemporaryFolder().path
    // sample
    let inbox = try Inbox.open(folder: folder)
    defer { try? inbox.close() }
    // end
    #expect(inbox.path != nil)
  }

  @Test func `a push, a snapshot and pages`() throws {
    let inbox = try Inbox.inMemory()
    try push(into: inbox)
    try read(inbox)
    try page(inbox)
  }

  private func push(into inbox: Inbox) throws {
    // sample
    let payload = Payload(
      title: "Backup finished", body: "42 GB copied, no errors.", priority: .high)
    let outcome = try inbox.push([payload], defaultSource: "cron/backup")
    print(outcome.results)
    // end
    #expect(outcome.results.count == 1)
  }

  private func read(_ inbox: Inbox) throws {
    // sample
    let query = MessageQuery(filter: .unread, order: .priority)
    let snapshot = try inbox.snapshot(of: query, in: MessageWindow(limit: 20))
    for row in snapshot.rows {
      print(row.number, row.title ?? "")
    }
    print("\(snapshot.counts.unread) unread")
    // end
    #expect(snapshot.rows.map(\.title) == ["Backup finished"])
  }

  private func page(_ inbox: Inbox) throws {
    // sample
    let pages = InboxPageSource(inbox, pageSize: 50)
    while pages.hasNextPage {
      try pages.nextPage()
    }
    print(pages.objects.count)
    // end
    #expect(pages.objects.count == 1)
  }

  @Test func `a verb on a filter, and undo`() throws {
    let inbox = try Inbox.inMemory()
    let before = Date(timeIntervalSinceNow: -30 * 86_400)
    _ = try inbox.at(before).push([.make("old"), .make("unread")], defaultSource: "test")
    _ = try inbox.at(before).perform(.read, on: .numbers([MessageNumber(1)]))
    _ = try inbox.push([.make("new")], defaultSource: "test")
    _ = try inbox.perform(.read, on: .numbers([MessageNumber(3)]))
    // sample
    let old = try MessageFilter(parsing: "is:read before:-7d", now: Date(), timeZone: .current)
    let outcome = try inbox.perform(.delete, on: .matching(old))
    print("\(outcome.changedCount) deleted")
    try inbox.undo()
    // end
    #expect(outcome.changedCount == 1)
    #expect(try inbox.counts().deleted == 0)
  }

  @Test func `a phrase for a verb, and undo`() throws {
    let inbox = try Inbox.inMemory()
    try inbox.push(.make("new"), defaultSource: "test")
    // sample
    let newest = try inbox.snapshot(of: MessageQuery(), in: MessageWindow(limit: 1))
    try inbox.markRead(newest.rows.map(\.number))
    try inbox.undo()
    // end
    #expect(try inbox.counts().unread == 1)
  }

  @Test func `a message by the id of its push`() throws {
    let inbox = try Inbox.inMemory()
    try inbox.push(Payload(title: "Sent", source: "shop", id: "order-7"), defaultSource: "test")
    // sample
    if let order = try inbox.message(from: "shop", id: "order-7") {
      try inbox.markRead([order.number])
    }
    // end
    #expect(try inbox.counts().read == 1)
    #expect(try inbox.message(from: "shop", id: "order-8") == nil)
  }

  @Test func `the same again, and over`() throws {
    let inbox = try Inbox.inMemory()
    // sample
    let disk = Payload(title: "Disk 91 % full", body: "on web1", progress: 91, fold: "disk/web1")
    try inbox.push(disk, defaultSource: "monitor")
    try inbox.push(
      Payload(title: "Disk 96 % full", body: "on web1", progress: 96, fold: "disk/web1"),
      defaultSource: "monitor")
    try inbox.push(
      Payload(title: "Disk has room again", resolves: "disk/web1"), defaultSource: "monitor")
    let rows = try inbox.snapshot(of: MessageQuery(), in: MessageWindow(limit: 20)).rows
    for row in rows where row.occurrences > 1 {
      let message = try inbox.message(row.number)
      print("\(row.occurrences) times, \(row.isResolved ? "over" : "going on")")
      print(message?.earlier.map { $0.title ?? "" } ?? [])
    }
    // end
    #expect(rows.map(\.occurrences) == [2])
    #expect(rows.map(\.isResolved) == [true])
    let earlier = try #require(try inbox.message(rows[0].number)).earlier
    #expect(earlier.map(\.title) == ["Disk 91 % full"])
  }

  @Test func `folding and rules are a host's choice`() throws {
    let folder = try TemporaryFolder().path
    // sample
    let tests = MessageFilter([.init(.source("ci/*")), .init(.tag("flaky"))])
    let configuration = InboxConfiguration(
      foldRepeats: .off,
      rules: [
        Rule(
          name: "flaky", filter: tests,
          actions: RuleActions(mutes: true, addedTags: ["later"], expiresAfter: "2d"))
      ])
    let inbox = try Inbox.open(folder: folder, configuration: configuration)
    // end
    defer { try? inbox.close() }
    let failed = Payload(title: "Test failed", source: "ci/web", tags: ["flaky"])
    try inbox.push([failed, failed], defaultSource: "test")
    let rows = try inbox.snapshot(of: MessageQuery(), in: MessageWindow(limit: 9)).rows
    #expect(rows.map(\.occurrences) == [1, 1])
    let message = try #require(try inbox.message(rows[0].number))
    #expect(message.rules == ["flaky"])
    #expect(message.tags == ["flaky", "later"])
    #expect(message.delivery == .inbox)
    #expect(message.expiresAt != nil)
  }

  @Test func `calls in tasks`() async throws {
    let inbox = try Inbox.inMemory()
    let payload = Payload.make("Backup finished")
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    // sample
    try await inbox.push(payload, defaultSource: "cron/backup")
    for try await message in inbox.messages(matching: MessageQuery(filter: .unread)) {
      print(message.title ?? "")
    }
    // end
    #expect(printed == ["Backup finished"])
  }

  @Test func `an observer and a sequence`() async throws {
    let inbox = try Inbox.inMemory()
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    let (seen, see) = AsyncStream.makeStream(of: Int.self)
    // What the samples print is kept here instead.
    @Sendable func print(_ text: String) { tell.yield(text) }
    @Sendable func print(_ count: Int) { see.yield(count) }
    // sample
    let token = try inbox.observe { change in
      print("\(change.inserted.count) new, \(change.countsAfter.unread) unread")
    }
    // end
    let reading = Task {
      // sample
      let snapshots = inbox.snapshots(of: MessageQuery(), in: MessageWindow(limit: 20))
      for try await snapshot in snapshots {
        print(snapshot.counts.unread)
      }
      // end
    }
    #expect(await seen.first { _ in true } == 0)
    _ = try await inbox.push([.make("a"), .make("b")], defaultSource: "test")
    #expect(await told.first { _ in true } == "2 new, 2 unread")
    #expect(await seen.first { $0 == 2 } == 2)
    token.cancel()
    reading.cancel()
    _ = await reading.result
  }

  @Test func `the steps of a change, and messages by what a person types`() async throws {
    let inbox = try Inbox.inMemory()
    let (told, tell) = AsyncStream.makeStream(of: [MessageNumber].self)
    @Sendable func print(_ numbers: [MessageNumber]) { tell.yield(numbers) }
    // sample
    let openings = try inbox.observe { change in
      for event in change.events where event.name == "opened" { print(event.messages) }
    }
    // end
    for source in ["a", "b"] {
      _ = try await inbox.push([.make(id: "order-7", source: source)], defaultSource: "test")
    }
    let found = try inbox.resolve(["@1", "order", "none"])
    #expect(found.numbers == [MessageNumber(1)] && found.unknown == ["none"])
    #expect(found.ambiguous == ["order": [MessageNumber(1), MessageNumber(2)]])
    _ = try await inbox.perform(.open(.inbox), on: .numbers(found.numbers))
    #expect(await told.first { _ in true } == found.numbers)
    openings.cancel()
    var configuration = inbox.configuration
    #expect(configuration.maximumCount == nil)
    configuration.maximumCount = 1
    inbox.update(configuration: configuration)
    _ = try await inbox.push([.make("third")], defaultSource: "test")
    #expect(try await inbox.counts().listed == 1)
  }

  /// Compiled, and not run: it goes on for ever, in a folder that there is not.
  // sample
  func followInbox() async throws {
    let inbox = try Inbox.open(folder: "/path/to/inbox")
    try await inbox.push(Payload(title: "Backup finished", body: "42 GB"))
    let snapshots = inbox.snapshots(of: MessageQuery(), in: MessageWindow(limit: 20))
    for try await snapshot in snapshots {
      print(snapshot.counts.unread, snapshot.rows.map(\.title))
    }
  }
  // end

  @Test func `a filter from values and from words`() throws {
    // sample
    let built = MessageFilter([.init(.status(.unread)), .init(.source("ntfy/*"))])
    let read = try MessageFilter(
      parsing: "is:unread source:ntfy/*", now: Date(), timeZone: .current)
    // end
    #expect(built == read)
  }
}
