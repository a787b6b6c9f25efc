import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Toggles stay on their message, so that pressing them twice changes nothing.
struct ToggleTests {
  private func screen(_ filter: String = "", order: MessageOrder = .newest) throws -> ScreenDriver {
    let filter = try MessageFilter(parsing: filter, now: .testing, timeZone: .gmt)
    return ScreenDriver(count: 12, query: MessageQuery(filter: filter, order: order)) {
      $1.local.status = $0 % 3 == 0 ? .read : .unread
      $1.local.isPinned = $0 % 5 == 0
      $1.priority = $0 % 4 == 0 ? .set(.high) : .set(.default)
    }
  }

  private func key(_ command: Command.Acting, of preset: KeymapPreset) throws -> String {
    try #require(preset.keymap.names(of: .acting(command), in: .list).first)
  }

  @Test(arguments: KeymapPreset.allCases, [.toggleRead, .togglePin] as [Command.Acting])
  func `twice the key of a toggle changes nothing, on each row`(
    _ preset: KeymapPreset, _ command: Command.Acting
  ) throws {
    let key = try key(command, of: preset)
    for filter in ["", "is:unread", "is:read", "is:pinned", "-is:pinned"] {
      for order in [MessageOrder.newest, .oldest, .priority, .unread] {
        var inbox = try screen(filter, order: order).with { $0.environment.keymap = preset.keymap }
        let (rows, messages) = (inbox.rows.map(\.number), inbox.messages)
        for row in rows.indices {
          let selected = inbox.selected
          #expect(selected == rows[row])
          #expect(inbox.after(key).messages != messages, "\(filter) \(order)")
          #expect(inbox.selected == selected, "\(filter) \(order)")
          #expect(inbox.after(key).messages == messages, "\(filter) \(order)")
          #expect(inbox.selected == selected, "\(filter) \(order)")
          inbox.press("Down")
        }
      }
    }
  }

  @Test(arguments: ["m", "p"])
  func `twice the key of marked messages changes nothing, though some had the state before`(
    _ key: String
  ) throws {
    var inbox = try screen()
    let messages = inbox.messages
    inbox.press("Space", "Space", "Space", "j", "Space", "Space", "k", key)
    #expect(inbox.messages != messages && inbox.state.list.marks.isEmpty)
    #expect(inbox.after(key).messages == messages)
    #expect(inbox.after(key, key).messages == messages)
  }

  @Test func `another key ends it, and so does the time that the status is shown`() {
    var inbox = ScreenDriver(count: 6).pressing("Space", "Space", "m", "j", "m")
    #expect(inbox.numbers(.read).count == 3)
    inbox.press("k", "k", "k", "Space", "Space", "m")
    inbox.now += StatusMessage.lifetime
    #expect(inbox.after("m").numbers(.read).count == 2)
  }

  @Test func `counted messages are toggled back as well`() {
    var inbox = ScreenDriver(count: 6).countingDigits()
    #expect(inbox.after("j", "3", "m", "m").messages.allSatisfy { $0.status == .unread })
    #expect(inbox.selected == 5)
  }

  @Test func `in the reader and in groups the same`() {
    var inbox = ScreenDriver(count: 6) { $1.source = $0 % 2 == 0 ? "ci" : "cli" }
    inbox.press("Enter", "m", "m", "p", "p")
    #expect(inbox.message(6)?.status == .read && inbox.message(6)?.isPinned == false)
    #expect(inbox.reader == 6)
    #expect(inbox.after("q", "g s", "j", "p", "p", "m", "m").messages.allSatisfy { !$0.isPinned })
    #expect(inbox.numbers(.read).count == 1)
  }

  @Test func `a pin far down is taken back where it was`() {
    var inbox = ScreenDriver(count: 2_000).pressing("G", "k", "p")
    #expect(inbox.selected == 2)
    #expect(inbox.after("p").selected == 2)
    #expect(inbox.messages.allSatisfy { !$0.isPinned })
  }
}
