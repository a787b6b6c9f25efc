import Foundation
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// The list of machines of an exchange.
@Suite struct MachinesTests {
  private let inbox: Inbox
  private let exchange: ExchangeInbox
  private let own: ExchangeOrigin

  init() throws {
    let inbox = try Inbox.testing()
    let origin = try inbox.origin()
    self.inbox = inbox
    own = try #require(ExchangeOrigin(ofInbox: origin))
    exchange = ExchangeInbox(inbox)
    try exchange.join(ExchangeMembership(person: "me", machine: "laptop"))
  }

  private func peer(
    _ name: String, _ origin: UInt32 = 1, seen: Double, since: Double? = nil, gone: Double? = nil,
    person: String = "me"
  ) -> ExchangePeer {
    ExchangePeer(
      origin: ExchangeOrigin(rawValue: origin), name: name, person: person,
      seenAt: .testing(seen), since: since.map { Date.testing($0) },
      goneAt: gone.map { Date.testing($0) })
  }

  private func joined() throws -> ExchangeInbox {
    let exchange = ExchangeInbox(try .testing())
    try exchange.join(ExchangeMembership(person: "me", machine: "desktop"))
    return exchange
  }

  @Test func `a description comes back from its text`() {
    for peer in [
      peer("phone", seen: 5), peer("phone", seen: 5, since: 2),
      peer("phone", seen: 5, since: 2, gone: 7),
    ] {
      #expect(ExchangePeer(Array(peer.json.utf8), origin: "00000001") == peer)
    }
    let old = #"{"v":1,"name":"a","person":"me","seen":-5,"since":"x","gone":9223372036854775807}"#
    let parsed = ExchangePeer(Array(old.utf8), origin: "00000001")
    #expect(parsed?.seenAt == Date(milliseconds: 0) && parsed?.since == nil)
    #expect(parsed?.goneAt == Date(milliseconds: HybridClock.latestMilliseconds))
  }

  @Test func `a machine that was taken out is listed again once it has written after that`() throws
  {
    let first = peer("phone", seen: 5)
    let gone = peer("phone", seen: 5, gone: 7)
    let later = peer("phone", seen: 9)
    let cases: [([ExchangePeer], Bool)] = [
      ([first, gone], false), ([gone, first], false), ([gone], false), ([gone, gone], false),
      ([first, gone, later], true), ([gone, first, later], true), ([first, later, gone], true),
      ([gone, later], true), ([later, gone], true),
    ]
    for (values, isListed) in cases {
      for isOneByOne in [false, true] {
        let exchange = try joined()
        if isOneByOne {
          for value in values { try exchange.note([value]) }
        } else {
          try exchange.note(values)
        }
        let names = try exchange.machines().others.map(\.name)
        #expect(names == (isListed ? ["phone"] : []), "\(values)")
      }
    }
  }

  @Test func `forgetting takes out all others of a name, and waits to be sent`() throws {
    try exchange.note([
      peer("phone", 1, seen: 5), peer("phone", 2, seen: 900), peer("desktop", 3, seen: 5),
      peer("laptop", own.rawValue, seen: 5),
    ])
    let later = ExchangeInbox(inbox.at(100))
    #expect(try later.lastForgetting() == nil)
    #expect(try later.forget("phone") == 2)
    #expect(try later.forget("phone") == 0)
    #expect(try later.forget("laptop") == 0)
    #expect(try later.machines().others.map(\.name) == ["desktop"])
    #expect(try later.position()?.waitingCount == 2)
    // One whose clock is ahead is gone after it wrote last.
    let forgotten = try later.forgotten()
    #expect(
      forgotten.map { $0.goneAt?.milliseconds } == [
        Date.testing(900).milliseconds + 1, Date.testing(100).milliseconds,
      ])
    #expect(try later.lastForgetting() == forgotten[0].goneAt)

    // What is refused is held, and tried again.
    try later.noteSent([forgotten[0]], isRefused: true)
    try later.noteSent([forgotten[1]], isRefused: false)
    let held = try #require(try later.position())
    #expect(held.waitingCount == 0 && held.heldCount == 1)
    #expect(try later.forgotten().isEmpty)
    #expect(try later.heldForgotten() == [forgotten[0]])
    try later.release()
    #expect(try later.heldForgotten().isEmpty)
    #expect(try later.forgotten() == [forgotten[0]])
    // Another machine was faster.
    try later.note([forgotten[0]])
    #expect(try later.position()?.waitingCount == 0)
    // A stream that was made anew is told again, unless it has the news.
    _ = try later.begin("stream", created: "a", last: .max)
    #expect(try later.forgotten() == forgotten)
    try later.note([forgotten[1]])
    #expect(try later.forgotten() == [forgotten[0]])
  }

  @Test func `without an exchange nothing is forgotten`() throws {
    let exchange = ExchangeInbox(try .testing())
    try exchange.note([peer("phone", seen: 5)])
    #expect(try exchange.forget("phone") == 0)
    #expect(try exchange.announcement(of: own) == nil)
  }

  @Test func `a machine that was taken out while it lives announces itself later than that`() throws
  {
    let desktop = try joined()
    for exchange in [exchange, desktop] {
      try exchange.note([peer("laptop", own.rawValue, seen: 5)])
      #expect(try !exchange.isMissed(own))
      try exchange.note([peer("laptop", own.rawValue, seen: 5, gone: 900)])
      #expect(try exchange.isMissed(own))
    }
    #expect(try desktop.machines().others.isEmpty)
    let announced = try #require(try exchange.announcement(of: own))
    #expect(announced.seenAt == .testing(900) && announced.name == "laptop")
    // It never sends that it is gone itself.
    _ = try exchange.begin("stream", created: "a", last: .max)
    #expect(try exchange.forgotten().isEmpty)
    try exchange.noteAnnounced(announced)
    #expect(try !exchange.isMissed(own))
    try desktop.note([announced])
    #expect(try desktop.machines().others.map(\.name) == ["laptop"])
  }

  @Test func `a machine that leaves and joins at the same moment is listed again`() throws {
    let desktop = try joined()
    #expect(try desktop.departure()?.name == "desktop")
    try desktop.note([try #require(try exchange.announcement(of: own))])
    #expect(try desktop.machines().others.map(\.name) == ["laptop"])
    let gone = try #require(try exchange.departure())
    #expect(gone.origin == own)
    try exchange.leave()
    #expect(try exchange.departure() == nil)
    #expect(try exchange.announcement(of: own) == nil)
    try desktop.note([gone])
    #expect(try desktop.machines().others.isEmpty)

    // It joins at the time at which it left, and reads what it has sent then.
    try exchange.join(ExchangeMembership(person: "me", machine: "laptop"))
    try exchange.note([gone])
    let again = try #require(try exchange.announcement(of: own))
    #expect(again.seenAt == gone.goneAt)
    // In whichever order they are read.
    let atlas = try joined()
    try atlas.note([again, gone])
    try desktop.note([again])
    for other in [desktop, atlas] { #expect(try other.machines().others.map(\.name) == ["laptop"]) }
  }

  @Test func `an inbox that has left does not join by a change of how it takes part`() throws {
    let membership = ExchangeMembership(person: "me", machine: "renamed")
    #expect(try exchange.update(membership))
    #expect(try exchange.position()?.machine == "renamed")
    try exchange.leave()
    #expect(try !exchange.update(membership))
    #expect(try exchange.position() == nil)
  }

  @Test func `a machine whose name another one has taken shows that it lives`() throws {
    try exchange.note([
      peer("laptop", own.rawValue, seen: 5), peer("laptop", 1, seen: 50, since: 40),
    ])
    #expect(try exchange.isMissed(own))
    let announced = try #require(try exchange.announcement(of: own))
    #expect(announced.seenAt == .testing(40))
    try exchange.noteAnnounced(announced)
    #expect(try !exchange.isMissed(own))
    let machines = try ExchangeInbox(inbox.at(60)).machines()
    #expect(machines.others.count == 1)
    #expect(machines.sharedNames == [.init("laptop", otherCount: 1, isOwn: true)])
  }

  @Test func `a name is shared by machines that live at the same time`() {
    let old = peer("laptop", 1, seen: 10)
    let new = peer("laptop", 2, seen: 30, since: 20)
    let desktop = peer("desktop", 3, seen: 30, since: 0)
    // An inbox that was restored, as others see it and as it sees itself.
    for machines in [
      ExchangeMachines(others: [new, old, desktop]),
      ExchangeMachines(own: new, others: [old, desktop]),
    ] {
      #expect(machines.isReplaced(old))
      #expect(!machines.isReplaced(new) && !machines.isReplaced(desktop))
      #expect(machines.sharedNames.isEmpty)
    }
    let living = peer("laptop", 1, seen: 25)
    #expect(
      ExchangeMachines(others: [new, living, desktop]).sharedNames
        == [.init("laptop", otherCount: 2, isOwn: false)])
    #expect(
      ExchangeMachines(own: living, others: [new, desktop]).sharedNames
        == [.init("laptop", otherCount: 1, isOwn: true)])
    // A machine of somebody else does not replace it.
    let other = peer("laptop", 2, seen: 30, since: 20, person: "ann")
    #expect(!ExchangeMachines(others: [other, old]).isReplaced(old))
    // Programs that do not tell when they began are not known to replace anything.
    let unknown = peer("laptop", 2, seen: 30)
    #expect(ExchangeMachines(others: [unknown, old]).sharedNames.count == 1)
  }

  @Test func `a restored inbox tells since when it is another one`() throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    try ExchangeInbox(inbox).join(ExchangeMembership(person: "me", machine: "laptop"))
    var origins: Set<ExchangeOrigin> = []
    for (seconds, machine, since) in [
      (5.0, "a", 5.0), (6.0, "a", 5.0), (7.0, "b", 7.0), (8.0, "b", 7.0),
    ] {
      let later = inbox.at(seconds)
      let origin = try #require(ExchangeOrigin(ofInbox: try later.claimOrigin(on: machine)))
      origins.insert(origin)
      let announced = try ExchangeInbox(later).announcement(of: origin)
      #expect(announced?.since == .testing(since), "\(seconds)")
      #expect(announced?.seenAt == .testing(seconds), "\(seconds)")
    }
    #expect(origins.count == 2)
  }
}
