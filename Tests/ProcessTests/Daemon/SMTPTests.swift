import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// Mails that are sent to the daemon.
@Suite("SMTP", .waiting) struct SMTPTests {
  @Test func `a mail that curl sends is a message`() throws {
    let daemon = try RunningDaemon(
      configuration: "http.enabled = false\nsmtp.enabled = true\nsmtp.listen = [\"127.0.0.1:0\"]\n")
    let url = try #require(try daemon.source("smtp") { $0.detail != nil }.detail)
    let mail = "Subject: =?koi8-r?b?8NLJ18XU?=\r\n\r\n.disk\r\n..full\r\n"
    let path = try daemon.program.write(mail, to: "mail.txt")
    _ = try RunningDaemon.curl(
      [url, "--mail-from", "nas@lan", "--mail-rcpt", "root@bell", "--upload-file", path],
      in: try daemon.program.path)
    #expect(
      try daemon.program.run("list", "--format", "{source}: {title}: {body}").output
        == "mail/root: Привет: .disk⏎..full\n")
    #expect(try daemon.program.run("doctor").output.contains("bellboardd runs: smtp"))
  }

  @Test func `a mail that is refused is told here`() throws {
    let daemon = try RunningDaemon(
      configuration: "http.enabled = false\nsmtp.enabled = true\nsmtp.listen = [\"127.0.0.1:0\"]\n"
        + "smtp.rate = 1\n")
    let mails = String(repeating: "MAIL FROM:<a@b>\r\nRSET\r\n", count: 12)
    let answers = try daemon.raw("EHLO x\r\n\(mails)QUIT\r\n", to: "smtp")
    #expect(answers.contains("450 4.7.1 Too many mails"))
    let state = try daemon.source("smtp") { $0.refusedCount > 0 }
    #expect(state.refusal == "450 4.7.1 Too many mails; try again later")
    #expect(daemon.logs("<4>smtp: refused: 450 4.7.1 Too many mails"), "\(daemon.log)")
  }

  @Test func `a mail server that pipelines QUIT and shuts its side gets its answers`() throws {
    let daemon = try RunningDaemon(
      configuration: "http.enabled = false\nsmtp.enabled = true\nsmtp.listen = [\"127.0.0.1:0\"]\n")
    for number in 1...5 {
      let lines = [
        "EHLO x", "MAIL FROM:<a@b>", "RCPT TO:<root@b>", "DATA", "Subject: \(number)", "", "body",
        ".", "QUIT", "",
      ]
      let text = try daemon.raw(lines.joined(separator: "\r\n"), to: "smtp")
      let answers = text.split(separator: "\r\n")
      #expect(answers.suffix(2) == ["250 2.0.0 Stored", "221 2.0.0 Goodbye"], "\(answers)")
    }
    #expect(try daemon.program.run("count").output == "5\n")
  }
}
