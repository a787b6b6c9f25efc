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
}
