import InboxCore
import InboxText
import Testing

@testable import InboxMail

/// Mails that are made to cost much: they end, whatever their size.
@Suite struct HostileMailTests {
  private func mail(_ text: String) -> MailMessage { MailMessage(Array(text.utf8)) }

  @Test func `parts within parts end somewhere, and the text is kept`() {
    let levels = (0..<100_000).map {
      "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n"
    }
    #expect(mail(levels.joined() + "\ndeep").text.hasSuffix("deep"))
    let few = (0..<60).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }
    #expect(mail(few.joined() + "\ndeep").text == "deep")
  }

  @Test func `mails within mails end somewhere`() {
    let levels = String(repeating: "Content-Type: message/rfc822\n\n", count: 100_000)
    #expect(mail(levels + "\ndeep").text.hasSuffix("deep"))
  }

  @Test(arguments: [
    "Subject: ", "From: ", "To: ", "Date: ", "Content-Type: ", "Content-Disposition: ",
    "Content-Type: text/plain; charset=", "Content-Type: text/plain", "References: ",
    "Message-ID: ",
  ])
  func `long fields end`(_ field: String) {
    for piece in [
      "(", "\"", "=?utf-8?Q?a?= ", "=?", "; a=b", "<", "a:", ",", "\\", "*0*=x;", "\n ",
    ] {
      let value = String(repeating: piece, count: 300_000 / piece.utf8.count)
      let payload = mail("\(field)\(value)\n\nx").payload
      #expect(payload.title != .absent || payload.body != .absent)
    }
  }

  @Test func `very many fields, parts and words are read`() {
    let fields = (0..<100_000).map { "X-\($0): a\n" }.joined()
    #expect(mail(fields + "\nx").text == "x")
    let parts = String(repeating: "--b\n\nx\n", count: 20_000)
    #expect(mail("Content-Type: multipart/mixed; boundary=b\n\n\(parts)").text.hasPrefix("x\n\nx"))
    let words = String(repeating: "=?utf-8?Q?a?= ", count: 100_000)
    #expect(EncodedWord.decode(words).utf8.count < 100_002)
    #expect(EncodedWord.decode(String(repeating: "=?a?q?", count: 100_000)).hasPrefix("=?"))
  }

  @Test(arguments: ["base64", "quoted-printable"])
  func `contents of one character end`(_ encoding: String) {
    for character in ["=", " ", "A", "\n", "= "] {
      let content = String(repeating: character, count: 500_000)
      _ = mail("Content-Transfer-Encoding: \(encoding)\n\n\(content)").payload
    }
  }
}
