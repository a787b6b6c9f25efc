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

/// Records that are handed over while the input goes on.
struct PayloadStreamTests {
  /// What a stream has handed over after each piece.
  private func titles(of pieces: String...) -> [[String?]] {
    var stream = PayloadStream()
    return pieces.map { piece in
      var titles: [String?] = []
      stream.append(Array(piece.utf8)) { titles.append(try? $0.result.get().title.value) }
      return titles
    }
  }

  @Test func `a record is handed over as soon as it is whole, without a line end`() {
    #expect(titles(of: #"{"title":"a"}"#, #"{"title":"#, #""b"}"#) == [["a"], [], ["b"]])
    #expect(titles(of: #"[{"title":"a"}"#, ",", #"{"title":"b"},"#) == [["a"], [], ["b"]])
    #expect(titles(of: "{\n  \"title\": \"a\"\n", "}", "") == [[], ["a"], []])
  }

  @Test func `a record that was cut off holds nothing back`() {
    #expect(titles(of: "{\"title\":\"a\"\n", "{\"title\":\"b\"}\n") == [[], [nil, "b"]])
    #expect(titles(of: "{\"title\":\"a\n", "{\"title\":\"b\"}\n") == [[], [nil, "b"]])
    #expect(titles(of: "rubbish\n", "{\"title\":\"b\"}") == [[nil], ["b"]])
  }

  @Test(arguments: [97, 4_096, 65_536])
  func `what is too large is refused alone`(size: Int) {
    let limit = Payload.maximumSize
    let long = String(repeating: "x", count: 3 * limit)
    let text = "{\"title\":\"\(long)\"}\n{\"title\":\"b\"}\n\(long)\n{\"title\":\"c\"}"
    let found = records(of: Array(text.utf8), inPiecesOf: size)
    let problem = { PayloadError.tooLarge(bytes: long.utf8.count + $0, limit: limit) }
    #expect(found.map(\.result.problem) == [problem(12), nil, problem(0), nil])
    #expect(found.map(\.line) == [1, 2, 3, 4])
    #expect(found.map(\.index) == [0, 1, 2, 3])
  }

  @Test(arguments: 0..<200)
  func `pieces of any size give the same records as the whole`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let words = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", " ", "\n  ", "\"title\"", "\"a\"", "oops",
      "1", "ž", "{\"title\":\"x\"}", "{\"title\":\"y\"}\n", "\u{FEFF}",
    ]
    let text = (0..<Int.random(in: 1...60, using: &random))
      .map { _ in words.randomElement(using: &random) ?? "" }.joined()
    let whole = PayloadDecoder().decode(Array(text.utf8))
    for size in [1, 2, 5, 16] {
      #expect(records(of: Array(text.utf8), inPiecesOf: size) == whole, "\(text.debugDescription)")
    }
  }

  @Test func `each byte of a line is searched once, in pieces of any size`() throws {
    var lines = PayloadStream(PayloadDecoder(purpose: .import))
    var count = 0
    let text = Array(#"{"title":"\#(String(repeating: "x", count: 5_000))"}"#.utf8)
    for byte in [0xEF, 0xBB, 0xBF] + text {
      let before = lines.searchedCount
      lines.append([byte]) { _ in count += 1 }
      // At the mark of the byte order it begins anew, with nothing.
      #expect(lines.searchedCount == (byte == 0xBF ? 0 : before + 1))
    }
    lines.append([UInt8(ascii: "\n")] + text) { _ in count += 1 }
    #expect(count == 1 && lines.searchedCount == text.count)
    lines.finish { _ in count += 1 }
    #expect(count == 2)
  }

  @Test(arguments: ["", "\n  "]) func `a record in pieces is parsed once`(space: String) {
    let elements = Array(repeating: "\(space){\"a}\":[1]}", count: 500).joined(separator: ",")
    let text = Array("{\"title\":\"a\",\"custom\":[\(elements)]}".utf8)
    var stream = PayloadStream()
    var count = 0
    for byte in text { stream.append([byte]) { _ in count += 1 } }
    #expect(count == 1 && stream.parsedCount == text.count)
  }

  @Test(arguments: [1, 2, 7, 64, 10_000])
  func `lines are read alike in pieces of any size`(size: Int) {
    let text =
      "\u{FEFF}{\"title\":\"a\"}\r\n\n{\"title\":oops}\n{\"title\":\"b\"}{}\n{\"title\":\"žluť\"}"
    let found = records(of: Array(text.utf8), inPiecesOf: size, for: .import)
    #expect(found.map(\.line) == [1, 3, 4, 5])
    #expect(found.map(\.index) == [0, 1, 2, 3])
    #expect(found.map { try? $0.result.get().title.value } == ["a", nil, nil, "žluť"])
  }

  @Test func `a line too long to hold is refused and the next one read`() {
    let limit = Payload.maximumExportSize
    let long = String(repeating: "x", count: limit + 65_536)
    let line = "{\"title\":\"\(long)\"}"
    let found = records(
      of: Array("\(line)\n{\"title\":\"b\"}".utf8), inPiecesOf: 65_536, for: .import)
    #expect(found.map(\.result.problem) == [.tooLarge(bytes: line.utf8.count, limit: limit), nil])
    #expect(found.map(\.line) == [1, 2])
  }
}
