import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import InboxMail

@Suite("mail") struct MailTests {
  private func mail(_ text: String) -> MailMessage { MailMessage(Array(text.utf8)) }

  @Test func `a mail of cron becomes its subject, text, sender and date`() {
    let payload = mail(
      """
      From root@atlas Mon Nov  2 03:00:01 2026
      From: root (Cron Daemon)
      To: root
      Subject: Cron <root@atlas> /usr/local/bin/backup
      Message-Id: <20261102030001.1A2B@atlas>
      Date: Mon,  2 Nov 2026 03:00:01 +0100
      X-Cron-Env: <SHELL=/bin/sh>

      rsync: connection refused
      backup failed

      """
    ).payload
    #expect(payload.title == .set("Cron <root@atlas> /usr/local/bin/backup"))
    #expect(payload.body == .set("rsync: connection refused\nbackup failed"))
    #expect(payload.subtitle == .set("root (Cron Daemon)"))
    #expect(payload.id?.hasPrefix("20261102030001.1A2B@atlas#") == true)
    #expect(payload.sentAt.value.map(RFC3339.string) == "2026-11-02T02:00:01Z")
    #expect(payload.thread == .absent)
  }

  @Test(arguments: [
    ("=?utf-8?Q?Gr=C3=BC=C3=9Fe_aus?=\r\n =?utf-8?B?IEvDtmxu?=", "Grüße aus Köln"),
    ("=?iso-8859-1?q?caf=E9?= today", "café today"),
    ("=?iso-2022-jp?B?GyRCRDkkJBsoQg==?= =?iso-2022-jp?B?GyRCQjMkLRsoQg==?=", "長い続き"),
    ("=?utf-8?B?w6TD?= =?utf-8?B?tg==?=", "äö"), ("=?x?Q?a?= b", "=?x?Q?a?= b"),
    ("=?UTF-8?B?!!?=", "=?UTF-8?B?!!?="), ("=?utf-8?Q?Gr=C3?= =?utf-8?Q?=BC=C3=9Fe?=", "Grüße"),
    ("=?UTF-8?B?w5w=?= =?UTF-8?B?YmVy?= ich", "Über ich"), ("=?UTF-8?B?w5w?=", "Ü"),
    ("=?utf-8*de?q?=C3=9Cber uns?= !", "Über uns !"), ("a =? b", "a =? b"),
    ("=?utf-8?Q?half", "=?utf-8?Q?half"), ("plain", "plain"),
  ])
  func `encoded words of the subject are decoded`(_ subject: String, _ text: String) {
    #expect(mail("Subject: \(subject)\r\n\r\nx").field("subject") == text)
  }

  @Test func `a mail delivered twice has one id, another text with its Message-ID another`() {
    let header = "Message-ID: <same@atlas>\nSubject: printer\n\n"
    let id = mail(header + "tray 1 is empty\n").payload.id
    #expect(id == mail("Received: by b\n" + header + "tray 1 is empty\n").payload.id)
    #expect(id != mail(header + "tray 2 is empty\n").payload.id)
  }

  @Test func `of a mail with several parts the plain text is taken and attachments are named`() {
    let payload = mail(
      """
      Subject: report
      Content-Type: multipart/mixed; boundary="=_outer"

      for old programs
      --=_outer
      Content-Type: multipart/alternative; boundary=inner

      --inner
      Content-Type: text/html; charset=utf-8

      <p>rich</p>
      --inner
      Content-Type: text/plain; charset=iso-8859-1
      Content-Transfer-Encoding: quoted-printable

      a long=
       line, =E9t=E9
      --inner--
      --=_outer
      Content-Type: application/pdf; name="sales.pdf"
      Content-Transfer-Encoding: base64
      Content-Disposition: attachment; filename="sales.pdf"

      JVBERi0=
      --=_outer--
      """
    ).payload
    #expect(payload.body == .set("a long line, été\n\n📎 sales.pdf (application/pdf, 5 B)"))
  }

  @Test func `a mail of HTML alone is shown as text`() {
    let text = mail(
      """
      Subject: x
      Content-Type: text/html
      Content-Transfer-Encoding: base64

      \(Data("<style>p {}</style><p>5 &lt; 6 &amp;\n more</p><p>two</p>".utf8).base64EncodedString())
      """
    ).text
    #expect(text == "5 < 6 & more\n\ntwo")
  }

  @Test func `an answer is of the thread of the first mail, and importance is a priority`() {
    let payload = mail(
      "References: <first@x> <second@x>\nImportance: high\nSubject: Re: x\n\ny"
    ).payload
    #expect(payload.thread == .set("first@x"))
    #expect(payload.priority == .set(.high))
  }

  @Test func `a conversation has its first mail, in whichever order it arrives`() throws {
    let inbox = try Inbox.testing()
    func receive(_ header: String) throws {
      let message = mail(header + "\nSubject: s\n\n" + header)
      var payload = message.payload
      try message.joinThread(of: &payload, in: inbox)
      _ = try inbox.push([payload], defaultSource: "mail")
    }
    func threads() throws -> [String?] {
      try (1...inbox.counts().listed).map { try inbox.message(MessageNumber(Int64($0)))?.thread }
    }
    try receive("Message-ID: <x1@lan>")
    try receive("Message-ID: <lone@lan>")
    #expect(try threads() == [nil, nil])
    try receive("Message-ID: <x2@lan>\nReferences: <x1@lan>")
    #expect(try threads() == ["x1@lan", nil, "x1@lan"])
    // A mail that names only the mail before it.
    try receive("Message-ID: <x3@lan>\nIn-Reply-To: Your mail <x2@lan>")
    try receive("Message-ID: <y2@lan>\nReferences: <y1@lan><y2@lan>")
    try receive("Message-ID: <y1@lan>")
    #expect(
      try threads() == ["x1@lan", nil, "x1@lan", "x1@lan", "y1@lan", "y1@lan"])
  }

  @Test(arguments: rows(of: "dates"))
  func `dates are read as mails write them`(_ row: [String]) {
    #expect(MailDate.date(row[0]).map(RFC3339.string) ?? "-" == row[1])
  }

  @Test(arguments: ["no header at all", "two lines\nof text: here", " indented: x"])
  func `a text without a header is the text of a mail`(_ text: String) {
    #expect(mail(text).payload.body == .set(text))
  }

  @Test(arguments: [
    "", "\n", "Content-Type: multipart/mixed; boundary=x\n\n--x",
  ])
  func `a mail without a text still says that it came`(_ text: String) {
    #expect(mail(text).payload.title == .set("Mail without a text"))
  }

  @Test func `any bytes are read as a mail`() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "Subject: ", "=?utf-8?B?", "?=", "\r\n", "\n\n", "Content-Type: multipart/mixed; boundary=x",
      "--x", "--x--", "=", "=C3", "%", "\"", ";", "<p>", "é",
    ]
    for _ in 0..<500 {
      let count = Int.random(in: 0...30, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      _ = mail(text).payload
    }
  }
}

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
