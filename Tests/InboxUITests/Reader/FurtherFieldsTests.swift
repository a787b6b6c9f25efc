import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import InboxUI

/// What a sender added beside the usual fields: folded at first, opened by a key.
@Suite struct FurtherFieldsTests {
  private func reader(_ message: Message, columns: Int = 60) -> UIState {
    var state = UIState(size: Size(columns: columns, rows: 40))
    state.showReader(message.number)
    let request = FetchMessages([message.number], for: .reader)
    _ = state.update(.answered(request, [message]), at: .testing)
    return state
  }

  private func texts(_ state: UIState) -> [String] {
    ReaderScreen.lines(state, rows: state.areas.contentRows, at: .testing, in: .gmt).texts
  }

  private func press(_ key: String, _ state: inout UIState) throws {
    for name in key.split(separator: " ") {
      _ = state.update(.key(try Key(name: String(name))), at: .testing)
    }
  }

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
    var state = reader(message)
    #expect(
      texts(state).contains(
        " ▸ 9 more fields: a_rather_long_name_of_a_field_of_a_sende…"))
    try press("z e", &state)
    let lines = texts(state)
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
    try press("z e", &state)
    #expect(texts(state) == texts(reader(message)))
  }

  @Test(arguments: [20, 30, 44, 80]) func `no line is wider than the screen`(_ columns: Int) throws
  {
    var deep = message
    deep.custom = .object([
      "deep": (0..<40).reduce(JSONValue.string("the end")) { value, _ in .object(["level": value])
      },
      String(repeating: "name", count: 30): "value",
    ])
    var state = reader(deep, columns: columns)
    try press("z e", &state)
    let lines = ReaderScreen.lines(state, rows: 400, at: .testing, in: .gmt)
    #expect(lines.allSatisfy { $0.spans.columns <= columns })
    let all = lines.texts.joined().replacing(" ", with: "")
    #expect(all.contains("theend") && all.contains("value"))
  }

  @Test func `a search finds what is open`() throws {
    var state = reader(message)
    for key in ["/", "l", "i", "n", "k", "Enter"] { try press(key, &state) }
    #expect(state.reader?.search?.count == 0)
    try press("z e", &state)
    #expect(state.reader?.search?.count == 1)
  }

  @Test func `the next message has them open too, and any shows its number and id`() throws {
    var state = reader(message)
    try press("z e", &state)
    #expect(ReaderState(number: MessageNumber(8), replacing: state.reader).showsFields)
    var plain = reader(Message.make(3, body: "Text", status: .read))
    try press("z e", &plain)
    #expect(plain.reader?.showsFields == true)
    let lines = plain.frame(at: .testing, in: .gmt).lines.map(\.text)
    #expect(lines.contains(" @3 · m3"))
  }

  @Test func `all earlier occurrences are listed once opened, with what each had`() throws {
    var message = Message.make(7, title: "97 %", body: "disk", status: .read)
    message.earlier = (0..<15).map { minute in
      Occurrence(
        receivedAt: .testing(-60 * Double(15 - minute)), title: "97 %", body: "disk \(minute)",
        fields: [
          "custom": .object(["build": .integer(Int64(minute))]),
          "tags": .array([.string("t\(minute)")]),
        ])
    }
    var state = reader(message)
    var lines = ReaderScreen.lines(state, rows: 200, at: .testing, in: .gmt).texts
    #expect(lines.contains(" ▸ 5 earlier"))
    #expect(lines.contains(" 11:59:00  disk 14 — ▸ custom, tags"))
    #expect(!lines.contains { $0.contains("disk 4") })
    try press("z e", &state)
    lines = ReaderScreen.lines(state, rows: 200, at: .testing, in: .gmt).texts
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
    var state = reader(message)
    try press("z e", &state)
    let lines = ReaderScreen.lines(state, rows: 200, at: .testing, in: .gmt).texts
    #expect(lines.contains(" 11:59:00  97 %"))
    let time = try #require(lines.firstIndex(of: " 11:58:00"))
    #expect(
      lines[(time + 1)...].prefix(3).map { $0.drop { $0 == " " } } == ["96 %", "two", "lines"])
  }

  @Test func `the preview folds and opens them by the same key`() throws {
    var driver = ScreenDriver(count: 1, size: Size(columns: 160, rows: 40)) { _, payload in
      payload.custom = .set(.object(["build": .integer(1988)]))
    }
    driver.wait(1)
    #expect(driver.frame.lines.contains { $0.text.contains("▸ 1 more field: build") })
    driver.press("z e")
    #expect(driver.frame.lines.contains { $0.text.contains("build    1988") })
    driver.press("Enter")
    #expect(driver.frame.lines.contains { $0.text.contains("build    1988") })
    driver.press("z e", "q")
    #expect(driver.frame.lines.contains { $0.text.contains("▸ 1 more field: build") })
  }

  @Test func `thread and actions are shown once, the actions with their links`() throws {
    var message = Message.make(7, title: "Deploy", status: .read)
    message.thread = "deploys"
    message.actions = [
      MessageAction(id: "retry", label: "Retry", url: "https://ci.org/retry"),
      MessageAction(id: "log", label: "Log"),
    ]
    var state = reader(message)
    try press("z e", &state)
    let lines = texts(state)
    #expect(
      lines.count { $0.contains("Retry") } == 1 && lines.count { $0.contains("deploys") } == 1)
    #expect(
      lines.contains { $0.contains("Actions") && $0.hasSuffix("Retry → https://ci.org/retry") })
    #expect(!lines.contains { $0.contains("more field") })
  }
}
