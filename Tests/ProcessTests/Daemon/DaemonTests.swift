import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// The daemon by raw SMTP, and beside a screen; `receive.txt` has its life.
@Suite(.waiting) struct DaemonTests {
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

  @Test func `without a daemon an open screen reports a silence`() throws {
    let program = Program()
    try program.configure("[[expect]]\nsource = \"cron/backup\"\nevery = \"1s\"\n")
    try program.run("push", "--source", "cron/backup", "Saved")
    _ = try program.screen(showing: "cron/backup has been silent for", columns: 100)
  }

  @Test func `an open screen shows what is published`() throws {
    let daemon = try RunningDaemon()
    _ = try daemon.url()
    let session = try daemon.program.screen(showing: "No notifications")
    try daemon.curl("/door", "-H", "Title: Ding dong", "-d", "Somebody rings", ending: 200)
    try session.awaitScreen("Ding dong", "ntfy/door")
    try session.quit(by: "Q")
  }
}
