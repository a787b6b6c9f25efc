import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxExchange

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
