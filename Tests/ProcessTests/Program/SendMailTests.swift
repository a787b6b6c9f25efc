import Foundation
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

  @Test(arguments: [
    (["-bs"], "-bs, a dialogue of SMTP,"), (["-oi", "-f", "-bm", "-bp"], "-bp"),
    (["-tb", "i"], "-bi"), (["root", "-bd", "-q1h"], "-bd"),
  ])
  func `a mode in which no mail is taken is refused`(_ words: [String], _ mode: String) throws {
    let run = try program.run(["sendmail"] + words, input: Data(".\nabc".utf8))
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains("\(mode) is not supported"), "\(run.errors)")
    #expect(try program.run("count").output == "0\n")
  }

  @Test func `words that only look like a mode are none`() throws {
    let words = ["-f", "-bs", "-Fb", "-obs", "-bm", "--", "-bs"]
    #expect(try program.run(["sendmail"] + words, input: Data(mail.utf8)).status == 0)
    #expect(try program.run("count").output == "1\n")
  }

  @Test func `the source may be named, and a long mail is cut`() throws {
    let long = mail + String(repeating: "0123456789", count: 40_000)
    #expect(try program.run("sendmail", "--source", "mail/me", input: long).status == 0)
    let body = try program.run("list", "--format", "{source} {body}").output
    #expect(body.hasPrefix("mail/me 42 GB") && body.contains("…") && body.contains("message.txt"))
  }
}
