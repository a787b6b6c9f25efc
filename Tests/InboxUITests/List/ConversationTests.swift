import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite struct ConversationTests {
  private func thread() -> ScreenDriver {
    let said = [("Ana", "are you there?"), ("Ana", "one\ntwo"), ("Joe", "yes"), ("Ana", "good")]
    return ScreenDriver(count: 4, size: Size(columns: 60, rows: 20)) { number, payload in
      payload.title = .set(said[Int(number) - 1].0)
      payload.body = .set(said[Int(number) - 1].1)
      payload.thread = .set("chat")
    }.pressing("t")
  }

  @Test func `a repeated name is left out, and lines are kept`() {
    let inbox = thread()
    let texts = inbox.frame.lines.map { $0.spans.map(\.text).joined() }
    #expect(texts.count { $0.contains("Ana") } == 2)
    #expect(texts.count { $0.contains("Joe") } == 1)
    let one = texts.firstIndex { $0.contains("  one  ") }
    let two = texts.firstIndex { $0.hasSuffix(" two") }
    #expect(one.map { $0 + 1 } == two)
    // Each text begins behind the column of names.
    #expect(texts.contains { $0.hasPrefix("  ● Joe           yes ") })
    #expect(texts.contains { $0.hasPrefix("                  two") })
  }

  @Test func `a long title is above its text`() {
    let inbox = ScreenDriver(count: 2, size: Size(columns: 60, rows: 20)) { number, payload in
      payload.title = .set("Re: the deployment of the second release")
      payload.body = .set("text \(number)")
      payload.thread = .set("mail")
    }.pressing("t")
    let texts = inbox.texts
    let title = texts.firstIndex { $0.contains("Re: the deployment") }
    #expect(title.map { texts[$0 + 1].contains("text ") } == true)
  }

  @Test func `the same title of another source is kept, as that says who speaks`() {
    let inbox = ScreenDriver(count: 4, size: Size(columns: 60, rows: 20)) { number, payload in
      payload.title = .set("Deploy")
      payload.body = .set("line \(number)")
      payload.source = number % 2 == 0 ? "chat/joe" : "chat/ana"
      payload.thread = .set("dep")
    }.pressing("t")
    let texts = inbox.texts
    #expect(texts.count { $0.contains("chat/ana") } == 2)
    #expect(texts.count { $0.contains("chat/joe") } == 2)
  }

  @Test func `a message without its name has its mark, and the bar of the cursor on each line`() {
    var inbox = thread().pressing("k", "k")
    let bar = " " + Theme.default.cursorMark
    let chosen = inbox.frame.lines.filter { $0.text.hasPrefix(bar) }.map(\.text)
    #expect(chosen.count == 2)
    #expect(chosen.first?.hasPrefix(bar + "●") == true && chosen.first?.contains("  one  ") == true)
    #expect(chosen.last?.hasSuffix("two") == true)
    inbox.press("Space", "j")
    #expect(inbox.texts.contains { $0.hasPrefix("* ●") && $0.contains("  one  ") })
  }

  @Test func `a name has the same color each time`() {
    let names: [Role] = [.name1, .name2, .name3]
    let spans = thread().frame.lines.flatMap(\.spans)
    func roles(of name: String) -> Set<Role> {
      let named = spans.filter { $0.text.hasPrefix(name + " ") }
      return Set(named.flatMap { span in names.filter { span.roles.contains(RoleSet($0)) } })
    }
    #expect(roles(of: "Ana").count == 1)
    #expect(roles(of: "Joe").count == 1)
  }

  @Test func `the cursor goes from message to message, and every height is what is drawn`() {
    var inbox = thread()
    #expect(inbox.selected == 4)
    #expect(inbox.after("k", "k", "k").selected == 1)
    let drawing = inbox.state.drawing
    let context = RowContext(theme: .default, columns: 60, now: inbox.now)
    for row in inbox.rows {
      let height = drawing.height(of: row, theme: .default, columns: 60)
      #expect(drawing.lines(of: row, in: context, states: []).count == height)
    }
  }
}
