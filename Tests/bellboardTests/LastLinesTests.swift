import Testing

@testable import bellboard

@Suite struct LastLinesTests {
  private func lines(_ limit: Int, _ pieces: [(String, Int)]) -> String {
    var lines = LastLines(limit: limit)
    for (text, stream) in pieces { lines.take(Array(text.utf8), from: stream) }
    return lines.text
  }

  @Test func `the last ones are kept, also one that has not ended`() {
    #expect(lines(2, [("a\nb\nc\n", 0)]) == "b\nc")
    #expect(lines(2, [("a\nb\nc", 0)]) == "b\nc")
    #expect(lines(0, [("a\n", 0)]).isEmpty)
    #expect(lines(3, [((1...999).map { "\($0)\n" }.joined(), 0)]) == "997\n998\n999")
  }

  @Test func `lines that come in pieces from two streams are not mixed`() {
    #expect(lines(9, [("on", 0), ("er", 1), ("e\ntwo", 0), ("ror\n", 1)]) == "one\nerror\ntwo")
  }

  @Test func `of too much the oldest lines are left out`() {
    let line = String(repeating: "x", count: 3_999)
    let text = lines(1_000, [(String(repeating: line + "\n", count: 200) + "end\n", 0)])
    #expect(text.utf8.count <= LastLines.size)
    #expect(text.utf8.count > LastLines.size - 4_001)
    #expect(text.hasSuffix("\nend"))
  }

  @Test func `bytes that are no text count as what they become`() {
    var last = LastLines(limit: 1_000)
    for _ in 1...200 { last.take([UInt8](repeating: 0xFF, count: 3_000) + [10], from: 0) }
    #expect(last.text.utf8.count <= LastLines.size)
  }

  @Test func `a bar of progress leaves its last state however long it went on`() {
    let bar = (0...100).map { "\(String(repeating: "#", count: 75)) \($0) %" }
    let whole = bar.joined(separator: "\r")
    #expect(lines(1, [(whole + "\n", 0)]) == bar[100])
    #expect(lines(1, [(whole, 0)]) == bar[100])
    #expect(lines(1, bar.map { ($0 + "\r", 0) }) == bar[100])
    #expect(lines(1, bar.map { ("\r" + $0, 0) } + [("\r\n", 0)]) == bar[100])
  }

  @Test(arguments: [
    "Done\r\r\n", "Done\r\u{1B}[0m\n", "Do\rDone\r\r\u{1B}[0m\r\n", "\rDone\n",
  ])
  func `a carriage return takes nothing away before something is written`(written: String) {
    #expect(lines(1, [(written, 0)]) == "Done")
    #expect(lines(1, written.map { (String($0), 0) }) == "Done")
  }

  @Test func `colours and what was written over are left out`() {
    #expect(lines(9, [("\u{1B}[31mred\u{1B}[0m\n", 0)]) == "red")
    #expect(lines(9, [("10%\r100%\r\n", 0)]) == "100%")
    #expect(lines(9, [("\u{1B}]0;title\u{7}x\u{1B}]8;;u\u{1B}\\y\u{1B}(B\n", 0)]) == "xy")
  }

  @Test(arguments: [
    (-1, "<0.1 s"), (0.04, "<0.1 s"), (0.05, "0.1 s"), (9.96, "10 s"), (59.6, "1 min"),
    (252, "4 min 12 s"), (3_600, "1 h"), (11_100, "3 h 5 min"), (187_200, "2 d 4 h"),
  ])
  func `a duration is shown in two units at most`(seconds: Double, text: String) {
    #expect(DurationText.text(seconds) == text)
  }
}
