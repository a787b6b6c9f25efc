import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import InboxExchange

/// A stream that was deleted, or has lost or damaged values, is repaired by the machines.
@Suite(.waiting, .serialized) struct StreamRepairTests {
  @Test(arguments: NATSProgram.all)
  func `a stream that was deleted is filled again`(program: NATSProgram) async throws {
    let (server, laptop, desktop) = try twoMachines(program)
    try laptop.push("of the laptop")
    try start(laptop, desktop)
    #expect(try await agree(laptop, desktop, count: 1))
    await stop(laptop, desktop)
    try await withStream(server) { stream in
      _ = try await stream.ask("STREAM.DELETE.\(ServerConnection.stream)")
    }
    try desktop.push("meanwhile")
    try desktop.start()
    #expect(try await agree(desktop, count: 2))
    try laptop.start()
    #expect(try await agree(laptop, desktop, count: 2))
    let phone = try ExchangingMachine("phone", server)
    try phone.start()
    #expect(try await agree(laptop, desktop, phone, count: 2))
    await stop(laptop, desktop, phone)
  }

  @Test(arguments: NATSProgram.all)
  func `a message that is made anew after a purge is sent over its old values`(
    program: NATSProgram
  ) async throws {
    let (server, laptop, desktop) = try twoMachines(program)
    try laptop.push("first", id: "x")
    try start(laptop, desktop)
    try laptop.perform(.pin, "first")
    #expect(try await agree(laptop, desktop, count: 1))
    try laptop.perform(.unpin, "first")
    try laptop.perform(.delete, "first")
    try laptop.purge("first")
    #expect(try await agree(laptop, desktop, count: 0))
    try laptop.push("second", id: "x")
    try laptop.perform(.read, "second")
    #expect(try await agree(laptop, desktop, count: 1))
    #expect(try desktop.message("second").status == .read)

    // An administrator has removed one value.
    try await withStream(server) { stream in
      let subject = try ExchangeKey.none.subject(of: MessageIdentity(source: "ci", id: "x"))
      _ = try await stream.ask(
        "STREAM.PURGE.\(ServerConnection.stream)",
        .object(["filter": .string("bb1.default.\(subject.text).s.me")]))
    }
    try laptop.perform(.unread, "second")
    #expect(try await agree(laptop, desktop, count: 1))
    #expect(try desktop.message("second").status == .unread)
    await stop(laptop, desktop)
  }

  @Test(arguments: NATSProgram.all)
  func `values that the stream has lost are sent again`(program: NATSProgram) async throws {
    let (server, laptop, desktop) = try twoMachines(program)
    for index in 0..<4 { try laptop.push("\(index)") }
    try start(laptop, desktop)
    #expect(try await agree(laptop, desktop, count: 4))
    await desktop.stop()
    try laptop.push("lost")
    try laptop.perform(.read, "0")
    // The status may be older than the change.
    #expect(try await comesTrue { try ExchangeInbox(laptop.inbox).waitingCount() == 0 })
    try await withStream(server) { try await $0.purge() }
    await laptop.stop()
    try desktop.start()
    #expect(try await agree(desktop, count: 4))
    try laptop.start()
    #expect(try await agree(laptop, desktop, count: 5))
    #expect(try desktop.message("0").status == .read)
    await stop(laptop, desktop)
  }

  @Test(arguments: NATSProgram.all)
  func `rubbish over a value is replaced by those who know the message`(
    program: NATSProgram
  ) async throws {
    let (server, laptop, desktop) = try twoMachines(program)
    for title in ["a", "b"] { try laptop.push(title) }
    try start(laptop, desktop)
    #expect(try await agree(laptop, desktop, count: 2))
    let subject = try ExchangeKey.none.subject(of: MessageIdentity(source: "ci", id: "a")).text
    try await withStream(server) { stream in
      for rubbish in ["rubbish", #"{"v":1,"g":0}"#] {
        _ = try await stream.publish([OutgoingValue("bb1.default.\(subject).c", rubbish)])
      }
      // A subject that nobody can have.
      _ = try await stream.publish([OutgoingValue("bb1.default.x.c", "rubbish")])
    }
    // Who has read rubbish may have replaced it before the other one has read it.
    #expect(
      try await comesTrue {
        [laptop, desktop].reduce(0) { $0 + ($1.status?.unreadableCount ?? 0) } >= 3
      })
    // Rubbish that was there before a message is replaced as well.
    let other = try ExchangeKey.none.subject(of: MessageIdentity(source: "ci", id: "c")).text
    try await withStream(server) { stream in
      _ = try await stream.publish([OutgoingValue("bb1.default.\(other).c", "rubbish")])
    }
    #expect(
      try await comesTrue {
        [laptop, desktop].allSatisfy { ($0.status?.unreadableCount ?? 0) >= 2 }
      })
    try laptop.push("c")
    #expect(try await agree(laptop, desktop, count: 3))
    // Who comes now reads the message from the stream.
    let phone = try ExchangingMachine("phone", server)
    try phone.start()
    #expect(try await agree(laptop, desktop, phone, count: 3))
    await stop(laptop, desktop, phone)
  }
}
