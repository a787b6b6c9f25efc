import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// A list in groups with headers that fold and can be acted on.
struct GroupingTests {
  private static let noon = Date(timeIntervalSince1970: 1_800_014_400)
  private static let sources = ["ci/shop", "alerts/disk", "ci/shop", "chat/team", "ci/shop"]

  /// Messages of several sources in turn, an hour apart; those with an even number are read.
  private func screen(
    _ count: Int = 10, size: Size = Size(columns: 80, rows: 24), query: MessageQuery = .init()
  ) -> ScreenDriver {
    let payloads = (0..<count).map { index in
      var payload = Payload.make(
        "Message \(index + 1)", id: "\(index + 1)", source: Self.sources[index % 5])
      payload.local.receivedAt = Self.noon.addingTimeInterval(3_600 * Double(index - count))
      if index % 2 == 1 { payload.local.status = .read }
      if index % 3 == 0 { payload.thread = .set("thread \(index % 2)") }
      return payload
    }
    return ScreenDriver(payloads, size: size, query: query, now: Self.noon)
  }

  private func headers(_ inbox: ScreenDriver) -> [String] {
    inbox.listLines.filter { $0.contains(" ──") }.map { line in
      let parts = line.split(separator: "─").map { $0.trimmingCharacters(in: ["▌", " "]) }
        .filter { !$0.isEmpty }
      // Two blanks separate the name of a folded group from its newest title.
      let name = parts[0].components(separatedBy: "  ")[0]
      return ([name] + parts.dropFirst()).joined(separator: " | ")
    }
  }

  /// The headers without their numbers.
  private func names(_ inbox: ScreenDriver) -> [String] {
    headers(inbox).map { $0.components(separatedBy: " | ")[0] }
  }

  @Test func `a folded group shows its newest title, a narrow one does not`() {
    var inbox = screen().pressing("g", "s", "z", "M")
    #expect(inbox.listLines.contains { $0.contains("▸ ci/shop  Message 10 ──") })
    inbox.send(.resized(Size(columns: 40, rows: 24)))
    #expect(inbox.listLines.contains { $0.contains("▸ ci/shop ──") })
  }

  @Test func `rows below the header of their source do not repeat it`() {
    var inbox = screen()
    #expect(inbox.listLines.contains { $0.contains("Message 9") && $0.contains("chat/team") })
    #expect(inbox.after("g", "s").listLines.contains { $0.contains("Message 9") })
    #expect(!inbox.listLines.contains { $0.contains("Message 9") && $0.contains("chat/team") })
    #expect(
      inbox.after("p").listLines.contains { $0.contains("Message 10") && $0.contains("ci/shop") })
  }

  @Test func `groups have their names and numbers above them`() throws {
    var inbox = screen().pressing("g", "s")
    #expect(inbox.status == "Grouped by source")
    #expect(names(inbox) == ["▾ ci/shop", "▾ chat/team", "▾ alerts/disk"])
    inbox.wait(1)
    try inbox.checkGolden("groups")
    #expect(
      headers(inbox) == [
        "▾ ci/shop | 3 unread of 6", "▾ chat/team | 1 unread of 2", "▾ alerts/disk | 1 unread of 2",
      ])
    inbox.press("g", "t")
    #expect(headers(inbox.after(waiting: 1)).first == "▾ thread 1 | 2")
    #expect(inbox.rows.last?.thread == nil)
    #expect(names(inbox.after("g", "p")).first == "▾ Default priority")
    #expect(names(inbox.after("g", "d")).first == "Today")
    #expect(headers(inbox.after("g", "n")) == [])
  }

  @Test func `the cursor stays on its message when the list is grouped, and in sight`() throws {
    var inbox = screen(60).pressing("j", "j", "j")
    let title = try #require(inbox.state.list.selectedRow?.title)
    for keys in ["g s", "g t", "g p", "g d", "g n", "g s"] {
      #expect(inbox.after(keys).state.list.selectedRow?.title == title, "\(keys)")
      #expect(inbox.listLines.contains { $0.contains("\(title) ") }, "\(keys)")
    }
  }

  @Test func `a folded group is its header, and unfolds again`() throws {
    var inbox = screen().pressing("g", "s", "g", "g", "z", "a")
    #expect(names(inbox) == ["▸ ci/shop", "▾ chat/team", "▾ alerts/disk"])
    #expect(inbox.rows.count == 5)
    #expect(inbox.state.list.selectedRow?.title == "Message 10")
    inbox.wait(1)
    try inbox.checkGolden("groups-folded")
    #expect(inbox.after("j").state.list.selectedRow?.source == "chat/team")
    #expect(inbox.after("z", "a").rows.count == 4)
    #expect(inbox.after("k", "Enter").screen == .list)
    #expect(inbox.rows.count == 9)
    #expect(inbox.after("z", "R").rows.count == 10)
    #expect(inbox.after("z", "M").titles == ["Message 10", "Message 9", "Message 7"])
    #expect(inbox.after("G", "z", "o", "k", "z", "o", "z", "c").rows.count == 4)
  }

  @Test func `days and priorities fold as well`() {
    var inbox = screen(48).pressing("g", "d", "z", "M")
    #expect(names(inbox) == ["▸ Today", "▸ Yesterday", "▸ Wed 13 Jan"])
    #expect(names(inbox.after("j", "z", "a")).prefix(2) == ["▸ Today", "▾ Yesterday"])
    #expect(names(inbox.after("z", "R")).first == "Today")
    #expect(inbox.state.list.query.grouping == nil)
    #expect(names(inbox.after("g", "p", "z", "a")) == ["▸ Default priority"])
  }

  @Test func `keys on a header act on all of its messages, asked once and undone as one`() throws {
    var inbox = screen().pressing("g", "s", "g", "g", "z", "a", "d")
    #expect(inbox.question == "Delete 6 messages?")
    #expect(try inbox.after("n").inbox.counts().deleted == 0)
    #expect(try inbox.after("d", "y").inbox.counts().deleted == 6)
    #expect(inbox.status == "Deleted 6 messages · u undo")
    #expect(names(inbox) == ["▾ chat/team", "▾ alerts/disk"])
    #expect(try inbox.after("u").inbox.counts().deleted == 0)
    #expect(names(inbox).first == "▸ ci/shop")
    #expect(inbox.state.list.selectedRow?.source == "ci/shop")
    #expect(inbox.after("m").question == "Mark 3 messages read?")
    #expect(inbox.after("y", "m").question == "Mark 6 messages unread?")
    #expect(inbox.after("y", "p").question == "Pin 6 messages?")
    #expect(names(inbox.after("y")) == ["▾ Pinned", "▾ chat/team", "▾ alerts/disk"])
    #expect(inbox.state.list.selectedRow?.source == "ci/shop")
  }

  @Test func `a group is snoozed until a moment of the menu`() {
    var inbox = screen().pressing("g", "s", "z", "M", "g", "g", "s")
    #expect(inbox.menu?.title == "Snooze the group")
    #expect(inbox.after("1").question == "Snooze 6 messages?")
    #expect(inbox.after("y").titles == ["Message 9", "Message 7"])
    #expect(inbox.after("u").titles == ["Message 10", "Message 9", "Message 7"])
  }

  @Test(arguments: ["o", "a", "t", "y", "Y", "|", "Space", "V"])
  func `what is meant for one message does nothing on a header`(_ key: String) {
    var inbox = screen().pressing("g", "s", "z", "M")
    #expect(inbox.after(key).status == "The group is folded · Enter unfolds it")
    #expect(inbox.state.list.marked.isEmpty && inbox.menu == nil)
  }

  @Test func `what arrives in a folded group is counted, and alerts`() throws {
    var inbox = screen().pressing("g", "s", "g", "g", "z", "a")
    #expect(headers(inbox.after(waiting: 1)).first == "▸ ci/shop | 3 unread of 6")
    inbox.elsewhere { inbox in
      try inbox.push([.make("Red again", source: "ci/shop")], defaultSource: "ci/shop")
    }
    #expect(inbox.banner != nil)
    #expect(inbox.state.list.selectedRow?.source == "ci/shop")
    #expect(headers(inbox).count == 3)
    #expect(headers(inbox.after(waiting: 1)).first == "▸ ci/shop | 4 unread of 7")
  }

  @Test func `a search, the next unread message and a jump unfold what they lead to`() {
    var inbox = screen()
    inbox.press("g", "s", "z", "M", "g", "g", "/", typing: "Message 3", then: "Enter")
    #expect(inbox.state.list.selectedRow?.title == "Message 3")
    #expect(names(inbox) == ["▾ ci/shop", "▸ chat/team", "▸ alerts/disk"])
    #expect(inbox.after("z", "M", "g", "g", "Tab").state.list.selectedRow?.status == .unread)
    #expect(inbox.state.list.foldedGroup == nil)
  }

  @Test func `a search shows what it has found while it is typed, and folds it again on Esc`() {
    var inbox = screen().pressing("g", "s", "z", "M", "g", "g")
    let (before, cursor) = (names(inbox), inbox.selected)
    #expect(inbox.after("/", typing: "Message 4").state.list.selectedRow?.title == "Message 4")
    #expect(names(inbox) == ["▸ ci/shop", "▾ chat/team", "▸ alerts/disk"])
    #expect(names(inbox.after("Esc")) == before && inbox.selected == cursor)
    inbox.press("/", typing: "Message 4", then: "x")
    #expect(names(inbox) == before && inbox.selected == cursor)
  }

  /// Twice as many messages as sources, of which not all headers are at hand at once.
  private func longScreen() -> ScreenDriver {
    let payloads = (0..<400).map { index in
      var payload = Payload.make(
        "Message \(index)", id: "\(index)", source: "source/\(100 + index / 2)")
      payload.local.receivedAt = Self.noon.addingTimeInterval(Double(index - 400))
      return payload
    }
    return ScreenDriver(payloads, now: Self.noon)
  }

  @Test(arguments: [380, 381])
  func `Enter before the match has come unfolds its group all the same`(number: Int) {
    var inbox = longScreen().pressing("g", "s", "z", "M", "g", "g").holdingEffects()
    inbox.press("/", typing: "Message \(number)", then: "Enter")
    #expect(inbox.release().state.list.selectedRow?.title == "Message \(number)")
    #expect(inbox.state.list.foldedGroup == nil)
  }

  @Test func `a title that is chosen unfolds its group, also where it stands for that`() {
    for number in [399, 381] {
      var inbox = longScreen().pressing("g", "s", "z", "M", number == 399 ? "g g" : "G", "C-p")
      inbox.type("Message \(number)", then: "Enter")
      #expect(inbox.state.list.selectedRow?.title == "Message \(number)")
      #expect(inbox.state.list.foldedGroup == nil)
    }
  }

  @Test func `a step over folded groups far away folds none open`() {
    var inbox = longScreen().countingDigits()
    inbox.press("g", "s", "z", "M", "g", "g", "1", "5", "0", "j")
    #expect(inbox.state.list.selectedRow?.source == "source/149")
    #expect(inbox.state.list.foldedGroup != nil)
  }

  @Test func `the place counts a folded group as one, and is left out where nobody knows it`() {
    var inbox = longScreen().pressing("g", "s", "z", "M", "g", "g")
    #expect(inbox.place == "1/~")
    #expect(inbox.after("j", "j").place == "3/~")
    #expect(inbox.after("G").place == "help")
    inbox = screen()
    #expect(inbox.after("g", "s", "z", "M", "g", "g", "j").place == "2/3")
    #expect(inbox.after("z", "o").place == "2/4")
    #expect(inbox.after("G").place == "4/4")
  }

  @Test func `a group whose source reads as a pattern is acted on alone`() throws {
    let sources = ["ci/*", "ci/shop", "ci/*", "ci/\\*"]
    let payloads = sources.enumerated().map { index, source in
      Payload.make("Message \(index)", id: "\(index)", source: source)
    }
    var inbox = ScreenDriver(payloads, now: Self.noon).pressing("g", "s", "z", "M", "g", "g")
    inbox.wait(1)
    #expect(headers(inbox) == ["▸ ci/\\* | 1 unread", "▸ ci/* | 2 unread", "▸ ci/shop | 1 unread"])
    #expect(inbox.after("j", "d").question == "Delete 2 messages?")
    #expect(try inbox.after("y").inbox.counts().deleted == 2)
    #expect(inbox.after("g", "g", "d", "y").titles == ["Message 1"])
    inbox.press("u", "u", "z", "R", "g", "g", "j", "x", "Enter")
    #expect(Set(inbox.titles) == ["Message 0", "Message 2"])
  }

  @Test func `a search leaves no group unfolded through which it only came`() {
    var inbox = screen().pressing("g", "s", "z", "M", "g", "g", "/", typing: "Message")
    #expect(names(inbox).first == "▾ ci/shop")
    #expect(inbox.after(typing: " 7", then: "Enter").state.list.selectedRow?.title == "Message 7")
    #expect(names(inbox) == ["▸ ci/shop", "▸ chat/team", "▾ alerts/disk"])
  }

  @Test func `a click on the header of a group folds it, and one more unfolds it`() {
    var inbox = screen().pressing("g", "s")
    inbox.click("▾ ci/shop")
    #expect(names(inbox) == ["▸ ci/shop", "▾ chat/team", "▾ alerts/disk"])
    #expect(inbox.screen == .list && inbox.state.list.foldedGroup == .source("ci/shop"))
    inbox.now += 1
    inbox.click("▸ ci/shop")
    #expect(names(inbox) == ["▾ ci/shop", "▾ chat/team", "▾ alerts/disk"])
    #expect(inbox.state.list.selectedRow?.source == "ci/shop" && inbox.state.reader == nil)
  }

  @Test func `the second half of a double click on a header does not undo the first`() {
    var inbox = screen().pressing("g", "s")
    let place = inbox.position(of: "▾ ci/shop")
    inbox.click(place)
    #expect(names(inbox.after(clicking: place)).first == "▸ ci/shop")
  }

  @Test func `a click on a line between days folds nothing`() {
    var inbox = screen(48).running("group day")
    let before = names(inbox)
    inbox.click("Today")
    #expect(before.first == "Today" && names(inbox) == before && !inbox.state.list.hasFolded)
  }

  @Test func `a line, a setting and a tab keep the groups`() {
    var inbox = screen().running("group source")
    #expect(inbox.status == "Grouped by source")
    inbox.run("filter is:unread")
    #expect(names(inbox) == ["▾ chat/team", "▾ alerts/disk", "▾ ci/shop"])
    #expect(names(inbox.after(running: "set group=thread")).first == "▾ thread 0")
    #expect(inbox.after(running: "group nothing").state.grouping == .thread)
    #expect(names(inbox.after("Esc", "T", "q")).first == "▾ thread 0")
  }

  @Test func `a list that a word filters is grouped like any other`() {
    let query = MessageQuery(filter: MessageFilter([.init(.word("message"))]))
    var (inbox, all) = (screen(query: query), screen())
    for key in ["g", "s"] {
      inbox.press(key)
      all.press(key)
    }
    #expect(!headers(inbox).isEmpty)
    #expect(headers(inbox) == headers(all) && inbox.titles == all.titles)
  }

  @Test func `keys that come before slow rows act on none that is hidden by then`() {
    var inbox = screen().pressing("g", "s", "g", "g").postponingRows()
    #expect(inbox.after("z", "a", "d").question == nil)
    #expect(inbox.release().question == "Delete 6 messages?")
  }

  @Test(arguments: ["j", "C-f", "C-d"], ["k", "C-b", "C-u"])
  func `on the way down and up the cursor is always in sight`(down: String, up: String) {
    var inbox = screen(60, size: Size(columns: 80, rows: 17))
    inbox.press("g", "s", "G", "k", "z", "a", "g", "g")
    for key in Array(repeating: down, count: 70) + Array(repeating: up, count: 70) {
      inbox.press(key)
      let line = inbox.state.list.cursorLines(in: inbox.state.listLayout)?.lowerBound
      let name =
        inbox.state.list.foldedGroup == nil
        ? inbox.state.list.selectedRow?.title ?? "none" : "▸"
      #expect(line.map { inbox.listLines[$0].contains("\(name) ") } == true, "\(name)")
    }
    #expect(inbox.state.list.selectedIndex == 0)
  }

  @Test func `groups at 120×40`() throws {
    var inbox = screen(40, size: Size(columns: 120, rows: 40))
    inbox.press("g", "s", "z", "M", "j", "z", "a")
    inbox.wait(1)
    try inbox.checkGolden("groups")
  }
}

extension ScreenDriver {
  /// The lines of the list.
  var listLines: [String] {
    let areas = state.areas
    return state.frame(at: now, in: state.zone).lines.dropFirst(areas.contentTop)
      .prefix(areas.contentRows).map(\.text)
  }
}
