import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

@testable import InboxExchange

/// What a purge leaves in the stream ends on servers that know lifetimes of values.
@Suite(.waiting) struct LifetimeTests {
  private static let newer = NATSProgram.all.filter(LifetimeTests.knowsLifetimes)

  /// Whether the server is of 2.11 or newer, among those that the tests run.
  private static func knowsLifetimes(_ program: NATSProgram) -> Bool {
    !program.version.contains("v2.9.") && !program.version.contains("v2.10.")
  }

  /// The values of messages in the stream, by register with their lifetimes; empty for none.
  private func lifetimes(_ options: NATSOptions) async throws -> [String: String] {
    try await NATSConnection.connected(options) { connection in
      let stream = ServerConnection.stream(.default, on: connection)
      return try await stream.values().reduce(into: [:]) { lifetimes, value in
        let words = value.subject.split(separator: ".")
        guard words.count > 3, words[2] != "machine" else { return }
        // The names of machines are random.
        lifetimes[words[3] == "s" ? "s.\(words[4])" : "\(words[3])"] =
          value.headers["Nats-TTL"] ?? ""
      }
    }
  }

  /// Waits until the values of messages in the stream have these lifetimes.
  private func comes(_ options: NATSOptions, to wanted: [String: String]) async throws -> Bool {
    let deadline = Date().addingTimeInterval(3 * PseudoTerminal.limit)
    while true {
      let found = try await lifetimes(options)
      if found == wanted { return true }
      guard Date() < deadline else {
        print(found)
        return false
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Makes the stream as programs did before there were lifetimes.
  private func makeOldStream(_ options: NATSOptions) async throws {
    try await NATSConnection.connected(options) { connection in
      _ = try await ServerConnection.stream(.default, on: connection).ask(
        "STREAM.CREATE.\(ServerConnection.stream)",
        .object([
          "name": .string(ServerConnection.stream), "subjects": .array([.string("bb1.>")]),
          "storage": "file", "retention": "limits", "max_msgs_per_subject": .integer(1),
          "max_age": .integer(0), "discard": "new", "num_replicas": .integer(1),
          "allow_direct": .bool(true), "description": "of the administrator",
        ]))
    }
  }

  /// Pushes a message that has occurrences and a state, and removes it forever once all have it.
  private func purge(on laptop: ExchangingMachine, _ desktop: ExchangingMachine) async throws {
    for id in ["a", nil] {
      try laptop.push(.make("a", id: id, fold: "job"))
      try laptop.perform(.read, "a")
    }
    #expect(try await agree(laptop, desktop, count: 1))
    #expect(try desktop.message("a").occurrences == 2)
    try laptop.perform(.delete, "a")
    try laptop.purge("a")
    #expect(try await agree(laptop, desktop, count: 0))
  }

  @Test(arguments: NATSProgram.all)
  func `the values of a purged message end, where the server knows of it`(
    program: NATSProgram
  ) async throws {
    let (server, laptop, desktop) = try twoMachines(program)
    try start(laptop, desktop)
    try await purge(on: laptop, desktop)
    let known = Self.knowsLifetimes(program)
    let ends = ["c": "4344h", "n": "4320h", "s.me": "4320h"]
    #expect(try await comes(server.options(), to: known ? ends : ends.mapValues { _ in "" }))
    for machine in [laptop, desktop] {
      #expect(machine.status?.heldCount == 0 && machine.status?.problem == nil)
    }
    // A new message of the same id stays.
    try desktop.push("new", id: "a")
    try desktop.perform(.pin, "new")
    #expect(try await agree(laptop, desktop, count: 1))
    let kept = ["c": "", "n": known ? "4320h" : "", "s.me": ""]
    #expect(try await comes(server.options(), to: kept))
    #expect(try laptop.message("new").status == .unread)
    #expect(try laptop.message("new").occurrences == 1)
    await stop(laptop, desktop)
  }

  @Test(arguments: newer) func `after the end both machines rest, and the id begins anew`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program)
    var lifetimes = PurgeLifetimes.default
    // Long enough for a busy machine to send all of it before.
    (lifetimes.mark, lifetimes.margin, lifetimes.retention) = (60_000, 1_000, 62_000)
    let laptop = try ExchangingMachine("laptop", server, lifetimes: lifetimes)
    let desktop = try ExchangingMachine("desktop", server, lifetimes: lifetimes)
    try start(laptop, desktop)
    try await purge(on: laptop, desktop)
    #expect(try await comes(server.options(), to: [:]))
    let phone = try ExchangingMachine("phone", server, lifetimes: lifetimes)
    for machine in [laptop, desktop] {
      await machine.stop()
      try machine.start()
    }
    try phone.start()
    #expect(try await agree(laptop, desktop, phone, count: 0))
    #expect(try await comes(server.options(), to: [:]))
    try desktop.push("new", id: "a")
    #expect(try await agree(laptop, desktop, phone, count: 1))
    for machine in [laptop, desktop, phone] {
      let message = try machine.message("new")
      #expect(message.status == .unread && message.occurrences == 1)
    }
    #expect(try await comes(server.options(), to: ["c": ""]))
    await stop(laptop, desktop, phone)
  }

  @Test(arguments: newer)
  func `a stream from before is changed, with all that an administrator has set`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program)
    try await makeOldStream(server.options())
    #expect(try await !withStream(server) { try await $0.info().hasLifetimes })
    let laptop = try ExchangingMachine("laptop", server)
    let desktop = try ExchangingMachine("desktop", server)
    try start(laptop, desktop)
    try await purge(on: laptop, desktop)
    #expect(try await comes(server.options(), to: ["c": "4344h", "n": "4320h", "s.me": "4320h"]))
    #expect(try await withStream(server) { try await $0.info().hasLifetimes })
    let known = try await withStream(server) { stream in
      try await stream.ask("STREAM.INFO.\(ServerConnection.stream)")
    }
    #expect(known["config"]?["description"]?.text == "of the administrator")
    await stop(laptop, desktop)
  }

  @Test(arguments: newer)
  func `who may not change the stream sends what a purge leaves without an end`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(
      program,
      """
      authorization {
        users = [
          { user: "admin", password: "x" }
          { user: "ann", password: "y", permissions: {
            publish: ["$JS.API.STREAM.INFO.BELLBOARD", "$JS.API.CONSUMER.CREATE.BELLBOARD",
              "$JS.API.CONSUMER.CREATE.BELLBOARD.>", "$JS.API.CONSUMER.MSG.NEXT.BELLBOARD.>",
              "$JS.API.CONSUMER.INFO.BELLBOARD.>", "bb1.>"]
            subscribe: ["_INBOX.>"]
          } }
        ]
      }
      """)
    let admin = try server.options(login: "admin:x@")
    try await makeOldStream(admin)
    var settings = ExchangeSettings()
    settings.servers = ["nats://ann:y@127.0.0.1:\(server.port)"]
    let laptop = try ExchangingMachine("laptop", settings)
    let desktop = try ExchangingMachine("desktop", settings)
    try start(laptop, desktop)
    try await purge(on: laptop, desktop)
    #expect(try await comes(admin, to: ["c": "", "n": "", "s.me": ""]))
    for machine in [laptop, desktop] {
      #expect(machine.status?.heldCount == 0 && machine.status?.problem == nil)
    }
    await stop(laptop, desktop)
  }
}
