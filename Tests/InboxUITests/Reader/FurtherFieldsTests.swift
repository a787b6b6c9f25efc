import Foundation
import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

/// What a sender added beside the usual fields: folded at first, opened by a key.
@Suite struct FurtherFieldsTests {
  private var message: Message {
    var message = Message.make(7, title: "Job failed", body: "see the log", status: .read)
    message.custom = .object([
      "build": .integer(1988), "host": "atlas\u{1b}[31m", "note": "first\nsecond",
      "steps": .array([.object(["name": "compile", "ok": .bool(true)]), .object(["name": "link"])]),
      "a_rather_long_name_of_a_field_of_a_sender": .string(String(repeating: "word ", count: 14)),
      "names": .array(["a", "b"]), "nothing": .null, "empty": "",
    ])
    message.conversionTags = ["spring"]
    return message
  }

  @Test func `they are one line at first, and lines of names and values once opened`() throws {
    var state = UIState.reading(message, rows: 40)
    #expect(
      state.readerTexts(at: .testing).contains(
        " ▸ 9 more fields: a_rather_long_name_of_a_field_of_a_sende…"))
    state.press("z e")
    let lines = state.readerTexts(at: .testing)
    let start = try #require(lines.firstIndex(of: " ▾ 9 more fields"))
    #expect(
      Array(lines[(start + 1)...].prefix { $0 != "" }) == [
        "   a_rather_long_name_of_a_field_of_a_sender",
        "     word word word word word word word word word word word", "     word word word",
        "   build    1988", "   empty    \"\"", "   host     atlas␛[31m", "   names    a, b",
        "   note     first", "            second", "   nothing  null", "   steps", "     1",
        "       name  compile", "       ok   true", "     2", "       name  link",
        "   conversion tags  spring",
      ])
    state.press("z e")
    #expect(
      state.readerTexts(at: .testing)
        == UIState.reading(message, rows: 40).readerTexts(at: .testing))
  }

  @Test(arguments: [20, 30, 44, 80]) func `no line is wider than the screen`(_ columns: Int) {
    var deep = message
    deep.custom = .object([
      "deep": (0..<40).reduce(JSONValue.string("the end")) { value, _ in .object(["level": value])
      },
      String(repeating: "name", count: 30): "value",
    ])
    var state = UIState.reading(deep, columns: columns, rows: 40)
    state.press("z e")
    let lines = state.readerLines(rows: 400, at: .testing)
    #expect(lines.allSatisfy { $0.spans.columns <= columns })
    let all = lines.texts.joined().replacing(" ", with: "")
    #expect(all.contains("theend") && all.contains("value"))
  }

  @Test func `a search finds what is open`() {
    var state = UIState.reading(message, rows: 40)
    #expect(state.after("/", "l", "i", "n", "k", "Enter").reader?.search?.count == 0)
    #expect(state.after("z e").reader?.search?.count == 1)
  }

  @Test func `the next message has them open too, and any shows its number and id`() {
    var state = UIState.reading(message, rows: 40)
    state.press("z e")
    #expect(ReaderState(number: 8, replacing: state.reader).showsFields)
    var plain = UIState.reading(Message.make(3, body: "Text", status: .read), rows: 40)
    #expect(plain.after("z e").reader?.showsFields == true)
    #expect(plain.frame(at: .testing, in: .gmt).lines.map(\.text).contains(" @3 · m3"))
  }

  @Test func `all earlier occurrences are listed once opened, with what each had`() {
    var message = Message.make(7, title: "97 %", body: "disk", status: .read)
    message.earlier = (0..<15).map { minute in
      Occurrence(
        receivedAt: .testing(-60 * Double(15 - minute)), title: "97 %", body: "disk \(minute)",
        fields: [
          "custom": .object(["build": .integer(Int64(minute))]),
          "tags": .array([.string("t\(minute)")]),
        ])
    }
    var state = UIState.reading(message, rows: 40)
    var lines = state.readerTexts(rows: 200, at: .testing)
    #expect(lines.contains(" ▸ 5 earlier"))
    #expect(lines.contains(" 11:59:00  disk 14 — ▸ custom, tags"))
    #expect(!lines.contains { $0.contains("disk 4") })
    state.press("z e")
    lines = state.readerTexts(rows: 200, at: .testing)
    for minute in 0..<15 {
      #expect(lines.contains { $0.hasSuffix("disk \(minute)") })
      #expect(lines.contains { $0.contains("build  \(minute)") })
      #expect(lines.contains { $0.contains("tags  t\(minute)") })
    }
  }

  @Test func `an earlier occurrence with a short text is one line, also once opened`() throws {
    var message = Message.make(7, title: "98 %", body: "disk", status: .read)
    message.earlier = [
      Occurrence(receivedAt: .testing(-60), title: "97 %", body: "disk"),
      Occurrence(receivedAt: .testing(-120), title: "96 %", body: "two\nlines"),
    ]
    var state = UIState.reading(message, rows: 40)
    state.press("z e")
    let lines = state.readerTexts(rows: 200, at: .testing)
    #expect(lines.contains(" 11:59:00  97 %"))
    let time = try #require(lines.firstIndex(of: " 11:58:00"))
    #expect(
      lines[(time + 1)...].prefix(3).map { $0.drop { $0 == " " } } == ["96 %", "two", "lines"])
  }

  @Test func `the preview folds and opens them by the same key`() {
    var driver = ScreenDriver(count: 1, size: Size(columns: 160, rows: 40)) { _, payload in
      payload.custom = .set(.object(["build": .integer(1988)]))
    }
    #expect(driver.after(waiting: 1).texts.contains { $0.contains("▸ 1 more field: build") })
    #expect(driver.after("z e").texts.contains { $0.contains("build    1988") })
    #expect(driver.after("Enter").texts.contains { $0.contains("build    1988") })
    #expect(driver.after("z e", "q").texts.contains { $0.contains("▸ 1 more field: build") })
  }

  @Test func `thread and actions are shown once, the actions with their links`() {
    var message = Message.make(7, title: "Deploy", status: .read)
    message.thread = "deploys"
    message.actions = [
      MessageAction(id: "retry", label: "Retry", url: "https://ci.org/retry"),
      MessageAction(id: "log", label: "Log"), MessageAction(id: "do", label: "Do"),
    ]
    let action: [String: JSONValue] = [
      "action": "http", "label": "Do", "url": "https://ci.org/do",
    ]
    message.custom = .object(["actions": .array([.object(action)])])
    var state = UIState.reading(message, rows: 40)
    #expect(!state.readerTexts(at: .testing).contains { $0.contains("more field") })
    state.press("z e")
    let lines = state.readerTexts(at: .testing)
    #expect(lines.count { $0.contains("https://ci.org/do") } == 1)
    #expect(
      lines.count { $0.contains("Retry") } == 1 && lines.count { $0.contains("deploys") } == 1)
    #expect(
      lines.contains { $0.contains("Actions") && $0.hasSuffix("Retry → https://ci.org/retry") })
    #expect(!lines.contains { $0.contains("more field") })
  }
}
