import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import InboxText

struct Hook: ReportingCommand {
  static let name = "hook"
  static let abstract = "Print a shell script that notifies when long commands finish."
  static let discussion = """
    In ~/.bashrc: eval "$(bellboard hook bash)"; in ~/.zshrc: eval "$(bellboard hook zsh)"; in \
    ~/.config/fish/config.fish: bellboard hook fish | source.

    A long command is pushed only if you are not looking at its terminal. tmux is asked whether \
    the pane and window are active (and focused, with 'set -g focus-events on'); under X11, \
    xdotool is asked. Elsewhere every long command is pushed.

    Commands interrupted by Ctrl-C are not pushed, nor are editors, pagers and other interactive \
    programs. A command that failed has high priority. bash needs version 4.4.
    """

  @Argument(help: "Shell.")
  var shell: ShellHook.Shell

  @Option(help: "Minimum duration of a command: 30s, 2m.")
  var after = "30s"

  @Option(help: "More commands to ignore, separated by commas: 'make watch,k9s'.")
  var ignore: String?

  @Flag(help: "Push even if the terminal has the focus.")
  var always = false

  func run(to output: StandardOutput) throws {
    let seconds = try TimeExpressionReader.seconds(after, flag: "--after", at: Date()) ?? 30
    let path = CommandLine.arguments.first ?? "bellboard"
    let hook = ShellHook(
      shell: shell, program: path, seconds: Int(seconds.rounded(.up)),
      ignored: ignore ?? "", isAlways: always)
    try output.write(hook.script)
  }
}

extension ShellHook.Shell: ExpressibleByArgument {}

/// `bellboard hook-report`: stores a notification for the script of `hook`, unless somebody was busy
/// with the command or looks at its terminal.
struct HookReport: ReportingCommand {
  static let name = "hook-report"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Store a notification of a shell command.", shouldDisplay: false)

  @Flag var always = false
  @Option var ignore = ""
  @Option var status: Int32
  @Option var seconds: Double
  @Argument(parsing: .postTerminator) var line: [String] = []

  func run(to _: StandardOutput) throws {
    // Ctrl-C and Ctrl-Z are pressed by somebody who looks.
    guard ![130, 146, 147, 148, 149, 150].contains(status) else { return }
    let line = self.line.first?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    let ignored = ignore.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let environment = try UserEnvironment(inboxName: nil)
    let terminal = ShellTerminal(variables: environment.variables)
    guard !ShellLine(line).isInteractive(besides: ignored), always || !terminal.isSeen else {
      return
    }
    let end: CommandEnd =
      (129...192).contains(status)
      ? .ended(.killed(status - 128)) : .ended(.exited(status))
    let report = CommandReport(
      words: line.isEmpty ? [] : [line], name: line.isEmpty ? "A command" : nil, end: end,
      seconds: seconds, lastLines: "")
    var payload = Payload()
    payload.source = "shell"
    report.fill(&payload)
    let inbox = try environment.open()
    defer { inbox.closeQuietly() }
    _ = try inbox.push([payload], defaultSource: "shell")
  }
}
