import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite("alerts of what comes again and again")
struct FoldedAlertTests {
  private var inbox: ScreenDriver

  init() {
    inbox = ScreenDriver(count: 3)
    inbox.state.environment.preferences.alerts.default = Alerts(sound: .always, desktop: .osc9)
    inbox.press("Enter")
  }

  /// A push that has an id of its own, so that none is given by its number.
  private func payload(_ priority: Priority? = nil, key: String = "disk") -> Payload {
    var payload = Payload.make("Disk full", id: UUID().uuidString, priority: priority)
    payload.fold = .set(key)
    return payload
  }

  private func rings(_ inbox: ScreenDriver) -> Int { inbox.effects.count { $0 == .host(.ring) } }

  @Test func `a storm is one banner with its count, one ring and one notice`() {
    var inbox = inbox
    inbox.push((0..<300).map { _ in payload() })
    for _ in 0..<20 {
      inbox.now += 2
      inbox.push((0..<10).map { _ in payload() })
    }
    #expect(inbox.banner?.count == 1)
    #expect(inbox.banner?.arrival.occurrences == 500)
    #expect(rings(inbox) == 1)
    let line = BannerLine.line(
      inbox.banner ?? Banner(arrival: .make(), expiresAt: .testing),
      keymap: .default, context: .reader, columns: 60)
    #expect(line.text.contains("×500 Disk full"))
  }

  @Test func `a further occurrence rings again after a while, or when it is more urgent`() {
    var inbox = inbox
    inbox.push(payload())
    inbox.now += 10
    #expect(rings(inbox.after(pushing: payload(.high))) == 2)
    inbox.now += 30
    #expect(rings(inbox.after(pushing: payload(.high))) == 2)
    inbox.now += 61
    #expect(rings(inbox.after(pushing: payload(.high))) == 3)
  }

  @Test func `another message rings beside a storm`() {
    var inbox = inbox
    inbox.push(payload())
    inbox.now += 2
    inbox.push([payload(), payload(key: "net")])
    #expect(rings(inbox) == 2)
    #expect(inbox.banner?.count == 2)
  }

  @Test func `the banner goes when its matter is over`() {
    var inbox = inbox
    inbox.push(payload())
    var end = Payload.make("Disk is fine")
    end.resolves = "disk"
    inbox.push(end)
    #expect(inbox.banner == nil)
  }
}
