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
  func `rubbish over the id of the key is replaced by those who have joined`(
    program: NATSProgram
  ) async throws {
    let (server, laptop, desktop) = try twoMachines(program)
    try laptop.push("a")
    try laptop.start()
    #expect(try await agree(laptop, count: 1))
    await laptop.stop()
    try await withStream(server) { stream in
      _ = try await stream.publish([OutgoingValue("bb1.default.key", "rubbish")])
    }
    // Whether the key of a new machine is the right one is not known.
    try desktop.start()
    #expect(await desktop.end() as? ExchangeError == .damagedKey)
    try desktop.start(again: true)
    try laptop.start()
    #expect(try await agree(laptop, desktop, count: 1))
    // Also while it runs.
    try await withStream(server) { stream in
      _ = try await stream.publish([OutgoingValue("bb1.default.key", "rubbish")])
    }
    let phone = try ExchangingMachine("phone", server)
    try phone.start(again: true)
    #expect(try await agree(laptop, desktop, phone, count: 1))
    await stop(laptop, desktop, phone)
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

/// Another program that replaces values of this machine again and again.
@Suite(.waiting, .serialized) struct RepairLimitTests {
  private func value(
    _ id: String, at sequence: Int64, _ bytes: [UInt8] = [1]
  ) throws -> ExchangeValue {
    let subject = try ExchangeKey.none.subject(of: MessageIdentity(source: "ci", id: id))
    return ExchangeValue(subject: subject, name: .content, bytes: bytes, sequence: sequence)
  }

  /// Notes a repair of a value, and sends it beside others; whether it is held back.
  private func isHeld(
    _ repaired: ExchangeValue, by limit: RepairLimit, beside others: ExchangeValue...
  ) -> Bool {
    limit.note([RegisterPlace(repaired.subject, repaired.name): repaired.sequence])
    let parts = limit.split([repaired] + others)
    #expect(parts.sent == (parts.held.isEmpty ? [repaired] : []) + others)
    return !parts.held.isEmpty
  }

  @Test func `a value that was repaired often enough is held back until it is changed`() throws {
    let limit = RepairLimit()
    let other = try value("b", at: 0)
    for sequence in 1...Int64(RepairLimit.most) {
      #expect(try !isHeld(value("a", at: sequence), by: limit, beside: other))
    }
    for sequence in 100...Int64(102) {
      #expect(try isHeld(value("a", at: sequence), by: limit, beside: other))
    }
    // It was changed here, and is sent over the value that was there.
    let changed = try value("a", at: 102, [2])
    #expect(limit.split([changed]).sent == [changed])
    #expect(try !isHeld(value("a", at: 103, [2]), by: limit))
  }

  @Test func `a value that was held back is tried again later`() throws {
    let limit = RepairLimit()
    for sequence in 1...Int64(RepairLimit.most + 1) {
      _ = try isHeld(value("a", at: sequence), by: limit)
    }
    let released = try value("a", at: Int64(RepairLimit.most + 1))
    #expect(limit.split([released]).sent == [released])
    #expect(try !isHeld(value("a", at: 100), by: limit))
  }

  @Test func `a value that another program replaces faster than it is sent is held back`() throws {
    let limit = RepairLimit()
    #expect(try !isHeld(value("a", at: 1), by: limit))
    // The stream refused it as outdated.
    for sequence in 2...Int64(RepairLimit.most) {
      let again = try value("a", at: sequence)
      #expect(limit.split([again]).sent == [again])
    }
    let last = try value("a", at: 100)
    #expect(limit.split([last]).held == [last])
  }

  @Test func `a repair that another machine has made does not count`() throws {
    let limit = RepairLimit()
    for sequence in 1...Int64(RepairLimit.most) {
      _ = try isHeld(value("a", at: sequence), by: limit)
    }
    let replaced = try value("a", at: 50)
    limit.note([RegisterPlace(replaced.subject, replaced.name): 50])
    // The stream had its value again at 51, over which a change of this machine is sent.
    let changed = try value("a", at: 51, [2])
    #expect(limit.split([changed]).sent == [changed])
  }

  @Test(arguments: [false, true])
  func `machines that write the same first values at once hold nothing back`(
    areLive: Bool
  ) async throws {
    let (_, laptop, desktop) = try twoMachines()
    let count = 3 * RepairLimit.most
    if areLive { for machine in [laptop, desktop] { try machine.start() } }
    for index in 0..<count {
      try laptop.push("\(index)")
      try desktop.push("\(index)")
    }
    if !areLive { for machine in [laptop, desktop] { try machine.start() } }
    #expect(try await agree(laptop, desktop, count: count))
    if !areLive { for machine in [laptop, desktop] { await machine.stop() } }
    for index in 0..<count {
      try laptop.perform(.read, "\(index)")
      try desktop.perform(.pin, "\(index)")
    }
    if !areLive { for machine in [laptop, desktop] { try machine.start() } }
    #expect(
      try await comesTrue {
        try [laptop, desktop].allSatisfy { machine in
          try machine.inbox.stored().allSatisfy { $0.isPinned && $0.status == .read }
        }
      })
    #expect(try await agree(laptop, desktop, count: count))
    for machine in [laptop, desktop] {
      #expect(machine.status?.heldCount == 0 && machine.status?.problem == nil)
      await machine.stop()
    }
  }

  @Test func `only a value that a program has written makes it an outdated one`() throws {
    let limit = RepairLimit()
    func hold(_ id: String, _ areDamaged: [Bool]) throws -> ExchangeValue {
      for (index, isDamaged) in areDamaged.enumerated() {
        let repaired = try value(id, at: Int64(index + 1))
        limit.note(
          [RegisterPlace(repaired.subject, .content): repaired.sequence], isDamaged: isDamaged)
        _ = limit.split([repaired])
      }
      return try value(id, at: 1)
    }
    let many = [Bool](repeating: true, count: RepairLimit.most + 1)
    let damaged = try hold("a", many)
    #expect(
      limit.problem(of: [damaged], ignored: 9)
        == "somebody writes damaged values to the stream (ignored 9)")
    let outdated = try hold("b", many.dropLast() + [false])
    #expect(limit.problem(of: [damaged, outdated], ignored: 9) == RepairLimit.problem)
  }

  @Test(
    arguments: [
      ("rubbish", "somebody writes damaged values to the stream (ignored "),
      (#"{"g":0,"v":1}"#, RepairLimit.problem),
    ])
  func `programs that disagree on a value do not overwrite each other for ever`(
    foreign: String, problem: String
  ) async throws {
    let server = try NATSServer(.newest())
    let laptop = try ExchangingMachine("laptop", server)
    try laptop.push("a")
    try laptop.perform(.read, "a")
    try laptop.start()
    #expect(try await agree(laptop, count: 1))
    let key = try ExchangeKey.none.subject(of: MessageIdentity(source: "ci", id: "a")).text
    func overwrite() async throws {
      try await withStream(server) { stream in
        _ = try await stream.publish([OutgoingValue("bb1.default.\(key).s.me", foreign)])
      }
    }
    let before = try #require(laptop.status).sentCount
    for count in 1...RepairLimit.most {
      try await overwrite()
      try #require(try await comesTrue { laptop.status?.sentCount == before + count })
      #expect(laptop.status?.heldCount == 0)
    }
    try await overwrite()
    #expect(try await comesTrue { laptop.status?.heldCount == 1 })
    let held = try #require(laptop.status)
    #expect(held.sentCount == before + RepairLimit.most && held.problem?.hasPrefix(problem) == true)

    // A change of this machine is sent, and may be repaired again.
    try laptop.perform(.pin, "a")
    #expect(try await comesTrue { laptop.status?.sentCount == held.sentCount + 1 })
    try await overwrite()
    #expect(try await comesTrue { laptop.status?.sentCount == held.sentCount + 2 })
    let desktop = try ExchangingMachine("desktop", server)
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 1))
    let seen = try desktop.message("a")
    #expect(seen.isPinned && seen.status == .read)
    await stop(laptop, desktop)
  }
}
