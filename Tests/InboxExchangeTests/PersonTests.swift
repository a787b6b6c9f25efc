import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import Testing

@testable import InboxExchange

/// A person who is named otherwise later, on one machine after the other.
@Suite(.waiting, .serialized) struct PersonTests {
  private func machine(
    _ name: String, _ person: String, _ server: NATSServer
  ) throws -> ExchangingMachine {
    var settings = ExchangeSettings()
    settings.servers = ["nats://127.0.0.1:\(server.port)"]
    settings.person = person
    return try ExchangingMachine(name, settings)
  }

  @Test func `read marks, pins and snoozes move along to the new name`() async throws {
    let server = try NATSServer(.newest())
    let laptop = try machine("laptop", "me", server)
    let desktop = try machine("desktop", "me", server)
    for title in ["new", "read", "pinned", "deleted", "snoozed"] { try laptop.push(title) }
    try start(laptop, desktop)
    #expect(try await agree(laptop, desktop, count: 5))
    try laptop.perform(.read, "read")
    try desktop.perform(.pin, "pinned")
    try laptop.perform(.delete, "deleted")
    try desktop.perform(.snooze(until: .date(Date().addingTimeInterval(86_400))), "snoozed")
    #expect(
      try await comesTrue {
        try desktop.message("read").status == .read && laptop.message("pinned").isPinned
          && desktop.message("deleted").status == .deleted
          && laptop.message("snoozed").snoozedUntil != nil
      })
    #expect(try await agree(laptop, desktop, count: 5))
    await stop(laptop, desktop)
    let before = try laptop.views
    let snooze = try laptop.message("snoozed").snoozedUntil

    // What was done and not taken up yet is the former name's, and moves along as well.
    try laptop.perform(.read, "pinned")
    try laptop.rename(to: "ann")
    #expect(try laptop.message("pinned").status == .read)
    try laptop.perform(.unread, "pinned")
    #expect(try laptop.views == before)
    try laptop.start()
    #expect(try await agree(laptop, count: 5))
    let phone = try machine("phone", "ann", server)
    try phone.start()
    #expect(try await agree(laptop, phone, count: 5))
    #expect(try phone.views == before)
    #expect(try phone.message("snoozed").snoozedUntil == snooze)

    // The second machine takes what the first one did under the new name meanwhile.
    try laptop.perform(.read, "new")
    #expect(try await comesTrue { try phone.message("new").status == .read })
    try desktop.rename(to: "ann")
    try desktop.start()
    #expect(try await agree(laptop, desktop, phone, count: 5))
    #expect(try desktop.message("new").status == .read)
    #expect(try desktop.message("read").status == .read)
    await stop(laptop, desktop, phone)
  }

  @Test func `what the new person has set stands, and the former one's stays`() async throws {
    let server = try NATSServer(.newest())
    let chief = try machine("chief", "chief", server)
    let anns = try machine("anns", "ann", server)
    for title in ["a", "b", "c", "d"] { try chief.push(title) }
    try start(chief, anns)
    #expect(try await agree(chief, anns, count: 4))
    try anns.perform(.read, "a")
    try anns.perform(.pin, "c")
    try anns.perform(.read, "d")
    // Each is taken up alone, so that she has set both.
    #expect(try await comesTrue { try ExchangeInbox(anns.inbox).waitingCount() == 0 })
    try anns.perform(.unread, "d")
    #expect(try await comesTrue { try ExchangeInbox(anns.inbox).waitingCount() == 0 })
    for title in ["b", "c", "d"] { try chief.perform(.read, title) }
    // A new message is behind all of that in the stream.
    try anns.push("e")
    #expect(try await comesTrue { try chief.views.count == 5 })
    await chief.stop()

    try chief.rename(to: "ann")
    let statuses: [String: Status] = [
      "a": .read, "b": .read, "c": .read, "d": .unread, "e": .unread,
    ]
    func found(_ machine: ExchangingMachine) throws -> [String: Status] {
      try machine.inbox.stored().reduce(into: [:]) { $0[$1.title ?? ""] = $1.status }
    }
    #expect(try found(chief) == statuses)
    #expect(try chief.message("c").isPinned)
    try chief.start()
    #expect(try await agree(chief, anns, count: 5))
    #expect(try found(anns) == statuses)
    #expect(try anns.message("c").isPinned)
    await chief.stop()

    try chief.rename(to: "chief")
    #expect(try found(chief)["d"] == .read)
    #expect(try found(chief)["b"] == .read)
    await anns.stop()
  }
}

/// A team's inbox with the permissions of the page: an administrator, members and a reader.
@Suite(.waiting) struct TeamTests {
  private let admin = TestKey(.user, filledWith: 1)
  private let ann = TestKey(.user, filledWith: 2)
  private let guest = TestKey(.user, filledWith: 3)

  /// The users as the page writes them, with the keys of this test.
  private func authorization() throws -> String {
    let page = try String(
      contentsOfFile: BuiltProgram.packageFolder + "/Documentation/Exchange.md", encoding: .utf8)
    let start = try #require(page.range(of: "authorization {\n"))
    let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
    var text = String(page[start.lowerBound..<end.lowerBound])
    for (name, key) in [("UA…ADMIN", admin), ("UA…ANN", ann), ("UA…GUEST", guest)] {
      try #require(text.contains(name))
      text = text.replacing(name, with: key.publicText)
    }
    return text
  }

  private func machine(
    _ name: String, _ key: TestKey, _ person: String, _ server: NATSServer
  ) throws -> ExchangingMachine {
    var settings = ExchangeSettings()
    settings.servers = ["nats://127.0.0.1:\(server.port)"]
    settings.seed = try server.secret("\(name).seed", key.seed)
    settings.person = person
    settings.inboxes = [try InboxName("oncall")]
    return try ExchangingMachine(name, settings)
  }

  @Test(arguments: NATSProgram.all)
  func `each person has their own read state, and a reader changes nothing`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program, authorization())
    let chief = try machine("chief", admin, "chief", server)
    let anns = try machine("anns", ann, "ann", server)
    let reader = try machine("reader", guest, "guest", server)
    // A member who claims to be somebody else.
    let liar = try machine("liar", ann, "chief", server)
    for title in ["a", "b"] { try chief.push(title) }
    try chief.start()
    #expect(try await agree(chief, count: 2))
    for machine in [anns, reader, liar] {
      try machine.start()
      #expect(try await comesTrue { machine.status?.phase == .live })
      #expect(try await comesTrue { try machine.views.count == 2 })
    }

    try anns.perform(.read, "a")
    try anns.push("of ann")
    #expect(try await comesTrue { try chief.views.count == 3 && reader.views.count == 3 })
    #expect(try chief.message("a").status == .unread)
    #expect(try anns.message("a").status == .read)

    // What a user may not write stays on their machine, and is named.
    try reader.push("of the guest")
    try liar.perform(.delete, "b")
    for machine in [reader, liar] {
      #expect(try await comesTrue { machine.status.map { $0.heldCount > 0 } ?? false })
      #expect(machine.status?.problem?.contains("may not write") == true)
    }
    // So is a machine that may not say that it is there; a state of its own, no value that waits.
    #expect(
      try await comesTrue { reader.status?.absence == PublishOutcome.notPermitted.text })
    #expect(
      try await comesTrue { try ExchangeInbox(chief.inbox).machines().others.count == 2 })
    #expect([chief, anns, liar].allSatisfy { $0.status?.absence == nil })
    // Everybody may purge who may write.
    try chief.perform(.delete, "b")
    try chief.purge("b")
    #expect(try await comesTrue { try anns.views.count == 2 && reader.views.count == 3 })
    #expect(try anns.message("a").status == .read)
    #expect(try chief.inbox.stored().compactMap(\.title).sorted() == ["a", "of ann"])
    await stop(chief, anns, reader, liar)

    var options = try server.options()
    for (key, isRefused) in [(ann, true), (guest, true), (admin, false)] {
      options.key = .seed(try server.secret("seed", key.seed))
      let error = try await NATSConnection.connected(options) { connection in
        await exchangeError {
          try await ServerConnection.stream(.default, on: connection)
            .ask("STREAM.DELETE.\(ServerConnection.stream)")
        }
      }
      #expect((error != nil) == isRefused, "\(String(describing: error))")
    }
  }
}

/// A new key while other machines use the old one, or write another new one.
@Suite(.waiting, .serialized) struct RekeyTests {
  private typealias Key = (path: String, id: String)

  private func key(_ name: String, _ group: String, _ server: NATSServer) throws -> Key {
    let path = try server.secret(name, String(repeating: group, count: 12) + "AAAA")
    return (path, try ExchangeKey(path: path).id)
  }

  /// The texts of the values that name a key.
  private func named(_ server: NATSServer) async throws -> [String] {
    try await withStream(server) { try await $0.values() }
      .filter { $0.subject == "bb1.default.key" }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(arguments: NATSProgram.all)
  func `reading before the key is replaced sends nothing`(program: NATSProgram) async throws {
    let (server, laptop, desktop) = try twoMachines(program)
    try laptop.push("first")
    try laptop.start()
    #expect(try await agree(laptop, count: 1))
    await laptop.stop()
    // Not to be sent as it is: the next key seals it.
    try desktop.push("secret")
    let count = try await withStream(server) { try await $0.valueCount() }
    for _ in 1...2 {
      try await desktop.read()
      #expect(try Set(desktop.inbox.stored().map(\.title)) == ["first", "secret"])
      #expect(try await withStream(server) { try await $0.valueCount() } == count)
    }
    try start(desktop, laptop)
    #expect(try await agree(laptop, desktop, count: 2))
    await stop(laptop, desktop)
  }

  @Test(arguments: NATSProgram.all)
  func `of two new keys at the same time one stands, and nothing is lost`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program)
    let old = try key("old", "ABCD", server)
    let laptop = try ExchangingMachine("laptop", server, key: old.path)
    let desktop = try ExchangingMachine("desktop", server, key: old.path)
    let phone = try ExchangingMachine("phone", server, key: old.path)
    let machines = [laptop, desktop, phone]
    for machine in machines {
      try machine.push("of the \(machine.name)")
      try machine.start()
    }
    #expect(try await agree(machines, count: 3))
    try laptop.perform(.read, "of the phone")
    #expect(try await comesTrue { try phone.message("of the phone").status == .read })
    #expect(try await agree(machines, count: 3))

    // The commands run beside the exchanges, which still have the old key.
    let news = try [key("first", "ABCE", server), key("second", "ABCF", server)]
    let steps = zip([laptop, desktop], news).map { $0.rekeying($1.path) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for step in steps { group.addTask { try await step() } }
      try await group.waitForAll()
    }
    for machine in machines {
      guard case .wrongKey(old.id, let id)? = await machine.end() as? ExchangeError else {
        throw Unexpected("\(machine.name) goes on with the old key")
      }
      #expect(news.contains { $0.id == id })
    }
    let named = try await named(server)
    #expect(named.count == 1)
    let place = try #require(news.firstIndex { named.first?.contains("\"\($0.id)\"") == true })
    let (winner, loser) = place == 0 ? (laptop, desktop) : (desktop, laptop)

    for machine in machines { try machine.push("of the \(machine.name), later") }
    try winner.start()
    #expect(try await agree(winner, count: 4))
    for (machine, id) in [(loser, news[1 - place].id), (phone, old.id)] {
      try machine.start()
      let error = ExchangeError.wrongKey(here: id, stream: news[place].id)
      #expect(await machine.end() as? ExchangeError == error)
      #expect(try machine.views.count == 4)
      machine.use(key: news[place].path)
      try machine.start()
    }
    #expect(try await agree(machines, count: 6))
    #expect(try loser.message("of the phone").status == .read)
    #expect(try await self.named(server) == named)
    for machine in machines { await machine.stop() }
  }
}
