import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The preview of the message under the cursor, beside the list.
struct PreviewTests {
  private func screen(
    _ columns: Int, _ rows: Int, count: Int = 5,
    prepare: (_ number: Int64, inout Payload) -> Void = { $1.body = .set("Text of \($0)") }
  ) -> ScreenDriver {
    ScreenDriver(count: count, size: Size(columns: columns, rows: rows), prepare: prepare)
  }

  @Test(arguments: [
    ("auto", 139, 39, nil), ("auto", 140, 20, PreviewSide.right), ("auto", 139, 40, .below),
    ("auto", 200, 50, .right), ("right", 80, 24, .right), ("right", 65, 24, .right),
    ("right", 64, 24, nil), ("below", 80, 24, .below), ("below", 40, 15, .below),
    ("below", 40, 14, nil), ("right", 200, 9, nil), ("off", 200, 50, nil),
  ])
  func `it lies where there is room, and leaves the list usable`(
    choice: String, columns: Int, rows: Int, side: PreviewSide?
  ) throws {
    let size = Size(columns: columns, rows: rows)
    let split = PreviewSplit(
      of: size, in: ScreenAreas(size: size), by: try #require(PreviewChoice(rawValue: choice)),
      [:])
    #expect(split?.side == side)
    #expect(split.map { $0.list.columns >= 40 && $0.list.contentRows >= 6 } ?? true)
  }

  @Test(arguments: [Size(columns: 150, rows: 20), Size(columns: 80, rows: 42)])
  func `it shows the message under the cursor as the reader does`(size: Size) throws {
    var inbox = ScreenDriver(Payload.showcase(at: .testing), size: size, now: .testing)
    inbox.press("j")
    inbox.settlePreview()
    try inbox.checkGolden("preview")
  }

  @Test func `the cursor waits for no text, and quick keys are followed by one read`() {
    var inbox = screen(150, 24)
    inbox.settlePreview()
    #expect(inbox.preview.contains("Text of 5"))
    #expect(inbox.press("j", "j").filter(\.isPreview) == [])
    #expect(inbox.selected == 3)
    #expect(
      inbox.settlePreview().filter(\.isPreview)
        == [FetchPreview(number: 3, thread: nil).effect])
    #expect(inbox.preview.contains("Text of 3"))
    #expect(inbox.settlePreview().filter(\.isPreview) == [])
  }

  @Test func `it costs nothing where it is not shown`() {
    var inbox = screen(80, 24).pressing("j")
    #expect(inbox.settlePreview().filter(\.isPreview) == [])
    inbox.press("v")
    inbox.settlePreview()
    #expect(inbox.preview.contains("Text of 4"))
    inbox.press("Enter", "q")
    #expect(inbox.settlePreview().filter(\.isPreview).count <= 1)
  }

  @Test func `one key goes through its places, and says which it is`() {
    var inbox = screen(80, 24)
    var told: [String] = []
    for _ in 0..<4 {
      inbox.press("v")
      told.append(inbox.status ?? "")
    }
    #expect(told == ["Preview right", "Preview below", "Preview off", "Preview right"])
    #expect(screen(40, 12).pressing("v").status == "No room for a preview")
  }

  @Test func `keys move the border, and stop where list or preview would be too small`() {
    var inbox = screen(100, 24).pressing("v")
    let before = inbox.state.split?.list.columns ?? 0
    #expect(inbox.after("<").state.split?.list.columns == before - 4)
    #expect(inbox.after(">", ">").state.split?.list.columns == before + 4)
    for _ in 0..<40 { inbox.press("<") }
    #expect(inbox.state.split?.list.columns == 40)
    for _ in 0..<40 { inbox.press(">") }
    #expect(inbox.state.split?.preview.columns == 24)
    #expect(inbox.after("<").state.split?.preview.columns == 28)
  }

  @Test func `it scrolls by keys of its own, and begins each message at its top`() {
    var inbox = screen(150, 24) { number, payload in
      payload.body = .set((1...60).map { "line \($0) of \(number)" }.joined(separator: "\n"))
    }
    inbox.settlePreview()
    #expect(inbox.preview.contains("line 1 of 5") && inbox.preview.contains(" Top "))
    #expect(inbox.after("C-e").selected == 5)
    #expect(!inbox.after("}").preview.contains("line 1 of 5"))
    #expect(inbox.after("{", "C-y").preview.contains("line 1 of 5"))
    inbox.press("}", "j")
    inbox.settlePreview()
    #expect(inbox.preview.contains("line 1 of 4") && inbox.preview.contains(" Top "))
  }

  @Test func `what changes elsewhere changes in it too, and what is gone leaves it`() {
    var inbox = screen(150, 24, count: 1)
    inbox.settlePreview()
    inbox.revise(1) { $0.body = .set("Another text") }
    inbox.settlePreview()
    #expect(inbox.preview.contains("Another text"))
    inbox.purge(1)
    inbox.settlePreview()
    #expect(!inbox.preview.contains("Another text"))
  }

  @Test func `for the row of a thread it shows its messages, newest first`() {
    var inbox = screen(150, 30, count: 30) { number, payload in
      payload.source = "chat"
      if number != 29 { payload.thread = .set("ana") }
      payload.title = .set("Name \(number)")
      payload.body = .set("Text of \(number).")
    }
    inbox.state.environment.preferences.collapseThreads = .on
    inbox.press("1")
    inbox.settlePreview()
    let texts = { (inbox: ScreenDriver) in
      inbox.preview.matches(of: /Text of (\d+)\./).compactMap { Int($0.1) }
    }
    #expect(inbox.selected == 30)
    #expect(Array(texts(inbox).prefix(4)) == [30, 28, 27, 26])
    for _ in 0..<8 { inbox.press("}") }
    #expect(texts(inbox).last == 11 - 1)
    inbox.revise(28) { $0.body = .set("Text of 99.") }
    inbox.press("{", "{", "{", "{", "{", "{", "{", "{")
    inbox.settlePreview()
    #expect(Array(texts(inbox).prefix(3)) == [30, 99, 27])
    inbox.press("j")
    inbox.settlePreview()
    #expect(texts(inbox) == [29])
  }

  @Test func `a huge text is cut in the preview, and whole in the reader`() {
    let text = String(repeating: "word ", count: 50_000) + "END"
    var inbox = screen(150, 24, count: 1) { $1.body = .set(text) }
    inbox.settlePreview()
    for _ in 0..<100 { inbox.press("}") }
    #expect(inbox.preview.contains("word …") || inbox.preview.contains("word…"))
    #expect(inbox.after("Enter", "G").preview.contains("END"))
  }
}

/// What the preview marks read.
struct PreviewReadingTests {
  private func screen(marksAfter seconds: Double?) -> ScreenDriver {
    var inbox = ScreenDriver(count: 3, size: Size(columns: 150, rows: 24))
    inbox.state.environment.preferences.previewReadsAfter = seconds
    inbox.settlePreview()
    return inbox
  }

  @Test func `without the setting it marks nothing`() {
    var inbox = screen(marksAfter: nil).pressing("j")
    #expect(inbox.after(waiting: 3_600).numbers(.unread) == [3, 2, 1])
  }

  @Test func `with it a message is read after its time, and not before`() {
    var inbox = screen(marksAfter: 2).pressing("j")
    #expect(inbox.after(waiting: 1.5).numbers(.unread) == [3, 2, 1])
    #expect(inbox.after(waiting: 0.6).numbers(.unread) == [3, 1])
  }

  @Test func `what is marked unread again stays so`() {
    var inbox = screen(marksAfter: 2).pressing("G")
    #expect(inbox.after(waiting: 3).numbers(.unread) == [3, 2])
    inbox.press("m")
    #expect(inbox.after(waiting: 3).numbers(.unread) == [3, 2, 1])
  }

  @Test func `a screen that nobody touches marks nothing, whatever arrives`() {
    var inbox = screen(marksAfter: 2).waiting(10)
    inbox.arrive()
    #expect(inbox.after(waiting: 10).numbers(.unread) == [4, 3, 2, 1])
  }
}

extension ScreenDriver {
  /// Lets the time pass after which the preview is read.
  @discardableResult
  fileprivate mutating func settlePreview() -> [Effect] { wait(0.1) }

  /// The screen as text, of lines with a preview only that.
  fileprivate var preview: String {
    state.frame(at: now, in: .gmt).lines.map { line in
      line.text.split(separator: "│", maxSplits: 1).last.map(String.init) ?? ""
    }.joined(separator: "\n")
  }
}

extension Effect {
  fileprivate var isPreview: Bool { request(FetchPreview.self) != nil }
}
