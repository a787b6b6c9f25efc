import Foundation
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

  private func selected(_ inbox: ScreenDriver) -> Int64? { inbox.state.list.selected?.rawValue }

  private func offered(_ inbox: ScreenDriver) -> [Int64] {
    inbox.state.prompting.titles?.matches.map(\.number.rawValue) ?? []
  }

  @Test(
    arguments: [
      ("lsbn 96", 96), ("LUKASZ 177", 177), ("dsk full 102", 102), ("rm9", 150), ("bp 51", 51),
    ] as [(String, Int64)])
  func `the best match of letters in their order comes first`(_ text: String, _ number: Int64) {
    var inbox = inbox().pressing("C-p", typing: text)
    #expect(offered(inbox).first == number)
    inbox.press("Enter")
    #expect(selected(inbox) == number)
    #expect(inbox.state.overlays.prompt == nil && inbox.state.prompting.titles == nil)
  }

  @Test func `the newest messages are offered before anything is typed`() {
    var inbox = inbox().pressing("C-p")
    #expect(offered(inbox).prefix(3) == [300, 299, 298])
    inbox.press("Down", "C-n", "Tab", "Up", "C-p", "S-Tab", "Tab", "Enter")
    #expect(selected(inbox) == 299)
  }

  @Test func `Esc leaves the cursor where it was, and C-o goes back after a jump`() {
    var inbox = inbox().pressing("j", "j", "j", "j", "j", "C-p", typing: "lisbon 4", then: "Esc")
    #expect(selected(inbox) == 295 && inbox.state.context == .list)
    inbox.press("C-p", typing: "lisbon 4", then: "Enter", "C-o")
    #expect(selected(inbox) == 295)
  }

  @Test func `a message that the list lacks is opened, in the reader another takes its place`() {
    var inbox = inbox().running("filter source:cli")
    inbox.press("C-p", typing: "room 150", then: "Enter")
    #expect(inbox.state.reader?.number == MessageNumber(150))
    inbox.press("C-p", typing: "passed 151", then: "Enter")
    #expect(inbox.state.reader?.number == MessageNumber(151))
    inbox.press("q")
    #expect(inbox.state.screen == .list && selected(inbox) == 151)
  }

  @Test func `keys typed ahead of the answer act on the message that it leads to`() {
    var inbox = inbox().holdingEffects()
    inbox.press("C-p", typing: "disk 102", then: "Enter", "d")
    #expect(inbox.state.list.selected == MessageNumber(300))
    inbox.release()
    #expect(inbox.messages.first { $0.number == MessageNumber(102) }?.status == .deleted)
    #expect(inbox.messages.count { $0.status == .deleted } == 1)
  }

  @Test func `keys typed ahead of a search without a match are dropped`() {
    var inbox = inbox().holdingEffects()
    inbox.press("C-p", typing: "qqq", then: "Enter", "d")
    inbox.release()
    #expect(inbox.promptNote == "no match" && inbox.state.overlays.prompt?.text == "qqq")
    #expect(!inbox.messages.contains { $0.status == .deleted })
  }

  @Test func `an old message is found by whole parts of words, a newer one also by letters`() {
    var inbox = ScreenDriver(count: TitleSearch.newest + 50) { number, payload in
      if number == 3 || number == 2_040 { payload.title = .set("Zebra crossing \(number)") }
    }
    inbox.press("C-p", typing: "zebr ssing")
    #expect(offered(inbox) == [2_040, 3])
    inbox.press("C-u", typing: "zbr cssng")
    #expect(offered(inbox) == [2_040])
  }

  @Test func `in the trash only deleted messages are offered`() {
    let inbox = inbox(12).pressing("d", "d", "T", "C-p")
    #expect(offered(inbox) == [12, 11])
  }

  @Test(arguments: Size.recorded) func `the menu of titles`(size: Size) throws {
    let inbox = searching(size).pressing("Down")
    try inbox.checkGolden("titles")
  }

  @Test func `where no title matches, the prompt says so and there is no menu`() {
    var inbox = searching(Size(columns: 80, rows: 24))
    inbox.type("qq")
    let lines = inbox.state.frame(at: inbox.now, in: .gmt).lines.map(\.text)
    #expect(lines.last?.hasSuffix("no match") == true)
    #expect(!lines.contains { $0.contains("Go to ─") })
  }

  private func searching(_ size: Size) -> ScreenDriver {
    var inbox = ScreenDriver(count: 40, size: size) { number, payload in
      payload.title = .set(Self.titles[Int(number) % 4] + " \(number)")
      payload.source = number == 38 ? "chat/lisbon" : "cli"
    }
    inbox.press("C-p", typing: "lsb")
    return inbox
  }
}
