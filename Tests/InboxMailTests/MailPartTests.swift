import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxMail

/// What is kept of mails with several parts.
@Suite struct MailPartTests {
  private func mail(_ text: String) -> MailMessage { MailMessage(Array(text.utf8)) }

  /// A mail whose parts are between lines of `--b`.
  private func multipart(_ kind: String, _ parts: String...) -> MailMessage {
    let content = parts.map { "--b\n\($0)\n" }.joined()
    return mail("Subject: x\nContent-Type: multipart/\(kind); boundary=b\n\n\(content)--b--\n")
  }

  @Test func `all texts are kept in their order`() {
    let mail = multipart(
      "mixed", "\none", "Content-Type: image/png; name=a.png\n\nPNG",
      "Content-Type: text/html\n\n<p>two</p>", "Content-Type: text/csv\n\n3;three")
    #expect(mail.text == "one\n\ntwo\n\n3;three")
    #expect(mail.attachments.map(\.name) == ["a.png"])
  }

  @Test(arguments: rows(of: "alternatives"))
  func `of alternatives the first with a text is taken`(_ row: [String]) {
    #expect(multipart("alternative", row[0], row[1]).text == row[2])
  }

  @Test func `text behind an image of an HTML mail is kept`() {
    let related = """
      Content-Type: multipart/related; boundary=r

      --r
      Content-Type: text/html; charset=utf-8

      <p>Grüße<img src="cid:1">
      --r
      Content-Type: image/png; name=logo.png
      Content-Disposition: inline
      Content-Transfer-Encoding: base64

      QUFB
      --r--
      """
    let mail = multipart("mixed", related, "\nfooter of the list")
    #expect(mail.text == "Grüße\n\nfooter of the list")
    #expect(mail.attachments.map(\.content) == [Array("AAA".utf8)])
  }

  @Test func `a forwarded mail is kept with what tells where it came from`() {
    let inner = """
      Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
      From: ann@example.org
      Date: Mon, 2 Nov 2026 03:00:01 +0100
      X-Other: 1

      the text
      """
    let expected = """
      see below

      Subject: Grüße
      From: ann@example.org
      Date: Mon, 2 Nov 2026 03:00:01 +0100

      the text
      """
    let plain = multipart("mixed", "\nsee below", "Content-Type: message/rfc822\n\n\(inner)")
    #expect(plain.text == expected)
    let encoded = Data(inner.utf8).base64EncodedString()
    let base64 = multipart(
      "mixed", "\nsee below",
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\(encoded)")
    #expect(base64.text == expected)
  }

  @Test func `a report of a mail that could not be delivered is text`() {
    let mail = multipart(
      "report; report-type=delivery-status", "\nsorry",
      "Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b\nStatus: 5.1.1",
      "Content-Type: text/rfc822-headers\n\nSubject: lost")
    #expect(
      mail.text
        == "sorry\n\nFinal-Recipient: rfc822; a@b\nStatus: 5.1.1\n\nSubject: lost")
    #expect(mail.attachments.isEmpty)
  }

  /// Its lines have a backslash, which no file of samples has.
  private static let uuencoded = [
    "Content-Transfer-Encoding: x-uuencode\n\nsee\nbegin 644 a.txt\n%:&5L;&\\\n`\nend\nfoot\n",
    "hello\n\nsee\nfoot",
  ]

  @Test(arguments: rows(of: "odd-mails") + [uuencoded])
  func `what senders do wrong is read all the same`(_ row: [String]) {
    #expect(mail(row[0]).text == row[1])
  }

  @Test(arguments: [
    ("Content-Disposition: attachment; filename*=utf-8''%e2%82%ac%20rates.pdf", "€ rates.pdf"),
    ("Content-Disposition: attachment; filename*0=\"long \"; filename*1=name.pdf", "long name.pdf"),
    (
      "Content-Disposition: attachment; filename*0*=koi8-r'ru'%d0%d2; filename*1*=%c9; filename*2=.txt",
      "при.txt"
    ),
    ("Content-Type: application/pdf; name=\"=?utf-8?b?w7w=?=.pdf\"", "ü.pdf"),
    ("Content-Type: application/pdf; name*=iso-8859-1'de'%fc.pdf", "ü.pdf"),
  ])
  func `names of files are read in all their forms`(_ field: String, _ name: String) {
    let type = field.hasPrefix("Content-Type") ? "" : "Content-Type: application/pdf\n"
    #expect(multipart("mixed", "\(type)\(field)\n\nx").attachments.map(\.name) == [name])
  }

  @Test func `attachments are told with their type and size`() {
    let text = String(repeating: "QUFB", count: 1_000)
    let mail = multipart(
      "mixed", "\nhello",
      "Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\n\(text)",
      "Content-Type: text/plain; name=log.txt\nContent-Disposition: attachment\n\nlines")
    #expect(
      mail.payload.body
        == .set("hello\n\n📎 application/zip (3.0 kB)\n📎 log.txt (text/plain, 5 B)"))
  }

  @Test func `flowed text is joined`() {
    let text =
      "Content-Type: text/plain; format=flowed\n\none \ntwo\n  three\n> a \n> b\n>> c\n-- \nme"
    #expect(mail(text).text == "one two\n three\n> a b\n>> c\n-- \nme")
    let joined = "Content-Type: text/plain; format=flowed; delsp=yes\n\n日 \n本"
    #expect(mail(joined).text == "日本")
  }

  @Test func `long fields do not keep a mail out, and the whole text is a file of it`() throws {
    let long = String(repeating: "x", count: 300_000)
    let header = "Message-ID: <\(long)>\nReferences: <\(long)>\nSubject: \(long)\nFrom: \(long)\n"
    let payload = mail("\(header)\n\(long)marker").payload
    #expect(payload.id == nil)
    let inbox = try Inbox.testing(in: TemporaryFolder())
    _ = try inbox.push([payload], defaultSource: "mail")
    let message = try #require(try inbox.stored().first)
    let file = try #require(message.attachments.first?.reference)
    let text = try String(
      contentsOfFile: #require(inbox.attachments?.path(of: file)), encoding: .utf8)
    #expect(text == long + "marker")
  }

  @Test func `the names of its files stand above a text that is too long`() {
    let long = String(repeating: "x", count: 300_000)
    let mail = multipart(
      "mixed", "\n\(long)", "Content-Type: application/zip; name=a.zip\n\nx")
    let body = mail.payload.body.value ?? ""
    #expect(body.hasPrefix("📎 a.zip") && body.hasSuffix(long))
  }
}
