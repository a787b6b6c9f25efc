import BellboardSupport
import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import bellboard

@Suite struct StandardInputTests {
  @Test(arguments: [
    ("plain\n\ttext", "plain\n\ttext"), ("\u{1B}[31;1mred\u{1B}[0m", "red"),
    ("10 %\r50 %\r100 %\nend", "100 %\nend"), ("a\r\nb\r\n", "a\nb\n"),
    ("\u{1B}]8;;https://a\u{7}link\u{1B}]8;;\u{7}", "link"), ("kept\r", "kept"),
    (String(repeating: "x", count: 9_000) + "\u{1B}[K", String(repeating: "x", count: 9_000)),
  ])
  func `what is piped in is kept as a terminal would show it`(text: String, plain: String) {
    #expect(StandardInput.plain(text) == plain)
  }

  @Test(
    arguments: [
      ("a", nil, "a", nil), ("a\nb\nc", nil, "a", "b\nc"), ("\n \na\n", nil, "a", nil),
      ("a\n\nb", nil, "a", "\nb"), ("a\nb", "c", "a\nb", "c"),
    ] as [(String, String?, String, String?)])
  func `the first line is the title`(
    text: String, body: String?, title: String, rest: String?
  ) throws {
    let texts = try Push.texts(of: text, besides: body)
    #expect(texts.title == title && texts.body == rest)
  }

  @Test func `what is counted is told as the schema says`() throws {
    let path = BuiltProgram.packageFolder + "/Documentation/message.schema.json"
    let schema = try JSONSchema(String(contentsOfFile: path, encoding: .utf8))
    let inbox = try Inbox.inMemory()
    try inbox.push(Payload(title: "a", categories: ["c"]), defaultSource: "s")
    try inbox.perform(.open(.alert), on: .everything)
    let metrics = try inbox.metrics()
    #expect(metrics.count == 3)
    for metric in metrics { #expect(schema.mistakes(in: metric.json, as: "metric") == []) }
  }
}
