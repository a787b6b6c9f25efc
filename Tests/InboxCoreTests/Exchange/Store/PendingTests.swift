import Foundation
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxCore

/// Whether anything is to be sent, as a look that writes nothing finds it.
@Suite struct PendingTests {
  private let inbox = Inbox.empty()
  private let exchange: ExchangeInbox

  init() throws {
    exchange = ExchangeInbox(inbox) { try .testing($0) }
    try exchange.join(ExchangeMembership(person: "me"))
    try inbox.push(.make("a", id: "a"), .make("b", id: "b"), from: "ci")
    try send()
  }

  /// Sends all that waits.
  private func send() throws {
    var values = try exchange.pending(limit: 99)
    // Later ones than those before.
    let last = values.map(\.sequence).max() ?? 0
    for index in values.indices { values[index].sequence = last + Int64(index + 1) }
    try exchange.confirm(values)
  }

  @Test func `the place after own values is stored with answers or alone, never back`() throws {
    func place() throws -> Int64? { try exchange.position()?.sequence }
    _ = try exchange.begin("s", created: "today", last: 0)
    try exchange.take([], through: 3)
    try exchange.confirm([], readTo: 5, of: "today")
    #expect(try place() == 5)
    try exchange.confirm([], readTo: 4, of: "today")
    try exchange.confirm([], readTo: 9, of: "yesterday")
    #expect(try place() == 5)
    let values = try exchange.pending(limit: 99)
    #expect(values.count == 2)
    try exchange.confirm(values, readTo: 7, of: "today")
    #expect(try place() == 7)
    #expect(try !exchange.hasPending())
  }

  @Test func `at rest nothing is pending`() throws {
    #expect(try !exchange.hasPending())
    // Nor after something that changes nothing.
    try inbox.perform(.unread, on: [1])
    #expect(try !exchange.hasPending())
  }

  @Test func `a change that was not taken up is pending`() throws {
    try inbox.perform(.read, on: [1])
    // As often as it is asked for, as nothing is taken up.
    for _ in 0..<2 { #expect(try exchange.hasPending()) }
    #expect(try exchange.position()?.waitingCount == 0)
    try send()
    #expect(try !exchange.hasPending())
  }

  @Test func `a value that was taken up is pending until it is sent`() throws {
    try inbox.perform(.read, on: [1])
    #expect(try exchange.pending(limit: 99).count == 1)
    #expect(try exchange.hasPending())
    try send()
    #expect(try !exchange.hasPending())
  }

  @Test func `a purge here is pending, before and after it is taken up`() throws {
    try inbox.perform(.delete, on: [1])
    try send()
    #expect(try !exchange.hasPending())
    try inbox.purge([1])
    #expect(try exchange.hasPending())
    #expect(try exchange.pending(limit: 99).count == 1)
    #expect(try exchange.hasPending())
    try send()
    #expect(try !exchange.hasPending())
  }

  @Test func `a push after a purge that was not sent begins the next generation`() throws {
    try inbox.perform(.delete, on: [1])
    try send()
    try inbox.purge([1])
    // The same text, so that nothing but the generation tells both apart.
    try inbox.push(.make("a", id: "a"), from: "ci")
    let values = try exchange.pending(limit: 99).filter { $0.name == .content }
    #expect(values.count == 1)
    let value = try #require(values.first)
    let register = try ExchangeRegister(value.bytes, of: value.name)
    guard case .content(let content) = register else { throw Unexpected(register) }
    #expect(content.generation == 1 && !content.isPurged)
    #expect(try inbox.stored().first { $0.id == "a" }?.status == .unread)
  }

  @Test func `values that are held alone are not pending until they are tried again`() throws {
    try inbox.perform(.read, on: .matching(.all))
    let values = try exchange.pending(limit: 99)
    try exchange.hold([values[0]])
    #expect(try values.count == 2 && exchange.hasPending())
    try exchange.hold([values[1]])
    #expect(try !exchange.hasPending())
    try exchange.release()
    #expect(try exchange.hasPending())
  }
}

/// Since when changes wait to be sent, as a screen shows it.
@Suite struct WaitingTests {
  private let inbox = Inbox.empty()
  private let exchange: ExchangeInbox

  init() throws { exchange = ExchangeInbox(inbox) { try .testing($0) } }

  private func since(_ seconds: Double) throws -> Date? {
    try inbox.at(seconds).snapshot(of: MessageQuery(), in: .init(limit: 1)).unsent?.since
  }

  private func push(_ title: String, at seconds: Double) throws {
    try inbox.at(seconds).push(.make(title, id: title), from: "ci")
  }

  private func sending(at seconds: Double) -> ExchangeInbox {
    ExchangeInbox(inbox.at(seconds)) { try .testing($0) }
  }

  @Test func `without an exchange nothing waits`() throws {
    try push("a", at: 1)
    #expect(try since(2) == nil)
  }

  @Test func `what waits is counted without taking it up`() throws {
    try push("before", at: 0)
    #expect(try exchange.waitingCount() == 0)
    var membership = ExchangeMembership(person: "me")
    membership.share = ExchangeShare(["mail": false])
    try exchange.join(membership)
    #expect(try exchange.waitingCount() == 1)
    var values = try sending(at: 1).pending(limit: 9)
    for index in values.indices { values[index].sequence = Int64(index + 1) }
    try sending(at: 1).confirm(values)
    #expect(try exchange.waitingCount() == 0)
    try push("a", at: 2)
    try inbox.at(2).push(.make("stays", id: "stays"), from: "mail")
    try inbox.at(3).perform(.delete, on: [1])
    try inbox.at(4).purge([1])
    // A message and a purge, as often as it is asked for: nothing was taken up.
    for _ in 0..<2 { #expect(try exchange.waitingCount() == 2) }
    #expect(try exchange.position()?.waitingCount == 0)
    #expect(try sending(at: 5).pending(limit: 9).count == 2)
    #expect(try exchange.waitingCount() == 2)
  }

  @Test func `what waits in an inbox that may only be read is counted`() throws {
    let folder = try TemporaryFolder()
    let owner = try Inbox.open(
      folder: folder.path + "/inbox", configuration: .init(durability: .normal))
    try ExchangeInbox(owner).join(ExchangeMembership(person: "me"))
    for title in ["a", "b"] { try owner.push(.make(title, id: title), from: "ci") }
    try owner.close()
    let reader = Inbox(
      store: try InboxStore.open(
        folder: folder.path + "/inbox", configuration: .testing(), isReadOnly: true))
    #expect(try ExchangeInbox(reader).waitingCount() == 2)
    #expect(try ExchangeInbox(reader).position()?.waitingCount == 0)
    withExtendedLifetime(folder) {}
  }

  @Test func `a change waits from its time until it is sent`() throws {
    try exchange.join(ExchangeMembership(person: "me"))
    _ = try sending(at: 0).pending(limit: 9)
    #expect(try since(1) == nil)
    try push("a", at: 2)
    // Also while no daemon takes it up.
    #expect(try since(3) == .testing(2))
    _ = try sending(at: 4).pending(limit: 9)
    try push("b", at: 5)
    var values = try sending(at: 6).pending(limit: 9)
    #expect(try since(7) == .testing(4) && values.count == 2)
    for index in values.indices { values[index].sequence = Int64(index + 1) }
    try sending(at: 7).confirm([values[0]])
    #expect(try since(8) == .testing(4))
    // What the stream refuses is named elsewhere.
    try sending(at: 9).hold([values[1]])
    #expect(try since(9) == nil)
    try exchange.release()
    _ = try sending(at: 10).pending(limit: 9)
    #expect(try since(11) == .testing(10))
    try sending(at: 12).confirm(values)
    #expect(try since(13) == nil)
  }
}

/// The first values of two machines replace each other without a look; what was lost is sent again.
@Suite struct FirstValuesTests {
  /// What the value of the other machine is beside the own one.
  enum Other: CaseIterable {
    /// It includes the own one.
    case includesOwn
    /// Each has what the other one lacks.
    case differs
    /// The own one includes it.
    case isIncluded
  }

  private let laptop = ExchangeMachine.made("laptop")
  private let desktop = ExchangeMachine.made("desktop")

  /// The first values of both machines of one register, and the join of them.
  ///
  /// - Returns: The value of the laptop, which waits to be sent; that of the desktop, with its sequence
  ///   in the stream; and the bytes of both joined.
  private func values(
    _ other: Other
  ) throws -> (own: ExchangeValue, other: ExchangeValue, joined: [UInt8]) {
    let own = Payload.make("own", id: "a", tags: other == .differs ? ["own"] : nil)
    try laptop.push(own, at: other == .isIncluded ? 20 : 10)
    try desktop.push(.make("other", id: "a"), at: other == .isIncluded ? 10 : 20)
    (laptop.time, desktop.time) = (30, 30)
    let found = try [laptop, desktop].map { machine in
      try #require(try machine.exchanging.pending(limit: 9).first { $0.name == .content })
    }
    #expect(found[0].subject == found[1].subject && found.map(\.sequence) == [0, 0])
    let registers = try found.map { try ExchangeRegister($0.bytes, of: $0.name) }
    let joined = registers[0].joined(with: registers[1])
    #expect((joined == registers[1]) == (other == .includesOwn))
    #expect((joined == registers[0]) == (other == .isIncluded))
    return (found[0], at(found[1], 100), joined.bytes)
  }

  private func at(_ value: ExchangeValue, _ sequence: Int64) -> ExchangeValue {
    var value = value
    value.sequence = sequence
    return value
  }

  /// What the laptop sends after it has replaced the value of the desktop, in the order given.
  private func sent(
    _ values: (own: ExchangeValue, other: ExchangeValue, joined: [UInt8]), isConfirmedFirst: Bool,
    hasSharedSequences: Bool = true
  ) throws -> [ExchangeValue] {
    var exchange = laptop.exchanging
    exchange.hasSharedSequences = hasSharedSequences
    let confirmed = at(values.own, 101)
    if isConfirmedFirst { try exchange.confirm([confirmed]) }
    try exchange.take([values.other])
    if !isConfirmedFirst { try exchange.confirm([confirmed]) }
    let sent = try exchange.pending(limit: 9)
    #expect(try exchange.pending(limit: 9) == sent)
    return sent
  }

  @Test(arguments: [Other.includesOwn, .differs], [false, true])
  func `what the replaced value had more is sent again`(
    other: Other, isConfirmedFirst: Bool
  ) throws {
    let values = try values(other)
    let sent = try sent(values, isConfirmedFirst: isConfirmedFirst)
    let again = ExchangeValue(
      subject: values.own.subject, name: .content, bytes: values.joined, sequence: 101)
    #expect(sent == [again])
    #expect(try laptop.here.stored().map(\.title) == ["other"])
    try laptop.exchanging.confirm([at(again, 102)])
    #expect(try laptop.exchanging.pending(limit: 9).isEmpty)
  }

  @Test(arguments: [false, true])
  func `a replaced value that adds nothing is not sent again`(isConfirmedFirst: Bool) throws {
    let values = try values(.isIncluded)
    let sent = try sent(values, isConfirmedFirst: isConfirmedFirst)
    #expect(sent.isEmpty)
    #expect(try laptop.here.stored().map(\.title) == ["own"])
    // Also not when it comes once more.
    try laptop.exchanging.take([values.other])
    #expect(try laptop.exchanging.pending(limit: 9).isEmpty)
  }

  @Test(arguments: [false, true])
  func `what another machine has replaced is sent again`(isRubbish: Bool) throws {
    let values = try values(.isIncluded)
    var other = at(values.other, 101)
    if isRubbish { other.bytes = Array("rubbish".utf8) }
    // The answer comes after the value that has replaced the own one.
    try laptop.exchanging.take([other])
    try laptop.exchanging.confirm([at(values.own, 100)])
    #expect(try laptop.exchanging.pending(limit: 9) == [at(values.own, 101)])
    try laptop.exchanging.confirm([at(values.own, 102)])
    #expect(try laptop.exchanging.pending(limit: 9).isEmpty)
  }

  @Test func `what has come leaves nothing to look at`() throws {
    let values = try values(.includesOwn)
    try laptop.exchanging.confirm([at(values.own, 100)])
    try laptop.exchanging.take([at(values.other, 101)])
    #expect(try !laptop.exchanging.hasPending())
  }

  @Test(arguments: [false, true])
  func `in a folder nothing is replaced, and nothing sent again`(isConfirmedFirst: Bool) throws {
    let values = try values(.includesOwn)
    let sent = try sent(values, isConfirmedFirst: isConfirmedFirst, hasSharedSequences: false)
    #expect(sent.isEmpty)
    #expect(try laptop.here.stored().map(\.title) == ["other"])
  }
}

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
