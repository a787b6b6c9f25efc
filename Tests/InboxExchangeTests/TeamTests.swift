import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import Testing

@testable import InboxExchange

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
