import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The list while a search or a filter is typed.
struct LiveSearchTests {
  private static let titles = ["Lisbon trip", "Łukasz wrote", "Disk 97 % full", "caffè latte"]

  private func inbox() -> ScreenDriver {
    ScreenDriver(count: 300) { number, payload in
      payload.title = .set(Self.titles[Int(number) % 4] + " \(number)")
      payload.source = number == 150 ? "chat/room-9" : "cli"
    }
  }

  @Test func `the cursor goes to a match at each key, and the prompt says which one it is`() {
    var inbox = inbox().pressing("j", "/", "u", "k")
    #expect(inbox.selected == 297)
    #expect(inbox.bottomBar.hasSuffix("1 of 75"))
    #expect(inbox.after("C-u").selected == 299)
    #expect(inbox.after(typing: "9 1").bottomBar.hasSuffix("no match"))
    #expect(inbox.selected == 299)
    #expect(inbox.after("Backspace", typing: "7", then: "Backspace").selected == 299)
  }

  @Test(arguments: [("unread", "is:unread"), ("source:chta", "source:chat")])
  func `a filter that finds nothing proposes what was meant`(_ text: String, _ meant: String) {
    var inbox = inbox()
    func isProposed() -> Bool {
      let lines = inbox.frame.lines
      return lines.contains { $0.text.contains("Did you mean \(meant)?") }
    }
    inbox.press("F", typing: text)
    #expect(isProposed())
    inbox.press("Enter")
    #expect(isProposed())
    inbox.press("Esc")
    #expect(!isProposed())
  }

  @Test func `an expression that cannot be read is told while it is typed`() {
    var inbox = inbox().pressing("/", typing: "re:d.s[k")
    #expect(inbox.bottomBar.hasSuffix(" character 9: missing terminating ] for character class"))
    inbox.press("Enter")
    let words = "No match for “re:d.s[k”: character 9: missing terminating ] for character class"
    #expect(inbox.status == words)
    #expect(inbox.after("n").status == words)
  }

  @Test(
    arguments: [
      ("isbon", 300), ("LUKASZ", nil), ("lukasz", 297), ("Lukasz", 297), ("97 %", 298),
      ("room-9", 150), ("caffe", 299), ("re:dis[kc] \\d+ %", 298), ("re:^caff.+ 27\\d$", 279),
      ("re:(", nil),
    ] as [(String, MessageNumber?)])
  func `what is visible is found`(_ text: String, _ number: MessageNumber?) {
    let inbox = inbox().pressing("/", typing: text, then: "Enter")
    #expect(inbox.selected == number ?? 300)
    let words = number == nil ? "No match for “\(text)”" : "Match 1 of "
    #expect(inbox.status?.hasPrefix(words) == true)
  }

  @Test func `Esc goes back to where one was, with the search before`() {
    var inbox = inbox().pressing("/", "r", "o", "o", "m", "Enter", "j", "j")
    let before = inbox.state.list.scroll
    #expect(inbox.after("/", "1", "4", "6", "Esc").selected == 148)
    #expect(inbox.state.list.scroll == before)
    #expect(inbox.state.list.search?.text == "room")
    #expect(inbox.prompt == nil)
  }

  @Test func `the next match says which one it is`() {
    var inbox = inbox().pressing("/", "u", "k", "Enter", "n")
    #expect(inbox.status == "Match 2 of 75")
    #expect(inbox.after("N", "N").status == "Search wrapped to the bottom · 75 of 75")
    inbox.countDigits()
    #expect(inbox.after("3", "n").state.list.search != nil)
  }

  @Test func `a slow search keeps no key from being typed, and Enter waits for it`() {
    var inbox = inbox().holdingEffects()
    #expect(inbox.after("/", "r", "o", "o", "m").prompt == "room")
    #expect(inbox.after("Enter", "d").state.list.isSeeking)
    #expect(inbox.release().numbers(.deleted) == [150])
  }

  @Test func `a match that is found early is gone to at once, and left for a nearer one`() throws {
    var inbox = inbox().holdingEffects().pressing("/", typing: "uk")
    let seek = try #require(inbox.state.prompting.search?.seek)
    let early = Event.answered(TypedSeek(seek: seek, isEarly: true), .any(293))
    #expect(inbox.state.update(early, at: inbox.now).contains(TypedSeek(seek: seek).effect))
    #expect(inbox.selected == 293)
    #expect(inbox.bottomBar.hasSuffix("…"))
    let nearest = Event.answered(TypedSeek(seek: seek), .next(297))
    _ = inbox.state.update(nearest, at: inbox.now)
    #expect(inbox.selected == 297)
    inbox.type("a")
    #expect(inbox.state.update(early, at: inbox.now) == [])
    #expect(inbox.selected == 297)
  }

  @Test func `what is found is highlighted in any part of a word`() {
    let inbox = inbox().pressing("/", "i", "s", "b")
    #expect(inbox.matches.allSatisfy { $0 == "isb" })
    #expect(inbox.matches.count > 2)
  }

  @Test func `a filter narrows the list while it is typed, and says how many are left`() {
    var inbox = inbox().pressing("j", "j", "j", "j", "F", typing: "lis")
    #expect(inbox.rows.count > 10)
    #expect(
      inbox.state.list.query.filter
        == (try? MessageFilter(parsing: "lis", now: inbox.now, timeZone: .gmt)))
    #expect(inbox.bottomBar.hasSuffix("75 messages"))
    #expect(inbox.after(typing: " is:unrea").state.list.query.filter.text == "lis")
    #expect(inbox.after("Esc").state.list.query.filter == .all)
    #expect(inbox.selected == 296)
    inbox.press("F", typing: "source:chat/room-9", then: "Enter")
    #expect(inbox.status == "Only source:chat/room-9: 1 · Esc shows all")
    #expect(inbox.selected == 150)
  }

  @Test func `the list stays while a name is typed, and is empty for an unknown one`() {
    var inbox = ScreenDriver(count: 3) { $1.source = "ci/a-web" }.pressing("F")
    for (character, total) in [("source:", 3), ("c", 3), ("i", 3), ("/", 3), ("a-", 3), ("a", 0)] {
      #expect(inbox.after(typing: character).state.list.total == total)
    }
    #expect(inbox.promptNote == "0 messages")
  }

  @Test func `the blank behind a completed word is not part of the filter`() {
    let inbox = ScreenDriver(count: 3).pressing("F", typing: "is:unr", then: "Tab", "Enter")
    #expect(inbox.filterText == "is:unread")
  }

  @Test(arguments: [
    ("is:foo", "'is' does not take 'foo'"), ("foo:bar", "unknown filter 'foo'"),
    ("priority>=foo ", "'priority' does not take 'foo'"),
    ("sorce:ci is:unread ", "unknown filter 'sorce'"),
    ("after:never", "'after' takes a time: 'never' is not a time"),
  ])
  func `a filter that is wrong says why beside it`(text: String, note: String) {
    var inbox = ScreenDriver(count: 3, size: Size(columns: 100, rows: 24))
    #expect(inbox.after("F", typing: text).promptNote == note)
  }

  @Test(arguments: ["\"", "source:\"x", "(message OR b"])
  func `a filter that cannot be read yet is told so beside it`(_ text: String) {
    #expect(ScreenDriver(count: 3).pressing("F", typing: text).promptNote == "not complete")
  }

  @Test(arguments: ["", "message", "message so", "is:unread", "is:unread -i", "message OR"])
  func `one that can be read has the number of its messages`(_ text: String) {
    #expect(ScreenDriver(count: 3).pressing("F", typing: text).promptNote.contains("message"))
  }
}
