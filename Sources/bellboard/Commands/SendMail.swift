import ArgumentParser
import BellboardSupport
import InboxCore
import InboxMail
import InboxText

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

/// The operation mode of sendmail, by its option `-b`.
struct SendMailMode: Reportable, Hashable {
  /// The value of `-b`, a letter.
  let name: String

  /// Options that take a value, in the same word or in the next one.
  private static let withValues: Set<Character> = [
    "B", "C", "F", "f", "h", "L", "N", "O", "o", "R", "r", "V", "X",
  ]
  /// Options that take a value only in the same word.
  private static let withOwnValues: Set<Character> = ["A", "d", "e", "M", "p", "q"]

  /// Finds the mode in the arguments of a command line; nil if none is given.
  init?(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst(), word != "--" {
      guard word.hasPrefix("-"), !word.hasPrefix("--") else { continue }
      var letters = word.dropFirst()
      while let letter = letters.popFirst() {
        if letter == "b" {
          name = letters.isEmpty ? rest.first ?? "" : String(letters)
          return
        }
        if Self.withValues.contains(letter), letters.isEmpty { rest = rest.dropFirst() }
        if Self.withValues.union(Self.withOwnValues).contains(letter) { break }
      }
    }
    return nil
  }

  /// Whether the mode reads a mail from standard input.
  var takesMail: Bool { name == "m" }

  var report: String {
    let purpose = name == "s" ? ", a dialogue of SMTP," : ""
    return
      "-b\(name.printable())\(purpose) is not supported; this sendmail reads one mail from "
      + "standard input, as with -t, -i or -bm"
  }

  var exitCode: ExitCode { .wrongUsage }
}
