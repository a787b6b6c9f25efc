import InboxCore
import InboxPayloads
import InboxTestSupport
import Testing

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
