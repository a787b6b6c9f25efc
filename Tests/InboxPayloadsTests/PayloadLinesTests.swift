import InboxCore
import InboxPayloads
import Testing

struct PayloadLinesTests {
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

  private func read(_ bytes: [UInt8], inPiecesOf size: Int) -> [PayloadRecord] {
    var lines = PayloadStream(PayloadDecoder(purpose: .import))
    var records: [PayloadRecord] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      lines.append(bytes[start..<min(start + size, bytes.count)]) { records.append($0) }
    }
    lines.finish { records.append($0) }
    return records
  }

  @Test(arguments: [1, 2, 7, 64, 10_000])
  func `lines are read alike in pieces of any size`(size: Int) {
    let text =
      "\u{FEFF}{\"title\":\"a\"}\r\n\n{\"title\":oops}\n{\"title\":\"b\"}{}\n{\"title\":\"žluť\"}"
    let records = read(Array(text.utf8), inPiecesOf: size)
    #expect(records.map(\.line) == [1, 3, 4, 5])
    #expect(records.map(\.index) == [0, 1, 2, 3])
    #expect(records.map { try? $0.result.get().title.value } == ["a", nil, nil, "žluť"])
  }

  @Test func `a line too long to hold is refused and the next one read`() {
    let limit = Payload.maximumExportSize
    let long = String(repeating: "x", count: limit + 65_536)
    let line = "{\"title\":\"\(long)\"}"
    let records = read(Array("\(line)\n{\"title\":\"b\"}".utf8), inPiecesOf: 65_536)
    #expect(
      records.map(\.result.problem) == [.tooLarge(bytes: line.utf8.count, limit: limit), nil])
    #expect(records.map(\.line) == [1, 2])
  }
}
