import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxExchange

/// Inboxes that exchange their values through real servers.
@Suite(.waiting, .serialized) struct ExchangeTests {
  @Test(arguments: NATSProgram.all)
  func `machines show the same, and each change is sent once`(program: NATSProgram) async throws {
    let (server, laptop, desktop) = try twoMachines(program)
    for index in 0..<3 { try laptop.push("of the laptop \(index)") }
    for index in 0..<2 { try desktop.push("of the desktop \(index)") }
    try laptop.start()
    #expect(try await agree(laptop, count: 3))
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 5))

    // Each step by one machine reaches the other one while both are running.
    try laptop.perform(.read, "of the desktop 0")
    #expect(try await agree(laptop, desktop, count: 5))
    #expect(try desktop.message("of the desktop 0").status == .read)
    try desktop.perform(.pin, "of the laptop 1")
    #expect(try await agree(laptop, desktop, count: 5))
    #expect(try laptop.message("of the laptop 1").isPinned)

    let before = try await withStream(server) { try await $0.info().lastSequence }
    try laptop.push("one more")
    #expect(try await agree(laptop, desktop, count: 6))
    await stop(laptop, desktop)
    // The place after its own values as well, so that they are not read again.
    let last = try await withStream(server) { try await $0.info().lastSequence }
    #expect(try ExchangeInbox(laptop.inbox).position()?.sequence == last)
    let news = try await withStream(server) { stream in
      let place = ExchangePlace(stream: try await stream.info().created, sequence: before)
      // A machine says now and then that it is there.
      return try await stream.values(after: place).map(\.subject)
        .filter { !$0.contains(".machine.") }
    }
    // A new message is its content alone, and nobody repeats it.
    #expect(news.count == 1 && news[0].hasSuffix(".c"), "\(news)")
  }

  @Test func `changes made offline meet, and those made elsewhere are kept`() async throws {
    let (_, laptop, desktop) = try twoMachines()
    for title in ["a", "b", "c"] { try laptop.push(title) }
    try start(laptop, desktop)
    #expect(try await agree(laptop, desktop, count: 3))
    await laptop.stop()
    try laptop.perform(.read, "a")
    try laptop.push("of the train")
    try desktop.perform(.pin, "a")
    try desktop.perform(.delete, "b")
    try desktop.purge("b")
    #expect(try ExchangeInbox(laptop.inbox).waitingCount() == 2)
    try laptop.start()
    #expect(try await agree(laptop, desktop, count: 3))
    let met = try desktop.message("a")
    #expect(met.status == .read && met.isPinned)
    await stop(laptop, desktop)
  }

  @Test func `values are sealed, and a machine with another key takes no part`() async throws {
    let server = try NATSServer(.newest())
    let (key, other) = try (
      server.secret("key", String(repeating: "ABCD-", count: 12) + "AAAA"),
      server.secret("other", String(repeating: "ABCE-", count: 12) + "AAAA")
    )
    let laptop = try ExchangingMachine("laptop", server, key: key)
    try laptop.push("the secret title", source: "secret/source")
    try laptop.start()
    #expect(try await agree(laptop, count: 1))
    let desktop = try ExchangingMachine("desktop", server, key: key)
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 1))

    // What the server has on its disk.
    await stop(laptop, desktop)
    server.send(SIGTERM)
    var bytes = Data()
    let files = FileManager.default.enumerator(atPath: server.folder.path + "/store")
    while let file = files?.nextObject() as? String {
      bytes += FileManager.default.contents(atPath: "\(server.folder.path)/store/\(file)") ?? Data()
    }
    #expect(bytes.firstRange(of: Data("bb1.default.machine".utf8)) != nil)
    for word in ["secret", "laptop", "title"] {
      #expect(bytes.firstRange(of: Data(word.utf8)) == nil, "\(word)")
    }

    let second = try NATSServer(.newest(), in: server.folder)
    for (path, id) in [(other, try ExchangeKey(path: other).id), ("", "")] {
      let stranger = try ExchangingMachine("stranger", second, key: path)
      try stranger.push("of a stranger")
      let before = try await withStream(second) { try await $0.info().lastSequence }
      try stranger.start()
      let expected = ExchangeError.wrongKey(here: id, stream: try ExchangeKey(path: key).id)
      #expect(await stranger.end() as? ExchangeError == expected)
      #expect(try stranger.views.count == 1)
      #expect(try await withStream(second) { try await $0.info().lastSequence } == before)
    }
    // For a machine that has exchanged before, nothing waits to be sent under the wrong key.
    laptop.move(to: second.port)
    laptop.use(key: other)
    try laptop.start()
    let expected = try ExchangeError.wrongKey(
      here: ExchangeKey(path: other).id, stream: ExchangeKey(path: key).id)
    #expect(await laptop.end() as? ExchangeError == expected)
    #expect(try ExchangeInbox(laptop.inbox).waitingCount() == 0)
  }

  @Test func `sources that stay here are not sent`() async throws {
    let server = try NATSServer(.newest())
    let laptop = try ExchangingMachine(
      "laptop", server, share: ["desktop": false, "desktop/mail": true])
    let desktop = try ExchangingMachine("desktop", server)
    try laptop.push("kept", source: "desktop/music")
    try laptop.push("shared", source: "desktop/mail")
    try laptop.push("shared too", source: "desk")
    try start(laptop, desktop)
    #expect(try await comesTrue { try desktop.views.count == 2 })
    try laptop.perform(.read, "kept")
    try laptop.perform(.read, "shared")
    #expect(try await comesTrue { try desktop.message("shared").status == .read })
    #expect(try desktop.views.count == 2)
    await stop(laptop, desktop)
  }

  @Test func `a message that is too large stays here and keeps none from being sent`() async throws
  {
    let server = try NATSServer(.newest(), "max_payload: 4096")
    let laptop = try ExchangingMachine("laptop", server)
    let long = String.incompressible(8_000)
    try laptop.push(.make("large", id: "large", body: long))
    try laptop.push("small")
    try laptop.start()
    let desktop = try ExchangingMachine("desktop", server)
    try desktop.start()
    #expect(try await comesTrue { try desktop.views.count == 1 })
    #expect(try await comesTrue { laptop.status?.heldCount == 1 })
    #expect(laptop.status?.problem?.contains("4096 bytes") == true)
    // It is tried again after a change.
    try laptop.push(.make("large", id: "large", body: "short"))
    #expect(try await agree(laptop, desktop, count: 2))
    await stop(laptop, desktop)
  }

  @Test func `what was there before joining raises no alert`() async throws {
    let server = try NATSServer(.newest())
    let laptop = try ExchangingMachine("laptop", server)
    try laptop.push("before")
    try laptop.start()
    #expect(try await agree(laptop, count: 1))
    let desktop = try ExchangingMachine("desktop", server)
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 1))
    try laptop.push("after")
    #expect(try await agree(laptop, desktop, count: 2))
    #expect(try desktop.alerting == [desktop.number("after")])
    await stop(laptop, desktop)
  }

  @Test func `a message that was pruned and comes back has its old state`() async throws {
    let server = try NATSServer(.newest())
    let laptop = try ExchangingMachine("laptop", server)
    let desktop = try ExchangingMachine("desktop", server, maximum: 2)
    try start(laptop, desktop)
    try laptop.push("first")
    #expect(try await agree(laptop, desktop, count: 1))
    try laptop.perform(.pin, "first")
    try laptop.perform(.unpin, "first")
    for title in ["second", "third"] { try laptop.push(title) }
    #expect(try await comesTrue { try desktop.views.count == 2 && laptop.views.count == 3 })
    try desktop.push("first, again", id: "first")
    // Where there is room for two, the message may be pruned again as soon as it was sent.
    #expect(
      try await comesTrue { try laptop.inbox.stored().contains { $0.title == "first, again" } })
    #expect(try laptop.views.count == 3)
    await stop(laptop, desktop)
  }

  @Test func `a machine that was away for half a year sends nothing before it joins again`()
    async throws
  {
    let server = try NATSServer(.newest())
    let laptop = try ExchangingMachine("laptop", server)
    try laptop.push("old")
    try laptop.start()
    #expect(try await agree(laptop, count: 1))
    await laptop.stop()
    let later = laptop.inbox.now.addingTimeInterval(170 * 86_400)
    let exchange = ExchangeInbox(laptop.inbox.at(later))
    #expect(try exchange.position()?.daysAway(at: later) == 170)
    laptop.now = later
    try laptop.start()
    #expect(await laptop.end() as? ExchangeError == .away(days: 170))
    try exchange.endAbsence()
    try laptop.start()
    #expect(try await agree(laptop, count: 1))
    await laptop.stop()
  }

  @Test func `a filter finds the messages of a machine`() async throws {
    let (_, laptop, desktop) = try twoMachines()
    try laptop.push("a")
    let folded = Payload.make("again", fold: "f")
    try desktop.push(folded)
    try start(laptop, desktop)
    #expect(try await agree(laptop, desktop, count: 2))
    // What a later occurrence elsewhere changes is not where it arrived first.
    try laptop.push(folded)
    #expect(try await comesTrue { try desktop.message("again").occurrences == 2 })
    #expect(try await agree(laptop, desktop, count: 2))
    for machine in [laptop, desktop] {
      for (name, titles) in [("laptop", ["a"]), ("desktop", ["again"]), ("atlas", [])] {
        let filter = MessageFilter([.init(.machine(name))])
        let found = try await machine.inbox.snapshot(
          of: MessageQuery(filter: filter), in: .init(limit: 9))
        #expect(found.rows.compactMap(\.title) == titles, "\(name) on \(machine.name)")
      }
    }
    await stop(laptop, desktop)
  }

  @Test func `who leaves and comes back counts nothing twice`() async throws {
    let (_, laptop, desktop) = try twoMachines()
    let payload = Payload.make("again", fold: "f")
    for machine in [laptop, desktop, laptop] {
      try machine.push(payload)
      if machine.status == nil { try machine.start() }
      #expect(try await comesTrue { try machine.views.count == 1 })
    }
    #expect(try await comesTrue { try desktop.message("again").occurrences == 3 })
    for count in 4...5 {
      await laptop.stop()
      try laptop.leave()
      try laptop.push(payload)
      try laptop.join()
      try laptop.start()
      #expect(try await comesTrue { try desktop.message("again").occurrences == count }, "\(count)")
      #expect(try await comesTrue { try laptop.message("again").occurrences == count })
    }
    await stop(laptop, desktop)
  }
}
