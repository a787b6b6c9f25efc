import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxSystem
import InboxText

struct Run: ReportingCommand {
  static let name = "run"
  static let abstract = "Run a command, then store a notification of how it ended."
  static let usage: String? = "bellboard run [OPTIONS] -- COMMAND [ARGUMENT …]"
  static let discussion = """
    Input and output are passed through, and the exit status is that of the command, even if the \
    notification could not be stored: 128 plus the number of a signal, 127 if the command is not \
    found, 126 if it cannot be run. The notification has the exit status, the duration and the \
    last lines of the output; output on a terminal is captured only with --tail. With \
    --notify-after nothing is stored about commands that end sooner; failures still are, unless \
    standard error is a terminal, where you see them.
    """
  @OptionGroup var inbox: InboxOptions

  @Option(help: "Name for the title. (default: the command)")
  var title: String?

  @Flag(help: "Store nothing if the command succeeds.")
  var onFailureOnly = false

  @Option(parsing: .unconditional, help: "Store nothing if it ends sooner than this: 30s, 5m.")
  var notifyAfter: String?

  @Option(
    help: "Number of last lines to keep, also of output on a terminal; 0 for none. (default: 10)")
  var tail: Int?

  @OptionGroup(title: "Fields") var fields: PayloadOptions

  @Argument(parsing: .postTerminator, help: "The command and its arguments.")
  var command: [String] = []

  func validate() throws {
    guard let word = command.first else {
      throw ValidationError("Specify which command to run, after '--'.")
    }
    if word.isEmpty { throw ValidationError("The command to run has no name.") }
    guard (0...1_000).contains(tail ?? 0) else {
      throw ValidationError("--tail takes 0 to 1000 lines.")
    }
  }

  func run(to _: StandardOutput) throws {
    let environment = try inbox.environment()
    // Validate the flags before the command runs.
    _ = try fields.payload(at: Date())
    let least = try TimeExpressionReader.seconds(notifyAfter, flag: "--notify-after", at: Date())
    let run = try CommandRun(tail: tail ?? 10, isOnTerminalToo: tail != nil)
    let report = report(of: run)
    if isNews(report, least: least ?? 0) { store(report, in: environment) }
    run.finish()
    if case .notStarted(let error) = report.end {
      StandardError.printError("cannot run '\(command[0].printable())': \(error.reason)")
    }
    // Shells stop a script at an interrupted command only if it was killed by the signal.
    if report.end == .ended(.killed(SIGINT)) { throw EndedBySignal(number: SIGINT) }
    throw ExitCode(report.end.status)
  }

  /// Whether the result is to be stored.
  private func isNews(_ report: CommandReport, least seconds: Double) -> Bool {
    if report.end.isSuccess { return !onFailureOnly && report.seconds >= seconds }
    return report.seconds >= seconds || isatty(STDERR_FILENO) == 0
  }

  private func report(of run: CommandRun) -> CommandReport {
    let clock = ContinuousClock()
    let start = clock.now
    let end = run.run(command)
    return CommandReport(
      words: command, name: title, end: end,
      seconds: start.duration(to: clock.now) / .seconds(1), lastLines: run.lastLines)
  }

  /// Stores the notification; errors are only printed, as the exit status is the command's.
  private func store(_ report: CommandReport, in environment: UserEnvironment) {
    do {
      let now = Date()
      var payload = try fields.payload(at: now)
      report.fill(&payload)
      let inbox = try environment.open()
      defer { inbox.closeQuietly() }
      let outcome = try inbox.push([payload], defaultSource: "cli")
      guard outcome.prunedUnreadCount > 0 else { return }
      StandardError.printError(
        ErrorText.pruned(
          unread: outcome.prunedUnreadCount,
          maximum: environment.file.values.maximumNotifications))
    } catch {
      StandardError.printError("nothing was stored: \(ErrorText.text(forAny: error))")
    }
  }
}
