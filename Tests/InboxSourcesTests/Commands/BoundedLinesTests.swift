import Testing

@testable import InboxSources

@Suite struct BoundedLinesTests {
  private func lines(_ text: String, pieces: Int, limit: Int = 8) -> [String] {
    var lines = BoundedLines(limit: limit)
    var found: [BoundedLines.Line] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      found += lines.append(bytes[start..<min(start + pieces, bytes.count)])
    }
    found += lines.finish()
    return found.map { line in
      if case .bytes(let bytes) = line { String(decoding: bytes, as: UTF8.self) } else { "…" }
    }
  }

  @Test(arguments: 1...12)
  func `lines are the same however the bytes come`(_ pieces: Int) {
    #expect(
      lines("ab\r\n\n \ncd\n12345678\n123456789\nef", pieces: pieces) == [
        "ab", "cd", "12345678", "…", "ef",
      ])
    #expect(lines(String(repeating: "x", count: 100), pieces: pieces) == ["…"])
    #expect(lines("", pieces: pieces) == [])
  }

  @Test(arguments: 1...12) func `lines of a log are cut and not left out`(_ pieces: Int) {
    var lines = StandardErrorLines()
    let long = String(repeating: "x", count: StandardErrorLines.limit + 50)
    let bytes = Array("ab\n\(long)\n\ncd".utf8)
    var found: [String] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      found += lines.append(bytes[start..<min(start + pieces, bytes.count)])
    }
    found += lines.finish()
    #expect(found == ["ab", String(repeating: "x", count: StandardErrorLines.limit) + "…", "cd"])
  }

  @Test(arguments: 1...12) func `a line is cut between characters`(_ pieces: Int) {
    for (text, limit, beginning) in [
      ("aüüü", 4, "aü"), ("aüüü", 3, "aü"), ("€€€", 8, "€€"), ("€€€", 7, "€€"), ("€€€", 6, "€€"),
      ("x🔔🔔", 8, "x🔔"), ("x🔔🔔", 5, "x🔔"), ("🔔🔔", 3, ""),
    ] {
      var lines = BoundedLines(limit: limit, keepsBeginnings: true)
      let bytes = Array(text.utf8)
      var found: [BoundedLines.Line] = []
      for start in stride(from: 0, to: bytes.count, by: pieces) {
        found += lines.append(bytes[start..<min(start + pieces, bytes.count)])
      }
      #expect(found + lines.finish() == [.bytes(Array("\(beginning)…".utf8))], "\(text) \(limit)")
    }
  }

  @Test func `what is no text is cut anywhere`() {
    var lines = BoundedLines(limit: 5, keepsBeginnings: true)
    let found = lines.append([UInt8](repeating: 0x80, count: 9)) + lines.finish()
    #expect(found == [.bytes([UInt8](repeating: 0x80, count: 5) + Array("…".utf8))])
  }

  @Test func `of too many lines of a log their number is told`() {
    var lines = StandardErrorLines()
    let found = lines.append(Array(String(repeating: "x\n", count: 50_000).utf8))
    let last = lines.finish()
    #expect(found.count >= Int(StandardErrorLines.most) && found.count < 1_000)
    #expect(last == ["\(50_000 - found.count) more lines left out of its standard error"])
  }

  @Test(arguments: 1...12) func `bytes that become part of no line are counted`(_ pieces: Int) {
    var lines = BoundedLines(limit: 8)
    let bytes = Array("ab\n\n \n123456789012\n12345678\n".utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      _ = lines.append(bytes[start..<min(start + pieces, bytes.count)])
    }
    let counts = [lines.takeWastedCount(), lines.takeWastedCount()]
    #expect(counts == [2 * BoundedLines.blankLineCost + 1 + 4, 0])
  }

  @Test func `an allowance of bytes is used up, and is calm long after`() {
    let now = ContinuousClock.now
    var allowance = ByteAllowance(at: now)
    var states: [[Bool]] = []
    func look(after seconds: Double) {
      states.append([allowance.isUsedUp(at: now + .seconds(seconds)), allowance.isFlooding])
    }
    allowance.take(Int(ByteAllowance.most))
    look(after: 0)
    allowance.take(Int(ByteAllowance.perSecond))
    look(after: 0)
    look(after: 2)
    look(after: 6)
    #expect(states == [[false, false], [true, true], [false, true], [false, false]])
  }

  @Test func `an allowance ends a flood and comes back slowly`() {
    var allowance = LineAllowance()
    let now = ContinuousClock.now + .seconds(1)
    let taken = (0..<5_000).count { _ in allowance.takesLine(at: now) }
    #expect(taken == Int(LineAllowance.most))
    let later = (0..<5_000).count { _ in allowance.takesLine(at: now + .seconds(3)) }
    #expect(later == Int(3 * LineAllowance.perSecond))
  }
}
