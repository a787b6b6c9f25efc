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
