import Foundation
import GRDB
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore
@testable import InboxExchange

/// What goes wrong between machines and a real server, and on the machines themselves.
@Suite(.waiting, .serialized) struct FailureTests {
  /// The sequences of the values of a message in the stream, by their registers.
  private func stored(_ title: String, _ server: NATSServer) async throws -> [String: Int64] {
    let subject = try ExchangeKey.none.subject(of: MessageIdentity(source: "ci", id: title)).text
    let values = try await withStream(server) { try await $0.values() }
    return values.reduce(into: [:]) { found, value in
      guard value.subject.contains(".\(subject).") else { return }
      found[value.subject.split(separator: ".").dropFirst(3).joined(separator: ".")] =
        value.sequence
    }
  }

  @Test(arguments: NATSProgram.all)
  func `a cable that is cut again and again loses and doubles nothing`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program)
    let proxy = try await LossyProxy(before: server.port)
    let laptop = try ExchangingMachine("laptop", ports: [proxy.port])
    let desktop = try ExchangingMachine("desktop", ports: [proxy.port])
    try start(laptop, desktop, again: true)
    #expect(try await agree(laptop, desktop, count: 0))
    let folded = Payload.make("again", fold: "f")
    for round in 0..<4 {
      for machine in [laptop, desktop] {
        try machine.push("\(machine.name) \(round)")
        try machine.push(folded)
      }
      proxy.cut()
      try laptop.push("of the train \(round)")
      if round > 0 { try desktop.perform(.read, "laptop \(round - 1)") }
      proxy.cut(false)
      #expect(try await agree(laptop, desktop, count: 3 * (round + 1) + 1))
    }
    #expect(try laptop.message("again").occurrences == 8)
    #expect(try laptop.inbox.stored().count { $0.status == .read } == 3)
    #expect(laptop.errors.count >= 4 && laptop.errors.allSatisfy(\.isOffline), "\(laptop.errors)")
    await stop(laptop, desktop)
  }

  @Test(arguments: NATSProgram.all) func `a value whose answer was lost is not sent twice`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program)
    let proxy = try await LossyProxy(before: server.port)
    let laptop = try ExchangingMachine("laptop", ports: [proxy.port])
    try laptop.start()
    // After the second one the machine has also said that it is there.
    for title in ["first", "second"] {
      try laptop.push(title)
      #expect(try await comesTrue { try ExchangeInbox(laptop.inbox).waitingCount() == 0 })
    }
    proxy.lose()
    try laptop.push("a")
    let error = await laptop.end() as? ExchangeError
    #expect(error?.isOffline == true, "\(String(describing: error))")
    let before = try await stored("a", server)
    #expect(before.keys.sorted() == ["c"])
    proxy.lose(false)
    try laptop.start()
    #expect(try await agree(laptop, count: 3))
    #expect(try await stored("a", server) == before)
    await laptop.stop()
  }

  @Test(arguments: NATSProgram.all)
  func `a stream that is full refuses, and takes what waits when it has room`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program, limits: "max_file_store: 20000")
    let laptop = try ExchangingMachine("laptop", server)
    for index in 0..<20 {
      try laptop.push(.make("\(index)", id: "\(index)", body: .incompressible(2_000)))
    }
    try laptop.start()
    #expect(try await comesTrue { laptop.status.map { $0.heldCount > 0 } ?? false })
    let held = try #require(laptop.status)
    #expect(
      held.problem
        == "the server has no storage left; raise max_file_store in its configuration, or free space "
        + "on its disk")
    #expect(held.heldCount < 20, "\(held)")
    // What is there stays there.
    let before = try await withStream(server) { try await $0.told("/state/messages")?.integer ?? 0 }
    try laptop.push("small")
    #expect(
      try await comesTrue { try ExchangeInbox(laptop.inbox).waitingCount() == 0 })
    #expect(
      try await withStream(server) { try await $0.told("/state/messages")?.integer ?? 0 } >= before)
    await laptop.stop()
    try server.stop()

    let larger = try NATSServer(program, in: server.folder)
    laptop.move(to: larger.port)
    let desktop = try ExchangingMachine("desktop", larger)
    try start(laptop, desktop)
    #expect(try await agree(laptop, desktop, count: 21))
    await stop(laptop, desktop)
  }

  @Test(arguments: NATSProgram.all)
  func `a stream that was put back from an old copy gets what it lacks`(
    program: NATSProgram
  ) async throws {
    let (server, laptop, desktop) = try twoMachines(program)
    func run(at server: NATSServer, _ count: Int, _ step: () throws -> Void) async throws {
      for machine in [laptop, desktop] {
        machine.move(to: server.port)
        try machine.start(again: true)
      }
      #expect(try await agree(laptop, desktop, count: count))
      try step()
      #expect(try await agree(laptop, desktop, count: count))
      await stop(laptop, desktop)
      try server.stop()
    }
    for title in ["a", "b", "c"] { try laptop.push(title) }
    try await run(at: server, 3) {}
    let store = server.folder.path + "/store"
    try FileManager.default.copyItem(atPath: store, toPath: store + ".old")
    try await run(at: NATSServer(program, in: server.folder), 3) {
      try laptop.perform(.read, "a")
      try desktop.perform(.delete, "b")
      try desktop.purge("b")
      try desktop.push("d")
    }
    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.moveItem(atPath: store + ".old", toPath: store)
    let restored = try NATSServer(program, in: server.folder)
    let phone = try ExchangingMachine("phone", restored)
    for machine in [laptop, desktop] { machine.move(to: restored.port) }
    try start(desktop, laptop, phone, again: true)
    #expect(try await agree(laptop, desktop, phone, count: 3))
    #expect(try phone.message("a").status == .read)
    #expect(try phone.inbox.stored().map(\.title).contains("d"))
    await stop(laptop, desktop, phone)
  }

  @Test(arguments: NATSProgram.all)
  func `a stream that was put back gets the last change of one machine alone`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program)
    let laptop = try ExchangingMachine("laptop", server)
    /// Sends and reads all, then stops the machine and its server.
    func run(at server: NATSServer, _ step: () throws -> Void) async throws {
      laptop.move(to: server.port)
      try laptop.start(again: true)
      #expect(try await agree(laptop, count: 1))
      try step()
      #expect(try await comesTrue { try ExchangeInbox(laptop.inbox).waitingCount() == 0 })
      let last = try await withStream(server) { try await $0.info().lastSequence }
      // What was sent has come back: content, state, machine and key.
      #expect(
        try await comesTrue {
          let exchange = ExchangeInbox(laptop.inbox)
          return try exchange.position().map { $0.sequence >= last } ?? false
            && exchange.storedCount() == 4
        })
      await laptop.stop()
      try server.stop()
    }
    try laptop.push("a")
    // Its state has a value from now on, so that the number of values stays the same.
    try laptop.perform(.pin, "a")
    try await run(at: server) {}
    let store = server.folder.path + "/store"
    try FileManager.default.copyItem(atPath: store, toPath: store + ".old")
    try await run(at: NATSServer(program, in: server.folder)) { try laptop.perform(.read, "a") }
    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.moveItem(atPath: store + ".old", toPath: store)
    let restored = try NATSServer(program, in: server.folder)
    laptop.move(to: restored.port)
    try laptop.start(again: true)
    let phone = try ExchangingMachine("phone", restored)
    try phone.start(again: true)
    #expect(try await agree(laptop, phone, count: 1))
    let seen = try phone.message("a")
    #expect(seen.status == .read && seen.isPinned)
    await stop(laptop, phone)
  }

  @Test func `a disk that is full keeps the place in the stream`() async throws {
    let server = try NATSServer(.newest())
    let laptop = try ExchangingMachine("laptop", server)
    for index in 0..<40 {
      try laptop.push(.make("\(index)", id: "\(index)", body: .incompressible(9_000)))
    }
    try laptop.start()
    #expect(try await agree(laptop, count: 40))
    let desktop = try ExchangingMachine("desktop", server)
    func setPages(_ limit: Int) throws {
      try desktop.inbox.store.write { try $0.execute(sql: "PRAGMA max_page_count = \(limit)") }
    }
    try setPages(1)
    try desktop.start()
    let error = await desktop.end() as? InboxError
    guard case .diskFull = try #require(error) else { throw Unexpected(error) }
    #expect(try desktop.views.isEmpty)
    try setPages(1_000_000)
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 40))
    await stop(laptop, desktop)
  }

  /// When a value of a newer program comes, and what the machine does beside.
  enum NewerValue: CaseIterable {
    case whileAway, whileAwayAndChanged, whileLive, whileLiveAndChanged
  }

  @Test(arguments: NewerValue.allCases)
  func `a value in a newer form ends the exchange, and is not replaced`(
    when: NewerValue
  ) async throws {
    let server = try NATSServer(.newest())
    let laptop = try ExchangingMachine("laptop", server)
    try laptop.push("a")
    try laptop.perform(.pin, "a")
    try laptop.start(again: true)
    #expect(try await agree(laptop, count: 1))
    let isLive = when == .whileLive || when == .whileLiveAndChanged
    if !isLive { await laptop.stop() }
    let key = try ExchangeKey.none.subject(of: MessageIdentity(source: "ci", id: "a")).text
    let newer = OutgoingValue(
      subject: "bb1.default.\(key).s.me", headers: ["BB-Coding": "zstd"], bytes: [1, 2, 3])
    let outcomes = try await withStream(server) { try await $0.publish([newer]) }
    guard case .stored(let sequence)? = outcomes.first else { throw Unexpected(outcomes) }
    if when == .whileAwayAndChanged || when == .whileLiveAndChanged {
      try laptop.perform(.read, "a")
    }
    let before = try await stored("a", server)
    #expect(before["s.me"] == sequence)
    if !isLive { try laptop.start(again: true) }
    // Also when it tries again.
    #expect(try await comesTrue { laptop.errors.count >= 2 })
    #expect(laptop.errors.allSatisfy { $0 == .newerForm }, "\(laptop.errors)")
    await laptop.stop()
    #expect(try await stored("a", server) == before)
    #expect(try laptop.message("a").isPinned)
  }

  @Test func `what an older program writes beside is shared`() async throws {
    let (_, laptop, desktop) = try twoMachines()
    for title in ["read", "renamed", "removed"] { try laptop.push(title) }
    try start(laptop, desktop)
    #expect(try await agree(laptop, desktop, count: 3))
    await laptop.stop()
    // Columns and statements of the version before the exchange.
    try laptop.inbox.store.write { database in
      for (title, change, verb) in [
        ("read", "status = 1", "read"), ("renamed", "title = 'by the older'", "merged"),
      ] {
        let number = try #require(
          try Int64.fetchOne(
            database, sql: "SELECT number FROM message WHERE title = ?", arguments: [title]))
        try database.execute(sql: "UPDATE message SET \(change) WHERE number = \(number)")
        try database.execute(
          sql: "INSERT INTO log (time, verb, numbers) VALUES (?, ?, ?)",
          arguments: [
            Date().milliseconds, verb, Data(PackedNumbers([MessageNumber(number)]).bytes),
          ])
      }
    }
    try laptop.start()
    #expect(try await agree(laptop, desktop, count: 3))
    #expect(try desktop.message("read").status == .read)
    #expect(try desktop.inbox.stored().map(\.title).contains("by the older"))
    await stop(laptop, desktop)
  }
}
