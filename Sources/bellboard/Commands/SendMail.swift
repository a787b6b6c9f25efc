import ArgumentParser
import BellboardSupport
import InboxCore
import InboxMail

struct SendMail: ReportingCommand {
  static let name = "sendmail"
  static let abstract = "Store a mail from standard input, as sendmail for cron and others."
  static let usage: String? = "bellboard sendmail [OPTIONS] [RECIPIENT …]"
  static let discussion = """
    Subject, text, sender and date of the mail become the message; a mail that is delivered \
    twice is stored once. Recipients and the options of sendmail (-t, -i, -f NAME and so on) are \
    accepted and ignored; other modes (-bs, -bp and so on) are refused. It prints only on a \
    terminal, because cron and others mail the output of sendmail. With cronie: crond -m \
    'bellboard sendmail'; elsewhere link /usr/sbin/sendmail to a script that calls it. For \
    procmail and .forward: | bellboard sendmail --source mail.
    """
  @OptionGroup var inbox: InboxOptions

  @Option(help: "Source of the messages. (default: cron for mails of cron, else mail)")
  var source: String?

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var others: [String] = []

  func run(to output: StandardOutput) throws {
    // The parser does not look at captured arguments.
    if others == ["--help"] || others == ["-h"] { throw CleanExit.helpRequest(self) }
    if let mode = SendMailMode(others), !mode.takesMail { throw mode }
    let mail = MailMessage(try StandardInput.bytes(atMost: Self.mostBytes))
    var payload = mail.payload
    // Cron names the command and its environment in fields of its own.
    payload.source = source ?? (mail.field("x-cron-env") == nil ? "mail" : "cron")
    var intake = RecordIntake(
      defaultSource: "mail", output: output.isTerminal ? output : nil
    ) { try inbox.environment() }
    defer { intake.close() }
    try intake.take(payload) { try mail.joinThread(of: &$0, in: $1) }
    try intake.finish()
  }

  /// Maximum size of a mail with its attachments, in bytes.
  private static let mostBytes = 32 << 20
}
