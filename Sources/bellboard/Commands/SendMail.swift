import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxMail

/// `bellboard sendmail`.
struct SendMail: NamedCommand {
  static let name = "sendmail"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Store a mail from standard input: for cron and others that call sendmail.",
    usage: "bellboard sendmail [OPTIONS] [RECIPIENT …]",
    discussion: """
      Subject, text, sender and date of the mail become the message; a mail that is delivered \
      twice is stored once. Recipients and the options of sendmail (-t, -i, -f NAME and so on) are \
      accepted and mean nothing here; other modes (-bs, -bp and so on) are refused. Nothing is \
      printed but on a terminal: cron and others send on what a sendmail prints. With cronie: \
      crond -m 'bellboard sendmail'; elsewhere install a link /usr/sbin/sendmail to a script that \
      calls it. For procmail and .forward: | bellboard sendmail --source mail.
      """)
  @OptionGroup var inbox: InboxOptions

  @Option(name: .long, help: "Who the messages come from. (default: cron for its mails, else mail)")
  var source: String?

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var others: [String] = []

  func run() throws {
    // The parser does not look at captured arguments.
    if others == ["--help"] || others == ["-h"] { throw CleanExit.helpRequest(self) }
    try reporting { output in
      if let mode = SendMailMode(others), !mode.takesMail { throw mode }
      let mail = MailMessage(try StandardInput.bytes(atMost: Self.mostBytes))
      var payload = mail.payload
      // Cron names the command and its environment in fields of its own.
      payload.source = source ?? (mail.field("x-cron-env") == nil ? "mail" : "cron")
      var intake = RecordIntake(
        defaultSource: "mail", output: output.isTerminal ? output : nil
      ) { try inbox.environment() }
      defer { intake.close() }
      try intake.take(payload)
      try intake.finish()
    }
  }

  /// Maximum size of a mail with its attachments, in bytes.
  private static let mostBytes = 32 << 20
}
