import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The jump to a message by parts of its title.
struct TitleSearchTests {
  private static let titles = ["Lisbon trip", "Łukasz wrote", "Disk 97 % full", "build passed"]

  private func inbox(_ count: Int = 300) -> ScreenDriver {
    ScreenDriver(count: count) { number, payload in
      payload.title = .set(Self.titles[Int(number) % 4] + " \(number)")
      payload.source = number == 150 ? "chat/room-9" : "cli"
      if number.isMultiple(of: 3) { payload.local.status = .read }
    }
  }

  private func offered(_ inbox: ScreenDriver) -> [Int64] {
    inbox.state.prompting.titles?.matches.map(\.number.rawValue) ?? []
  }

  @Test(
    arguments: [
      ("lsbn 96", 96), ("LUKASZ 177", 177), ("dsk full 102", 102), ("rm9", 150), ("bp 51", 51),
    ] as [(String, MessageNumber)])
  func `the best match of letters in their order comes first`(text: String, number: MessageNumber) {
    var inbox = inbox().pressing("C-p", typing: text)
    #expect(offered(inbox).first == number.rawValue)
    #expect(inbox.after("Enter").selected == number)
    #expect(inbox.prompt == nil && inbox.state.prompting.titles == nil)
  }

  @Test func `the newest messages are offered before anything is typed`() {
    var inbox = inbox().pressing("C-p")
    #expect(offered(inbox).prefix(3) == [300, 299, 298])
    #expect(inbox.after("Down", "C-n", "Tab", "Up", "C-p", "S-Tab", "Tab", "Enter").selected == 299)
  }

  @Test func `Esc leaves the cursor where it was, and C-o goes back after a jump`() {
    var inbox = inbox().pressing("j", "j", "j", "j", "j", "C-p", typing: "lisbon 4", then: "Esc")
    #expect(inbox.selected == 295 && inbox.state.context == .list)
    #expect(inbox.after("C-p", typing: "lisbon 4", then: "Enter", "C-o").selected == 295)
  }

  @Test func `a message that the list lacks is opened, in the reader another takes its place`() {
    var inbox = inbox().running("filter source:cli")
    #expect(inbox.after("C-p", typing: "room 150", then: "Enter").reader == 150)
    #expect(inbox.after("C-p", typing: "passed 151", then: "Enter").reader == 151)
    #expect(inbox.after("q").screen == .list && inbox.selected == 151)
  }

  @Test func `keys typed ahead of the answer act on the message that it leads to`() {
    var inbox = inbox().holdingEffects().pressing("C-p", typing: "disk 102", then: "Enter", "d")
    #expect(inbox.selected == 300)
    #expect(inbox.release().messages.first { $0.number == 102 }?.status == .deleted)
    #expect(inbox.numbers(.deleted).count == 1)
  }

  @Test func `keys typed ahead of a search without a match are dropped`() {
    var inbox = inbox().holdingEffects().pressing("C-p", typing: "qqq", then: "Enter", "d")
    #expect(inbox.release().promptNote == "no match" && inbox.prompt == "qqq")
    #expect(!inbox.messages.contains { $0.status == .deleted })
  }

  @Test func `an old message is found by whole parts of words, a newer one also by letters`() {
    var inbox = ScreenDriver(count: TitleSearch.newest + 50) { number, payload in
      if number == 3 || number == 2_040 { payload.title = .set("Zebra crossing \(number)") }
    }
    #expect(offered(inbox.after("C-p", typing: "zebr ssing")) == [2_040, 3])
    #expect(offered(inbox.after("C-u", typing: "zbr cssng")) == [2_040])
  }

  @Test func `in the trash only deleted messages are offered`() {
    #expect(offered(inbox(12).pressing("d", "d", "T", "C-p")) == [12, 11])
  }

  @Test(arguments: Size.recorded) func `the menu of titles`(size: Size) throws {
    let inbox = searching(size).pressing("Down")
    try inbox.checkGolden("titles")
  }

  @Test func `where no title matches, the prompt says so and there is no menu`() {
    var inbox = searching(Size(columns: 80, rows: 24))
    inbox.type("qq")
    let lines = inbox.texts
    #expect(lines.last?.hasSuffix("no match") == true)
    #expect(!lines.contains { $0.contains("Go to ─") })
  }

  private func searching(_ size: Size) -> ScreenDriver {
    ScreenDriver(count: 40, size: size) { number, payload in
      payload.title = .set(Self.titles[Int(number) % 4] + " \(number)")
      payload.source = number == 38 ? "chat/lisbon" : "cli"
    }.pressing("C-p", typing: "lsb")
  }
}
