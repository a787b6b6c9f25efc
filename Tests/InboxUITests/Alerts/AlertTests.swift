import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct AlertTests {
  /// A screen whose reader covers the list, so that what arrives is out of sight.
  private func reading(_ alerts: AlertPolicy = AlertPolicy(), count: Int = 3) -> ScreenDriver {
    ScreenDriver(count: count).with { $0.environment.preferences.alerts = alerts }.pressing("Enter")
  }

  /// Rings and notices that were asked for.
  private func raised(_ inbox: ScreenDriver) -> [HostRequest] {
    inbox.effects.compactMap { if case .host(let request) = $0 { request } else { nil } }
  }

  @Test func `what arrives while a message is read shows a banner for its seconds`() {
    var inbox = reading(AlertPolicy(bannerSeconds: 5))
    #expect(inbox.after(pushing: .make("Disk full")).banner?.arrival.title == "Disk full")
    #expect(inbox.banner?.count == 1)
    #expect(inbox.state.nextDeadline(at: inbox.now).map { $0 <= inbox.now + 5 } == true)
    #expect(inbox.after(waiting: 4.9).banner != nil)
    #expect(inbox.after(waiting: 0.1).banner == nil)
    #expect(raised(inbox) == [])
  }

  @Test func `a clock set back keeps no banner and mutes no bell`() {
    var inbox = reading()
    inbox.push(.make(sound: "default"))
    inbox.now -= 3_600
    #expect(inbox.after(.tick).banner == nil)
    #expect(raised(inbox.after(pushing: .make(sound: "default"))) == [.ring, .ring])
  }

  @Test func `what was there when the screen opened alerts nobody`() {
    var inbox = ScreenDriver(count: 3)
    inbox.state = UIState(size: Size(columns: 80, rows: 24), zone: .gmt)
    inbox.state.environment.preferences.alerts.default = Alerts(sound: .always, desktop: .osc9)
    inbox.begin()
    #expect(inbox.after(.changed(.reload)).state.list.snapshot.counts.unread == 3)
    #expect(raised(inbox) == [])
    #expect(inbox.banner == nil)
    #expect(raised(inbox.after(pushing: .make())).contains(.ring))
  }

  @Test func `a row in sight needs no banner, but rings`() {
    var inbox = ScreenDriver(count: 3)
    #expect(inbox.after(pushing: .make(sound: "default")).banner == nil)
    #expect(raised(inbox) == [.ring])
  }

  @Test func `a row above what one looks at shows a banner`() {
    var inbox = ScreenDriver(count: 200).pressing("PgDn", "PgDn")
    #expect(inbox.after(pushing: .make()).alerted == 201)
  }

  @Test func `the banner goes as soon as its message comes into sight`() {
    var inbox = ScreenDriver(count: 200).pressing("PgDn", "PgDn")
    inbox.push(.make())
    #expect(inbox.after("k").banner != nil)
    #expect(inbox.after("g g").banner == nil)
    var other = reading()
    #expect(other.after(pushing: .make()).banner != nil)
    #expect(other.after("q").banner == nil)
  }

  @Test func `a message that the filter hides shows a banner`() throws {
    let filter = try MessageFilter(parsing: "Message", now: .testing, timeZone: .gmt)
    var inbox = ScreenDriver(count: 3, query: MessageQuery(filter: filter))
    #expect(inbox.after(pushing: .make("Other")).banner != nil)
  }

  @Test func `a silent message never alerts, an alert-only one does`() {
    var inbox = reading()
    inbox.push(.make(delivery: .inbox, sound: "default"))
    #expect(inbox.banner == nil && inbox.state.alerts.latest == nil)
    #expect(raised(inbox).isEmpty)
    #expect(inbox.after(pushing: .make(delivery: .alert, sound: "default")).alerted == 5)
    #expect(raised(inbox) == [.ring])
  }

  @Test func `what belongs to the thread on screen does not alert`() {
    let filter = MessageFilter([.init(.thread("deploy"))])
    var inbox = ScreenDriver(count: 0, query: MessageQuery(filter: filter))
    inbox.push(.make(thread: "deploy", sound: "default"))
    inbox.press("Enter")
    #expect(inbox.after(pushing: .make(thread: "deploy", sound: "default")).banner == nil)
    #expect(raised(inbox) == [])
    #expect(inbox.after(pushing: .make(thread: "other", sound: "default")).alerted == 3)
  }

  @Test func `what belongs to the thread that was opened does not alert, nor below its reader`() {
    var inbox = ScreenDriver(count: 2)
    inbox.arrive(thread: "deploy")
    #expect(inbox.after("g g", "t").screen == .thread)
    inbox.push(.make(thread: "deploy", sound: "default"))
    inbox.press("Enter", "?")
    #expect(inbox.after(pushing: .make(thread: "deploy", sound: "default")).banner == nil)
    #expect(raised(inbox) == [])
    inbox.press("q", "q", "q", "?")
    #expect(inbox.after(pushing: .make(thread: "deploy")).alerted == 6)
  }

  @Test(arguments: [LogEntry.Verb.imported, .merged, .unread, .restored, .unsnoozed, .undone])
  func `imports, merges and what people do raise nothing`(verb: LogEntry.Verb) throws {
    var inbox = reading()
    inbox.revise(1) { $0.sound = .set("default") }
    let message = MessageSelection.numbers([1])
    func perform(_ verbs: Verb...) {
      inbox.elsewhere { inbox in
        for verb in verbs { _ = try inbox.perform(verb, on: message) }
      }
    }
    switch verb {
    case .imported:
      inbox.elsewhere { inbox in
        _ = try inbox.importMessages([.make(id: "new", sound: "default")])
      }
    case .merged: inbox.push(.make("Another title", id: "1", source: "cli"))
    case .unread: perform(.read, .unread)
    case .restored: perform(.delete, .restore)
    case .unsnoozed: perform(.snooze(until: .date(inbox.now + 60)), .unsnooze)
    default:
      perform(.delete)
      inbox.elsewhere { inbox in _ = try inbox.undo() }
    }
    let logged = try inbox.inbox.log(after: 0, limit: 100)
    guard case .entries(let entries) = logged else { return #expect(Bool(false), "a gap") }
    #expect(entries.last?.verb == verb)
    #expect(inbox.banner == nil)
    #expect(raised(inbox) == [])
  }

  @Test func `what comes up again alerts again`() {
    var inbox = reading()
    #expect(inbox.resurface(1).alerted == 1)
  }

  @Test func `the message in the reader needs no banner when it comes up again`() {
    var inbox = reading()
    #expect(inbox.resurface(3).banner == nil)
  }

  @Test func `a thousand at once give one banner, one ring and one notice`() {
    var inbox = reading(AlertPolicy(default: Alerts(sound: .always, desktop: .osc777)))
    #expect(inbox.arrive(1_000).banner?.count == 1_000)
    #expect(inbox.banner?.isMore == false)
    #expect(
      raised(inbox) == [
        .ring,
        .notify(
          DesktopNotification(
            number: 1_003, title: "1000 new messages", body: "New @1003",
            method: .osc777)),
      ])
    #expect(inbox.arrive(1_001).banner?.isMore == true)
  }

  @Test func `what comes within a second of a ring rings once more after it`() throws {
    var inbox = reading(AlertPolicy(default: Alerts(banner: false, sound: .always)))
    for _ in 1...50 { inbox.arrive() }
    #expect(raised(inbox) == [.ring])
    #expect(try #require(inbox.state.nextDeadline(at: inbox.now)) <= inbox.now + 1)
    #expect(raised(inbox.after(waiting: 1)) == [.ring, .ring])
    #expect(raised(inbox.after(waiting: 1)).count == 2)
  }

  @Test func `the newest takes the banner unless a more urgent one is shown`() {
    var inbox = reading()
    inbox.push(.make(priority: .high))
    #expect(inbox.after(pushing: .make()).alerted == 4)
    #expect(inbox.banner?.count == 2)
    #expect(inbox.after(pushing: .make(priority: .high)).alerted == 6)
  }

  @Test func `the full message takes the place of the partial one in the banner`() {
    var inbox = reading()
    inbox.push(.make("Build…", id: "build"))
    inbox.push(.make("Build 1841 passed", id: "build"))
    #expect(inbox.banner?.arrival.title == "Build 1841 passed")
    #expect(inbox.banner?.count == 1)
  }

  @Test(arguments: [Verb.view, .read, .delete])
  func `a banner goes when its message was dealt with elsewhere`(verb: Verb) {
    var inbox = reading()
    let number = inbox.push(.make())
    #expect(inbox.perform(verb, on: number.rawValue).banner == nil)
    #expect(inbox.after(pushing: .make()).banner != nil)
    #expect(inbox.purge(number.rawValue + 1).banner == nil)
  }

  @Test func `Esc hides the banner and does what it does`() {
    var inbox = reading()
    inbox.push(.make())
    #expect(inbox.after("j").banner != nil)
    #expect(inbox.after("Esc").banner == nil)
    #expect(inbox.screen == .list)
  }

  @Test func `the title counts unless that is not wanted`() {
    var inbox = reading()
    #expect(inbox.state.title == "(2) Inbox")
    inbox.state.environment.preferences.alerts.showsBadge = false
    #expect(inbox.state.title == "Inbox")
  }

  @Test func `a notice is printable and short`() {
    let notice = DesktopNotification(
      number: 1, title: "a\u{1B}]0;x\u{07}\nb",
      body: String(repeating: "long ", count: 100), method: .osc9)
    #expect(!notice.title.unicodeScalars.contains { $0.value < 0x20 })
    #expect(notice.body.count == 200)
    #expect(notice.body.hasSuffix("…"))
  }
}
