import InboxText
import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite struct FrameTests {
  private func hostile(_ count: Int, seed: UInt64) -> [Payload] {
    var generator = SeededRandom(seed: seed)
    return (0..<count).reversed().map { index in
      var payload = Payload.make(nil, source: "s" + .hostile(length: 9, &generator))
      if index % 4 > 0 { payload.title = .set(.hostile(length: index * 3, &generator)) }
      if index % 3 == 0 { payload.subtitle = .set(.hostile(length: 20, &generator)) }
      payload.body = .set("b" + .hostile(length: index * 20, &generator))
      payload.glyph = .set(.hostile(length: 1, &generator))
      payload.priority = .set(index % 2 == 0 ? .max : .min)
      payload.attachments = .set((0..<index).map { Attachment(url: "https://\($0).org") })
      payload.local.status = index % 5 == 0 ? .read : .unread
      payload.local.isPinned = index < 2
      payload.local.receivedAt = .testing(Double(index) * -7_000)
      return payload
    }
  }

  /// What must hold of a frame whatever is on it.
  private func expectSound(_ frame: Frame, _ comment: Comment) {
    #expect(frame.lines.count == max(frame.size.rows, 0), comment)
    for line in frame.lines {
      #expect(line.columns <= max(frame.size.columns, 0), comment)
      #expect(line.spans.allSatisfy { $0.columns == $0.text.columns }, comment)
      #expect(line.text.unicodeScalars.allSatisfy { !$0.isHarmful }, comment)
    }
    if let cursor = frame.cursor {
      #expect(0..<frame.size.columns ~= cursor.column, comment)
      #expect(0..<frame.size.rows ~= cursor.row, comment)
    }
  }

  @Test func `hostile texts never leave their line, at any size and on any screen`() {
    let ways: [[String]] = [
      [], ["G"], ["Space", "Space", "D"], ["S"], ["d", "T"], ["?"], ["Enter"], ["/"], ["F"],
    ]
    var generator = SeededRandom(seed: 11)
    for rows in 0...20 {
      for columns in [0, 1, 2, 7, 19, 20, 21, 29, 33, 50, 60] {
        let way = ways[(rows + columns) % ways.count]
        walk(way, Size(columns: columns, rows: rows), &generator)
      }
    }
  }

  private func walk(_ keys: [String], _ size: Size, _ generator: inout SeededRandom) {
    var inbox = ScreenDriver(hostile(14, seed: UInt64(size.rows)), size: size, now: .testing)
    inbox.press(keys)
    if inbox.prompt != nil {
      inbox.send(.pasted(.hostile(length: 50, &generator)))
      inbox.press("Left", "Left")
      expectSound(inbox.frame, "\(size) typing")
      inbox.press("Enter")
    }
    expectSound(inbox.frame, "\(size) after \(keys)")
  }

  @Test(arguments: [(-1, -1), (0, 0), (1, 0), (0, 1), (1, 1)])
  func `a terminal without room is survived`(columns: Int, rows: Int) {
    let inbox = ScreenDriver(count: 3, size: Size(columns: columns, rows: rows))
    let frame = inbox.frame
    #expect(frame.lines.count == max(rows, 0))
    #expect(frame.lines.allSatisfy { $0.columns <= max(columns, 0) })
  }

  @Test func `the row under the cursor is whole in sight after every step`() {
    var inbox = ScreenDriver(hostile(40, seed: 5), size: Size(columns: 60, rows: 13), now: .testing)
    for key in Array(repeating: "j", count: 39) + Array(repeating: "k", count: 39) {
      inbox.press(key)
      let row = inbox.state.list.selectedRow
      let height = row.map { RowLayout.height(of: $0, theme: inbox.state.theme, columns: 60) }
      #expect(inbox.frame.lines.count { $0.fill.contains(RoleSet(.selected)) } == height)
    }
  }

  @Test func `hints follow the keys that are bound`() {
    var inbox = ScreenDriver(count: 1, size: Size(columns: 100, rows: 6))
    inbox.state.environment.keymap.unbind([.character("d")], in: .list)
    inbox.state.environment.keymap.unbind([.enter], in: .list)
    inbox.state.environment.keymap.unbind([.character("u")], in: .list)
    let bar = inbox.bottomBar
    #expect(bar.hasPrefix(" l read  m mark read  e done  Delete delete  / search"))
    #expect(!bar.contains("undo"))
  }

  @Test func `an unknown position shows as a tilde until it is known`() {
    var inbox = ScreenDriver(count: 500, size: Size(columns: 60, rows: 10))
    #expect(inbox.place == "1/500")
    inbox.state.list.forgetRank(total: 500)
    #expect(inbox.place == "~/500")
    inbox.state.list.forgetRank()
    #expect(inbox.place == "~")
  }

  @Test func `nothing is said about an inbox that was not read yet`() {
    let state = UIState(size: Size(columns: 40, rows: 6))
    let lines = state.frame(at: .testing, in: .gmt).lines
    #expect(lines[0].text == " 🔔" + String(repeating: " ", count: 14) + "default · All · newest")
    #expect(lines[1...4].allSatisfy { $0.text.isEmpty })
  }

  @Test func `the top bar gives way from its right`() {
    func bar(_ columns: Int) -> String {
      var inbox = ScreenDriver(count: 3, size: Size(columns: columns, rows: 10))
      inbox.press("F", pasting: "priority>=low is:unread", then: "Enter")
      return inbox.topBar
    }
    #expect(bar(70).hasSuffix("  default · priority>=low is:unread · newest"))
    #expect(bar(56).hasSuffix("  priority>=low is:unread · newest"))
    #expect(bar(44) == " 🔔 3 messages      priority>=low is:unread")
    #expect(bar(30) == " 🔔 3 messages  priority>=lo…")
    #expect(bar(20) == " 🔔 3  priority>=l…")
  }

  @Test func `a filter marks words that begin so, and nothing within words`() {
    var inbox = ScreenDriver(count: 1, size: Size(columns: 60, rows: 8)) { _, payload in
      payload.title = .set("Ananas, banana and ANchovy")
      payload.body = .set("Île: the An\u{308}chor")
    }
    #expect(inbox.after(running: "filter an il").matches == ["An", "an", "AN", "Îl", "An\u{308}"])
  }
}
