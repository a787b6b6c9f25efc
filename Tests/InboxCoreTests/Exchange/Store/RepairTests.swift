import InboxTestSupport
import Synchronization
import Testing

@testable import InboxCore

/// Values that are sent again because the stream has others in their places.
@Suite struct RepairTests {
  /// What was noted since the last look.
  ///
  /// State: the repairs. Guard: the mutex.
  private final class Notes: Sendable {
    private let repairs = Mutex<[RegisterPlace: Int64]>([:])

    func add(_ more: [RegisterPlace: Int64]) { repairs.withLock { $0.merge(more) { $1 } } }

    func take() -> [RegisterPlace: Int64] {
      repairs.withLock { repairs in
        defer { repairs = [:] }
        return repairs
      }
    }
  }

  private let inbox: Inbox
  private let exchange: ExchangeInbox
  private let notes: Notes

  init() throws {
    let notes = Notes()
    self.notes = notes
    inbox = try Inbox.testing()
    var exchange = ExchangeInbox(inbox) { try .testing($0) }
    exchange.repairing = { repairs, _ in notes.add(repairs) }
    self.exchange = exchange
    try exchange.join(ExchangeMembership(person: "me"))
  }

  /// The content of the only message, if it is to be sent.
  private func due() throws -> [ExchangeValue] {
    try exchange.pending(limit: 9).filter { $0.name == .content }
  }

  /// Sends the content of the only message, as the next value of its subject.
  private func send(_ title: String, as sequence: Int64) throws -> ExchangeValue {
    try inbox.push(.make(title, id: "a"), from: "ci")
    var value = try #require(try due().first)
    value.sequence = sequence
    try exchange.confirm([value])
    return value
  }

  @Test(arguments: ["rubbish", "another content"])
  func `a value that rested and was replaced by less is repaired`(_ foreign: String) throws {
    var other = try send("first", as: 1)
    let place = RegisterPlace(other.subject, other.name)
    _ = try send("second", as: 2)
    if foreign == "rubbish" { other.bytes = Array(foreign.utf8) }
    other.sequence = 3
    try exchange.take([other])
    #expect(notes.take() == [place: 3])
    // It is due already.
    other.sequence = 4
    try exchange.take([other])
    #expect(notes.take().isEmpty)
    let sent = try due()
    #expect(sent.map(\.sequence) == [4])
    // Also one that is held back is no change of this machine.
    try exchange.hold(sent)
    other.sequence = 5
    try exchange.take([other])
    #expect(notes.take() == [place: 5])
  }

  @Test func `a change of this machine over the value of another one is no repair`() throws {
    var other = try send("first", as: 1)
    _ = try send("second", as: 2)
    try inbox.push(.make("third", id: "a"), from: "ci")
    other.sequence = 3
    try exchange.take([other])
    #expect(notes.take().isEmpty)
    #expect(try due().map(\.sequence) == [3])
  }
}
