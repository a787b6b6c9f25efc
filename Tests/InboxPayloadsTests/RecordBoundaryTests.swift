import Foundation
import InboxCore
import InboxPayloads
import InboxTestSupport
import Testing

struct RecordBoundaryTests {
  @Test(arguments: [
    (#"{"title":"a"}"#, ["a"]), (#"[{"title":"a"}, {"title":"b"}]"#, ["a", "b"]),
    ("{\"title\":\"a\"}\n{\"title\":\"b\"}\n", ["a", "b"]),
    ("{\"title\":\"a\"}\r\n\r\n  \r\n{\"title\":\"b\"}", ["a", "b"]),
    ("\u{FEFF}{\"title\":\"a\"}", ["a"]),
    ("{\n  \"title\" : \"a\"\n}\n{\n  \"title\" : \"b\"\n}", ["a", "b"]),
    (#"{"title":"a"}{"title":"b"}"#, ["a", "b"]),
    ("[{\"title\":\"a\"}]\n[{\"title\":\"b\"}]", ["a", "b"]),
    ("", []), ("  \r\n\n", []), ("[]", []), ("\u{FEFF}", []),
  ])
  func `every layout of good records is read`(text: String, expected: [String]) {
    #expect(outline(text) == expected)
    #expect(outlines(ofPiecesOf: text).allSatisfy { $0 == expected })
  }

  @Test(arguments: [
    // A value that is no JSON.
    ("{\"title\":\"a\"}\n{\"title\":oops}\n{\"title\":\"c\"}", ["a", "!2", "c"]),
    // A quote, a bracket, all that follows missing.
    ("{\"title\":\"a}\n{\"title\":\"b\"}\n", ["!1", "b"]),
    ("{\"title\":\"a\"\n{\"title\":\"b\"}\n", ["!1", "b"]),
    ("{\"title\":\n{\"title\":\"b\"", ["!1", "!2"]),
    // One too many.
    ("{\"title\":\"a\"}}\n{\"title\":\"b\"}", ["a", "!1", "b"]),
    // No object at all.
    ("42\n\"text\"\nhello world\n{\"title\":\"b\"}", ["!1", "!2", "!3", "b"]),
    // Over several lines.
    ("{\n \"title\": oops\n}\n{\n \"title\": \"b\"\n}", ["!1", "b"]),
    // In an array.
    (#"[{"title":"a"}, {"title":oops}, {"title":"c"}]"#, ["a", "!1", "c"]),
    (#"[{"title":"a"}, oops, "]", 3, {"title":"c"}]"#, ["a", "!1", "!1", "!1", "c"]),
    (#"[{"title":{"x":[1,]}}, {"title":"c"}] {"title":"d"}"#, ["!1", "c", "d"]),
    ("[\n  {\"title\":\"a\",\n  {\"title\":\"b\"}\n]", ["!2", "b"]),
    (#"[{"title":"a"}}, {"title":"c"}]"#, ["a", "!1", "c"]), (#"[,{"title":"a"}]"#, ["!1", "a"]),
    (#"[{"title":"a"},]"#, ["a", "!1"]),
    ("[{\"title\":\"a\"},\n{\"title\":\"b\"", ["a", "!2", "!2"]),
    (#"[{"title":"a"}"#, ["a", "!1"]),
    (#"[[{"title":"a"}], {"title":"b"}]"#, ["!1", "b"]),
  ])
  func `a bad record costs its neighbours nothing`(text: String, expected: [String]) {
    #expect(outline(text) == expected)
    for outline in outlines(ofPiecesOf: text) { #expect(outline == expected) }
  }

  /// A store that decoded all or nothing lost every notification to one unknown behaviour.
  @Test func `one unknown tap behaviour does not empty the inbox`() throws {
    let text = """
      [{"id":"1","body":"one","tapBehavior":{"__typename":"OpenAppNotificationTapBehavior"}},
       {"id":"2","body":"two","tapBehavior":{"__typename":"FlyAwayNotificationTapBehavior"}},
       {"id":"3","body":3,"tapBehavior":{"__typename":"OpenAppNotificationTapBehavior"}},
       {"id":"4","body":"four","tapBehavior":{"__typename":"OpenAppNotificationTapBehavior"}}]
      """
    #expect(outline(text) == ["one", "two", "!3", "four"])
    let second = try PayloadDecoder().decode(Array(text.utf8))[1].result.get()
    #expect(second.tap == .set(.app))
    #expect(second.notes.count == 1)
  }

  @Test func `index and line of each record are reported`() {
    let records = PayloadDecoder().decode(Data("\n{\"title\":\"a\"}\n\n[{},\n{}]".utf8))
    #expect(records.map(\.index) == [0, 1, 2])
    #expect(records.map(\.line) == [2, 4, 5])
  }

  @Test(
    arguments: [
      ("{\"title\":\"a", .notJSON(detail: "the text ends too early", byteOffset: 11)),
      ("{\"title\" \"a\"}", .notJSON(detail: "expected ':'", byteOffset: 9)),
      ("nonsense", .notJSON(detail: "expected a value", byteOffset: 0)),
      ("[[]]", .notAnObject(found: "an array")), ("null", .notAnObject(found: "null")),
      ("{}", .noText), (#"{"title":""}"#, .noText), (#"{"body":null}"#, .noText),
      (
        "{\"title\":\"a\0b\"}",
        .notJSON(detail: "a control character in a string must be escaped", byteOffset: 11)
      ),
    ] as [(String, PayloadError)])
  func `a problem says what and where`(text: String, expected: PayloadError) {
    #expect(problem(of: text) == expected)
  }

  @Test(arguments: [("{\"title\":\"", 10), ("{\"ti", 4), ("{", 1), ("", 0)])
  func `invalid bytes are no bad JSON and cost only their record`(prefix: String, offset: Int) {
    let bytes = Array(prefix.utf8) + [0xFF, 0xFE] + Array("\"}\n{\"title\":\"b\"}".utf8)
    let records = PayloadDecoder().decode(bytes)
    #expect(records.map(\.result.problem) == [.notUTF8(byteOffset: offset), nil])
  }

  @Test func `a record up to the limit is read and one byte more is refused alone`() {
    let limit = Payload.maximumSize
    let record = { #"{"title":"\#(String(repeating: "x", count: $0 - 12))"}"# }
    let text = "[\(record(limit)),\(record(limit + 1)),\(record(1 << 20)),{\"title\":\"b\"}]"
    #expect(
      PayloadDecoder().decode(Array(text.utf8)).map(\.result.problem) == [
        nil, .tooLarge(bytes: limit + 1, limit: limit), .tooLarge(bytes: 1 << 20, limit: limit),
        nil,
      ])
  }

  @Test(arguments: [1, 2]) func `nesting beyond the limit is refused alone`(count: Int) {
    let open = String(repeating: count == 1 ? "[" : "{\"a\":", count: 100_000)
    let close = String(repeating: count == 1 ? "]" : "}", count: 100_000)
    let text = "{\"title\":\"a\",\"x\":\(open)1\(close)}\n{\"title\":\"b\"}"
    let problems = PayloadDecoder().decode(Array(text.utf8)).map(\.result.problem)
    // 100 000 objects of five bytes each are also too large, but depth shows first.
    #expect(problems == [.tooDeep(limit: 64), nil])
    #expect(PayloadDecoder().decode(Array(open.utf8)).count > 0)
  }
}

extension Result where Failure == PayloadError {
  var problem: PayloadError? { if case .failure(let problem) = self { problem } else { nil } }
}
