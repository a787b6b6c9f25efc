import Foundation
import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

/// The lines between the days of a list.
struct DayLineTests {
  private static let day = 86_400.0
  /// Noon, so that hours before and after are of one day.
  private static let noon = Date(timeIntervalSince1970: 1_800_014_400)

  /// Messages of some ages in days, the newest with the highest number.
  private func screen(
    _ ages: [Double], rows: Int = 24, query: MessageQuery = .init(), pinned: Set<Int64> = []
  ) -> ScreenDriver {
    let payloads = ages.sorted(by: >).enumerated().map { index, age in
      var payload = Payload.make("Message \(index + 1)", id: "\(index + 1)", source: "cli")
      payload.local.receivedAt = Self.noon.addingTimeInterval(-age * Self.day)
      payload.local.isPinned = pinned.contains(Int64(index + 1))
      return payload
    }
    var inbox = ScreenDriver(
      payloads, size: Size(columns: 80, rows: rows), query: query, now: Self.noon)
    inbox.state.environment.preferences.group = .day
    inbox.send(.resized(inbox.state.size))
    return inbox
  }

  private func headers(_ inbox: ScreenDriver) -> [String] {
    inbox.listLines.filter { $0.contains(" ─") }.map { $0.prefix { $0 != "─" } }
      .map { String($0).trimmingCharacters(in: .whitespaces) }
  }

  @Test func `each day has its name above its first message`() throws {
    var inbox = screen([0, 0.1, 0.9, 1, 3, 3.1, 40, 400], pinned: [2])
    #expect(headers(inbox) == ["Pinned", "Today", "Yesterday", "Tue 12 Jan", "11 Dec 2025"])
    inbox.press("j")
    try inbox.checkGolden("days")
  }

  @Test func `days are those of the zone, and names change at midnight`() {
    var inbox = screen([0.2, 0.8])
    #expect(headers(inbox) == ["Today", "Yesterday"])
    inbox.state.environment.zone = TimeZone(secondsFromGMT: -12 * 3_600) ?? .gmt
    #expect(headers(inbox) == ["Yesterday"])
    inbox.state.environment.zone = .gmt
    let deadline = inbox.state.nextDeadline(at: inbox.now)
    #expect(deadline.map { $0 <= Self.noon.addingTimeInterval(Self.day / 2) } == true)
    inbox.now += Self.day / 2
    #expect(headers(inbox) == ["Yesterday", "Thu 14 Jan"])
  }

  @Test func `there are none where they would say nothing, or leave too little room`() {
    let query = MessageQuery(order: .unread)
    let words = MessageQuery(filter: MessageFilter([.init(.word("message"))]))
    #expect(headers(screen([0, 1, 2], query: query)) == [])
    #expect(headers(screen([0, 1, 2], query: words)) == ["Today", "Yesterday", "Wed 13 Jan"])
    #expect(headers(screen([0, 1, 2], rows: 13)) == [])
    #expect(headers(screen([0, 1, 2], rows: 14)) == ["Today", "Yesterday", "Wed 13 Jan"])
    #expect(headers(screen([0, 1, 2]).with { $0.environment.preferences.group = .none }) == [])
  }

  @Test func `a list that is sorted by priority has lines between those`() {
    var payloads = (0..<4).map {
      Payload.make("Message \($0)", priority: $0 < 3 ? .default : .high)
    }
    payloads[0].local.isPinned = true
    let inbox = ScreenDriver(payloads, query: MessageQuery(order: .priority), now: Self.noon)
      .with { $0.environment.preferences.group = .day }
    #expect(headers(inbox) == ["Pinned", "High priority", "Default priority"])
  }

  @Test(arguments: ["j", "C-f", "C-d", "End"], ["k", "C-b", "C-u", "Home"])
  func `on the way down and up the cursor is always in sight`(down: String, up: String) {
    var inbox = screen((0..<120).map { Double($0) / 2.5 }, rows: 17)
    for key in Array(repeating: down, count: 130) + Array(repeating: up, count: 130) {
      inbox.press(key)
      let title = inbox.state.list.selectedRow?.title ?? "none"
      #expect(inbox.listLines.contains { $0.contains("\(title) ") }, "\(title) after \(key)")
      let line = inbox.state.list.cursorLines(in: inbox.state.listLayout)?.lowerBound
      #expect(line.map { inbox.listLines[$0].contains("\(title) ") } == true, "\(title)")
    }
    #expect(inbox.state.list.selectedIndex == 0)
    #expect(headers(inbox).first == "Today")
  }

  @Test func `what is new is said above the first message that is not pinned`() {
    var inbox = screen([0, 5], pinned: [1])
    inbox.send(.returned(LastVisit(date: Self.noon.addingTimeInterval(-10_000), newCount: 12)))
    let headers = inbox.listLines.filter { $0.hasSuffix("─") }
    #expect(headers[0].hasPrefix(" Pinned") && !headers[0].contains("new since"))
    #expect(headers[1].contains("12 new since 09:13"))
  }

  @Test func `what is new is said beside the name of the pinned ones where there are no others`() {
    var inbox = screen([0, 5], pinned: [1, 2])
    inbox.send(.returned(LastVisit(date: Self.noon.addingTimeInterval(-10_000), newCount: 12)))
    let told = inbox.texts.filter { $0.contains("12 new since 09:13") }
    #expect(told.count == 1 && told[0].hasPrefix(" Pinned ─"), "\(inbox.texts)")
  }

  @Test func `what is new since the last visit is said above the first message, until refreshed`() {
    var inbox = screen([0, 1])
    let visit = LastVisit(date: Self.noon.addingTimeInterval(-10_000), newCount: 12)
    inbox.send(.returned(visit))
    #expect(inbox.listLines[0].hasSuffix(" 12 new since 09:13 · 1 unread ─"))
    inbox.run("filter is:unread")
    #expect(!inbox.listLines.contains { $0.contains("new since") })
    #expect(inbox.after("Esc").listLines[0].contains("12 new since 09:13"))
    #expect(!inbox.after("r").listLines.contains { $0.contains("new since") })
    inbox.send(.returned(LastVisit(date: Self.noon, newCount: 0)))
    #expect(!inbox.listLines.contains { $0.contains("new since") })
  }

  @Test(arguments: [
    (80, 24, "─ 6 new from 3 sources since 09:13 · g w · 6 unread ─"),
    (50, 24, "─ 6 new from 3 sources since 09:13 · g w ─"),
    (36, 24, "─ 6 new · g w · 6 unread ─"), (80, 12, "─ 6 new from 3 sources since 09:13 · g w ─"),
    (36, 12, "─ 6 new · g w ─"), (80, 8, " 6 new · g w · default · All · newest"),
  ])
  func `what came since is said on small screens, too`(columns: Int, rows: Int, line: String) {
    var inbox = ScreenDriver(
      (0..<6).map { Payload.make("Message \($0)", source: "s\($0 % 3)") },
      size: Size(columns: columns, rows: rows), now: Self.noon)
    inbox.state.environment.preferences.group = .day
    let start = Self.noon.addingTimeInterval(-10_000)
    inbox.send(.returned(LastVisit(date: start, end: Self.noon, newCount: 6, sourceCount: 3)))
    #expect(inbox.texts.filter { $0.contains("6 new") }.count == 1, "\(inbox.texts)")
    #expect(inbox.texts.contains { $0.hasSuffix(line) }, "\(inbox.texts)")
    #expect(!inbox.after("Enter").texts.contains { $0.contains(" · g w") }, "\(inbox.texts)")
  }

  @Test func `what a refresh took away is not told again by a count under way`() {
    var inbox = screen([0, 1])
    inbox.send(.returned(LastVisit(date: Self.noon.addingTimeInterval(-10_000), newCount: 12)))
    inbox.holdsEffects = true
    inbox.perform(.read, on: 1)
    inbox.press("r")
    #expect(inbox.release().state.session.lastVisit == nil)
  }

  @Test func `what came while the person was away is grouped by source, until it is dealt with`() {
    var inbox = ScreenDriver(
      (0..<6).map { Payload.make("Message \($0)", source: "s\($0 % 3)") }, now: Self.noon)
    #expect(inbox.after("g", "w").status == "Nothing to catch up on")
    inbox.state.environment.preferences.group = .day
    let start = Self.noon.addingTimeInterval(-10_000)
    inbox.send(.returned(LastVisit(date: start, end: Self.noon, newCount: 6, sourceCount: 3)))
    #expect(inbox.listLines.contains { $0.contains("6 new from 3 sources since 09:13 · g w") })
    #expect(headers(inbox.after("g", "w")).count == 3, "\(inbox.listLines)")
    #expect(inbox.filterText.hasPrefix("is:unread after:"))
    #expect(headers(inbox.after("e", "y")).count == 2, "\(inbox.listLines)")
    #expect(headers(inbox.after("Esc")).first?.hasPrefix("Today") == true, "\(inbox.listLines)")
    inbox.wait(1)
    #expect(inbox.listLines.contains { $0.contains("4 new from 2 sources since 09:13") })
    inbox.press("g", "w", "E", "y")
    inbox.wait(1)
    inbox.press("u", "Esc")
    inbox.wait(1)
    #expect(inbox.listLines.contains { $0.contains("4 new from 2 sources since 09:13") })
    inbox.push(.make("Later", source: "s3"))
    inbox.perform(.read, on: 1, 2, 3, 4, 5, 6)
    inbox.wait(1)
    #expect(!inbox.listLines.contains { $0.contains("since") }, "\(inbox.listLines)")
    #expect(inbox.after("g", "w").status == "Nothing to catch up on")
  }

  @Test func `a catch-up settles what its line counts`() {
    var inbox = ScreenDriver(
      (0..<6).map { Payload.make("Message \($0)", source: "s\($0 % 3)") }, now: Self.noon)
    inbox.perform(.read, on: 1, 2)
    let start = Self.noon.addingTimeInterval(-10_000)
    inbox.send(.returned(LastVisit(date: start, end: Self.noon, newCount: 4, sourceCount: 3)))
    #expect(inbox.after("g", "w").topBar.contains(" · unread since 09:13 · "), "\(inbox.topBar)")
    #expect(inbox.after("E").state.overlays.question?.count == 4)
  }

  @Test(arguments: [(0, "since 09:13"), (1, "since Thu 09:13"), (8, "since Thu 2027-01-07 09:13")])
  func `a catch-up says since when it is in words`(days: Double, words: String) {
    var inbox = ScreenDriver(
      (0..<6).map { Payload.make("Message \($0)", source: "s\($0 % 3)") }, now: Self.noon)
    let start = Self.noon.addingTimeInterval(-10_000 - days * Self.day)
    inbox.send(.returned(LastVisit(date: start, end: Self.noon, newCount: 6, sourceCount: 3)))
    inbox.press("g", "w")
    #expect(
      inbox.topBar.contains(" \(words) ") && !inbox.topBar.contains("after:"), "\(inbox.topBar)")
    inbox.state.environment.preferences.automaticTabs = true
    inbox.send(.tick)
    #expect(
      inbox.topBar.contains(" \(words)") && !inbox.topBar.contains("after:"), "\(inbox.topBar)")
    #expect(inbox.after("E", "y").listLines.contains { $0.contains(" \(words) · Esc shows all") })
    inbox.run("filter after:\(MessageFilter([.init(.after(.at(start)))]).text.dropFirst(6)) m")
    let status = inbox.status ?? "none"
    #expect(status.hasPrefix("Only \(words) m"), "\(status)")
  }

  @Test func `the end of do not disturb tells what came meanwhile`() throws {
    var inbox = screen([0, 1])
    inbox.now += 1
    inbox.press("B")
    inbox.now += 60
    try inbox.inbox.at(inbox.now).push(.make("later"))
    inbox.now += 60
    #expect(inbox.after("j").state.session.lastVisit == nil)
    #expect(inbox.after("B").state.session.lastVisit?.newCount == 1)
    // What was told before stays.
    inbox.press("B")
    inbox.now += 60
    try inbox.inbox.at(inbox.now).push(.make("last"))
    #expect(inbox.after("B").state.session.lastVisit?.newCount == 2)
  }
}
