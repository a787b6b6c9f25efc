import Testing

@testable import InboxSources

/// How the bytes of an SMTP client are cut.
@Suite struct SMTPLinesTests {
  /// The pieces of a text that comes in chunks; each `DATA` begins a mail.
  private func pieces(_ text: String, chunk: Int, atMost most: Int = 1_000) -> [String] {
    var lines = SMTPLines()
    var found: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      lines.append(bytes[start..<min(start + chunk, bytes.count)])
      while let piece = lines.next() {
        switch piece {
        case .line(let line):
          found.append(String(decoding: line, as: UTF8.self))
          if found.last == "DATA" { lines.beginMail(atMost: most) }
        case .mail(let mail): found.append("mail " + String(decoding: mail, as: UTF8.self))
        case .badLine: found.append("bad")
        case .largeMail: found.append("large")
        }
      }
    }
    return found
  }

  @Test(arguments: [1, 2, 3, 5, 1_000])
  func `lines and mails are the same however they come`(_ chunk: Int) {
    #expect(
      pieces("NOOP\r\nDATA\r\n..a\r\n.b\r\n\r\n.\r\nQUIT\r\n", chunk: chunk)
        == ["NOOP", "DATA", "mail .a\r\nb\r\n\r\n", "QUIT"])
    #expect(pieces("DATA\r\n.\r\nNOOP\r\n", chunk: chunk) == ["DATA", "mail ", "NOOP"])
  }

  /// Where another server sees an end of the mail that is none here, or the other way round, a mail
  /// could hold a second one.
  @Test(arguments: [
    "\n.\n", "\n.\r\n", "\r\n.\n", "\r.\r", "\r\n.\r", "\r.\r\n", "\n.\r", "\0\n.\r\n",
  ])
  func `nothing else ends a mail`(_ end: String) {
    for chunk in [1, 4, 1_000] {
      let found = pieces("DATA\r\na\(end)MAIL FROM:<x>\r\n.\r\nNOOP\r\n", chunk: chunk)
      #expect(found.count == 3 && found.last == "NOOP", "\(found)")
      #expect(found[1].contains("MAIL FROM:<x>\r\n"), "\(found)")
    }
  }

  @Test func `lines without their end, with a NUL or too long are told once`() {
    #expect(pieces("NOOP\nQUIT\r\n", chunk: 1_000) == ["bad", "QUIT"])
    #expect(pieces("NO\0OP\r\nA\rB\r\nQUIT\r\n", chunk: 1_000) == ["bad", "bad", "QUIT"])
    let long = String(repeating: "x", count: 50_000)
    #expect(pieces("\(long)\r\nQUIT\r\n", chunk: 999) == ["bad", "QUIT"])
  }

  @Test(arguments: [7, 1_000])
  func `a mail that is too large is read to its end, and not kept`(_ chunk: Int) {
    let line = String(repeating: "x", count: 70) + "\r\n"
    let lines = String(repeating: line, count: 100)
    #expect(
      pieces("DATA\r\n\(lines).\r\nNOOP\r\n", chunk: chunk, atMost: 500)
        == ["DATA", "large", "NOOP"])
    let one = String(repeating: "x", count: 5_000)
    #expect(
      pieces("DATA\r\n\(one)\r\n.\r\nNOOP\r\n", chunk: chunk, atMost: 500)
        == ["DATA", "large", "NOOP"])
  }
}
