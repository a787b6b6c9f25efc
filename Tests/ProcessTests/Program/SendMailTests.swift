import InboxTestSupport
import Testing

/// Mails on standard input, as cron and others deliver them.
@Suite("sendmail", .waiting) struct SendMailTests {
  let program = Program()
  private let mail = """
    From: root (Cron Daemon)
    Subject: Cron <root@atlas> backup
    Message-ID: <1@atlas>
    X-Cron-Env: <SHELL=/bin/sh>

    42 GB
    """

  @Test func `a mail is stored once, with the options that senders give`() throws {
    for _ in 1...2 {
      let run = try program.run("sendmail", "-i", "-FCronDaemon", "-oem", "root", input: mail)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output == "")
    }
    #expect(
      try program.run("list", "--format", "{source}: {title}: {body}").output
        == "cron: Cron <root@atlas> backup: 42 GB\n")
  }

  @Test func `the source may be named, and a long mail is cut`() throws {
    let long = mail + String(repeating: "0123456789", count: 40_000)
    #expect(try program.run("sendmail", "--source", "mail/me", input: long).status == 0)
    let body = try program.run("list", "--format", "{source} {body}").output
    #expect(body.hasPrefix("mail/me 42 GB") && body.hasSuffix("…\n"))
  }
}
