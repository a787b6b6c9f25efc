import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct AlertTests {
  /// A screen whose reader covers the list, so that what arrives is out of sight.
  private func reading(
    _ alerts: AlertPolicy = AlertPolicy(), count: Int = 3
  ) -> SimulatedInbox {
    var inbox = SimulatedInbox(count: count)
    inbox.state.preferences.alerts = alerts
    inbox.press("Enter")
    return inbox
  }

  /// Rings and notices that were asked for.
  private func raised(_ inbox: SimulatedInbox) -> [HostRequest] {
    inbox.effects.compactMap { if case .host(let request) = $0 { request } else { nil } }
  }

  @Test func `what arrives while a message is read shows a banner for its seconds`() {
    var inbox = reading(AlertPolicy(bannerSeconds: 5))
    inbox.arrive(.make(9, title: "Disk full"))
    #expect(inbox.state.alerts.banner?.arrival.title == "Disk full")
    #expect(inbox.state.alerts.banner?.count == 1)
    #expect(inbox.state.nextDeadline(at: inbox.now).map { $0 <= inbox.now + 5 } == true)
    inbox.now += 4.9
    inbox.send(.tick)
    #expect(inbox.state.alerts.banner != nil)
    inbox.now += 0.1
    inbox.send(.tick)
    #expect(inbox.state.alerts.banner == nil)
    #expect(raised(inbox) == [])
  }

  @Test func `a clock set back keeps no banner and mutes no bell`() {
    var inbox = reading()
    inbox.arrive(.make(9, sound: "default"))
    inbox.now -= 3_600
    inbox.send(.tick)
    #expect(inbox.state.alerts.banner == nil)
    inbox.arrive(.make(10, sound: "default"))
    #expect(raised(inbox) == [.ring, .ring])
  }

  @Test func `what was there when the screen opened alerts nobody`() {
    var inbox = SimulatedInbox(count: 0)
    inbox.state = UIState(size: Size(columns: 80, rows: 24), zone: .gmt)
    inbox.state.preferences.alerts.default = Alerts(sound: .always, desktop: .osc9)
    inbox.rows = SimulatedInbox(count: 3).rows
    inbox.begin()
    inbox.send(.changed(.reload))
    #expect(inbox.state.list.snapshot.counts.unread == 3)
    #expect(raised(inbox) == [])
    #expect(inbox.state.alerts.banner == nil)
    inbox.arrive(.make(9))
    #expect(raised(inbox).contains(.ring))
  }

  @Test func `a row in sight needs no banner, but rings`() {
    var inbox = SimulatedInbox(count: 3)
    inbox.arrive(.make(9, sound: "default"))
    #expect(inbox.state.alerts.banner == nil)
    #expect(raised(inbox) == [.ring])
  }

  @Test func `a row above what one looks at shows a banner`() {
    var inbox = SimulatedInbox(count: 200)
    inbox.press("PgDn", "PgDn")
    inbox.arrive(.make(900))
    #expect(inbox.state.alerts.banner?.arrival.number == MessageNumber(900))
  }

  @Test func `the banner goes as soon as its message comes into sight`() {
    var inbox = SimulatedInbox(count: 200)
    inbox.press("PgDn", "PgDn")
    inbox.arrive(.make(900))
    inbox.press("k")
    #expect(inbox.state.alerts.banner != nil)
    inbox.press("g")
    #expect(inbox.state.alerts.banner == nil)
    var other = reading()
    other.arrive(.make(9))
    #expect(other.state.alerts.banner != nil)
    other.press("q")
    #expect(other.state.alerts.banner == nil)
  }

  @Test func `a message that the filter hides shows a banner`() throws {
    let filter = try MessageFilter(parsing: "Message", now: .testing, timeZone: .gmt)
    var inbox = SimulatedInbox(count: 3, query: MessageQuery(filter: filter))
    inbox.arrive(.make(9, title: "Other"))
    #expect(inbox.state.alerts.banner != nil)
  }

  @Test func `a silent message never alerts, an alert-only one does`() {
    var inbox = reading()
    inbox.arrive(.make(8, delivery: .inbox, sound: "default"))
    #expect(inbox.state.alerts.banner == nil && inbox.state.alerts.latest == nil)
    #expect(raised(inbox).isEmpty)
    inbox.arrive(.make(9, delivery: .alert, sound: "default"))
    #expect(inbox.state.alerts.banner?.arrival.number == MessageNumber(9))
    #expect(raised(inbox) == [.ring])
  }

  @Test func `what belongs to the thread on screen does not alert`() {
    let filter = MessageFilter([.init(.thread("deploy"))])
    var inbox = SimulatedInbox(count: 0, query: MessageQuery(filter: filter))
    inbox.arrive(.make(1, thread: "deploy", sound: "default"))
    inbox.press("Enter")
    inbox.arrive(.make(2, thread: "deploy", sound: "default"))
    #expect(inbox.state.alerts.banner == nil)
    #expect(raised(inbox) == [])
    inbox.arrive(.make(3, thread: "other", sound: "default"))
    #expect(inbox.state.alerts.banner?.arrival.number == MessageNumber(3))
  }

  @Test func `what belongs to the thread that was opened does not alert, nor below its reader`() {
    var inbox = SimulatedInbox(count: 2)
    inbox.arrive(thread: "deploy")
    inbox.press("g", "t")
    #expect(inbox.state.screen == .thread)
    inbox.arrive(.make(8, thread: "deploy", sound: "default"))
    inbox.press("Enter", "?")
    inbox.arrive(.make(9, thread: "deploy", sound: "default"))
    #expect(inbox.state.alerts.banner == nil)
    #expect(raised(inbox) == [])
    inbox.press("q", "q", "q", "?")
    inbox.arrive(.make(10, thread: "deploy"))
    #expect(inbox.state.alerts.banner?.arrival.number == MessageNumber(10))
  }

  @Test(arguments: [LogEntry.Verb.imported, .merged, .unread, .restored, .unsnoozed, .undone])
  func `imports, merges and what people do raise nothing`(verb: LogEntry.Verb) {
    var inbox = reading()
    inbox.details[MessageNumber(1)] = .make(1, sound: "default")
    inbox.tell(verb, [MessageNumber(1)])
    #expect(inbox.state.alerts.banner == nil)
    #expect(raised(inbox) == [])
  }

  @Test func `what comes up again alerts again`() {
    var inbox = reading()
    inbox.tell(.resurfaced, [MessageNumber(1)])
    #expect(inbox.state.alerts.banner?.arrival.number == MessageNumber(1))
  }

  @Test func `the message in the reader needs no banner when it comes up again`() {
    var inbox = reading()
    inbox.details[MessageNumber(3)] = .make(3)
    inbox.tell(.resurfaced, [MessageNumber(3)])
    #expect(inbox.state.alerts.banner == nil)
  }

  @Test func `a thousand at once give one banner, one ring and one notice`() {
    var inbox = reading(AlertPolicy(default: Alerts(sound: .always, desktop: .osc777)))
    inbox.arrive(1_000)
    #expect(inbox.state.alerts.banner?.count == 1_000)
    #expect(inbox.state.alerts.banner?.isMore == false)
    #expect(
      raised(inbox) == [
        .ring,
        .notify(
          DesktopNotice(
            number: MessageNumber(1_003), title: "1000 new messages", body: "New @1003",
            method: .osc777)),
      ])
    inbox.arrive(1_001)
    #expect(inbox.state.alerts.banner?.isMore == true)
  }

  @Test func `what comes within a second of a ring rings once more after it`() throws {
    var inbox = reading(AlertPolicy(default: Alerts(banner: false, sound: .always)))
    for _ in 1...50 { inbox.arrive() }
    #expect(raised(inbox) == [.ring])
    let deadline = try #require(inbox.state.nextDeadline(at: inbox.now))
    #expect(deadline <= inbox.now + 1)
    inbox.now += 1
    inbox.send(.tick)
    #expect(raised(inbox) == [.ring, .ring])
    inbox.now += 1
    inbox.send(.tick)
    #expect(raised(inbox).count == 2)
  }

  @Test func `the newest takes the banner unless a more urgent one is shown`() {
    var inbox = reading()
    inbox.arrive(.make(10, priority: .high))
    inbox.arrive(.make(11))
    #expect(inbox.state.alerts.banner?.arrival.number == MessageNumber(10))
    #expect(inbox.state.alerts.banner?.count == 2)
    inbox.arrive(.make(12, priority: .high))
    #expect(inbox.state.alerts.banner?.arrival.number == MessageNumber(12))
  }

  @Test func `the full message takes the place of the partial one in the banner`() {
    var inbox = reading()
    inbox.arrive(.make(9, title: "Build…"))
    inbox.details[MessageNumber(9)] = .make(9, title: "Build 1841 passed")
    inbox.tell(.merged, [MessageNumber(9)])
    #expect(inbox.state.alerts.banner?.arrival.title == "Build 1841 passed")
    #expect(inbox.state.alerts.banner?.count == 1)
  }

  @Test(arguments: [LogEntry.Verb.viewed, .read, .deleted, .purged])
  func `a banner goes when its message was dealt with elsewhere`(verb: LogEntry.Verb) {
    var inbox = reading()
    inbox.arrive(.make(9))
    inbox.tell(verb, [MessageNumber(9)])
    #expect(inbox.state.alerts.banner == nil)
  }

  @Test func `Esc hides the banner and does what it does`() {
    var inbox = reading()
    inbox.arrive(.make(9))
    inbox.press("j")
    #expect(inbox.state.alerts.banner != nil)
    inbox.press("Esc")
    #expect(inbox.state.alerts.banner == nil)
    #expect(inbox.state.screen == .list)
  }

  @Test func `the title counts unless that is not wanted`() {
    var inbox = reading()
    #expect(inbox.state.title == "(2) Inbox")
    inbox.state.preferences.alerts.showsBadge = false
    #expect(inbox.state.title == "Inbox")
  }

  @Test func `a notice is printable and short`() {
    let notice = DesktopNotice(
      number: MessageNumber(1), title: "a\u{1B}]0;x\u{07}\nb",
      body: String(repeating: "long ", count: 100), method: .osc9)
    #expect(!notice.title.unicodeScalars.contains { $0.value < 0x20 })
    #expect(notice.body.count == 200)
    #expect(notice.body.hasSuffix("…"))
  }
}
