import Foundation
import InboxSystem
import InboxText
public import InboxUI

/// Launches the programs that open links or read texts.
///
/// Links go into an argument list and never through a shell.
public struct Launcher: Sendable {
  /// Programs that draw in the terminal.
  private static let terminalPrograms: Set<String> = [
    "w3m", "lynx", "links", "links2", "elinks", "browsh", "carbonyl", "chawan", "cha",
  ]
  /// Text browsers that are tried when none is configured, best first.
  private static let browsers = ["w3m", "lynx", "links", "links2", "elinks"]
  /// Seconds within which a failure of a background program is reported.
  private static let failureWindow = 2.0

  private let variables: [String: String]
  private let search: ProgramSearch

  /// Chooses programs by the environment variables `BROWSER` and `PATH`.
  public init(environment: [String: String]) {
    variables = environment
    search = ProgramSearch(path: environment["PATH"])
  }

  /// Performs a launch for a host program with a loop of its own, after its `endwin`.
  ///
  /// A program that draws in the terminal or reads a text runs in the foreground until it exits;
  /// any other runs in the background. Signals remain the host's.
  ///
  /// - Parameter launch: The launch of a pane's `HostRequest.launch(_:)`.
  /// - Returns: The result, for ``InboxPane/finish(_:with:)``.
  public func run(_ launch: Launch) -> HostResult {
    let plan = plan(for: launch)
    guard !plan.needsTerminal else { return ForegroundRun(signals: nil).run(plan).result }
    var openers = RunningOpeners()
    return openers.start(plan, for: launch, areSignaled: false, at: .now) ?? .done
  }

  /// Copies a text by the terminal for a host program with a loop of its own.
  ///
  /// - Parameter text: The text of a pane's `HostRequest.copy(_:)`.
  /// - Returns: The result, for ``InboxPane/finish(_:with:)``.
  public func copy(_ text: String) -> HostResult {
    do throws(ClipboardError) {
      try Clipboard(environment: variables).copy(text, by: .osc52)
      return .done
    } catch {
      return .failed(error.message)
    }
  }

  /// Opens links from a command line, which shares its terminal with the programs.
  ///
  /// - Parameter launch: Links; texts for a command need a screen.
  /// - Returns: Notes on the choice of program, and the failures, in words.
  package func open(fromCommandLine launch: Launch) -> (notes: [String], problems: [String]) {
    let plan = plan(for: launch)
    let problems = plan.commands.compactMap { start($0, of: plan) }
    return ([plan.note].compactMap(\.self), problems)
  }

  /// Starts a program of a plan; returns its error message.
  private func start(_ command: [String], of plan: LaunchPlan) -> String? {
    do throws(SystemError) {
      let child = try ChildProcess(command, in: plan.needsTerminal ? .inherited : .detached)
      let status = plan.needsTerminal ? child.wait() : child.wait(upTo: Self.failureWindow)
      guard let status, !status.isSuccess else { return nil }
      return plan.result(for: status, of: command).problem
    } catch {
      return plan.result(for: error, of: command).problem
    }
  }
}

extension HostResult {
  /// Why nothing was opened; nil if something was.
  fileprivate var problem: String? {
    switch self {
    case .done, .noted: nil
    case .noOpener: StatusText.noOpener.words
    case .failed(let reason): reason
    }
  }
}

/// The plan of a launch: its programs, and how they run.
struct LaunchPlan: Sendable, Hashable {
  /// Program and arguments of each, in order.
  var commands: [[String]]
  /// Whether they draw in the terminal, one after the other.
  var needsTerminal: Bool
  /// Their standard input; nil for the terminal's keys.
  var input: String?
  /// Whether to wait for a key before the screen comes back.
  var pauses = false
  /// Environment variables added to those of this process.
  var variables: [String: String] = [:]
  /// The name shown to the user; nil for the programs' own names.
  var name: String?
  /// A note to the user on the choice of program.
  var note: String?
  /// The setting that names the program; nil for none.
  var setting: String?
  /// Whether it is the system's default opener, which a machine may lack.
  var isFallback = false

  /// The result of a program that did not start.
  func result(for error: SystemError, of command: [String]) -> HostResult {
    guard error.code == ENOENT else {
      return .failed(StatusText.notStarted(name(of: command), reason: error.reason).words)
    }
    return isFallback
      ? .noOpener : .failed(StatusText.noProgram(name(of: command), setting: setting).words)
  }

  /// The result of a program that failed; `xdg-open` exits with 3 when it finds no other.
  func result(for status: ExitStatus, of command: [String]) -> HostResult {
    isFallback && status == .exited(3) ? .noOpener : .failed(message(for: status, of: command))
  }

  /// The error message for a program that failed.
  func message(for status: ExitStatus, of command: [String]) -> String {
    StatusText.programFailed(name(of: command), ending: status.words).words
  }

  /// The displayed name of a command: the typed line, or the program.
  private func name(of command: [String]) -> String {
    let name = self.name ?? (command.starts(with: ["sh", "-c"]) ? command.last : command.first)
    return TextLayout.truncate((name ?? "").printable(), columns: 40)
  }
}

extension Launcher {
  /// Plans a launch.
  func plan(for launch: Launch) -> LaunchPlan {
    switch launch {
    case .open(let links, let opener):
      return plan(links, opener)
    case .browse(let links, let browser, let opener):
      if let browser = browser.isEmpty ? search.first(of: Self.browsers.map { [$0] }) : browser {
        var plan = plan(links, browser)
        plan.needsTerminal = true
        plan.setting = "browser in the configuration"
        return plan
      }
      var plan = plan(links, opener)
      let program = plan.commands.first?.first ?? ""
      plan.note = StatusText.noTextBrowser(Self.browsers, opener: program).words
      return plan
    case .pipe(let text, let command):
      return LaunchPlan(
        commands: [["sh", "-c", command]], needsTerminal: true, input: text, pauses: true)
    case .run(let script, let name, let input, let variables):
      return LaunchPlan(
        commands: [["sh", "-c", script]], needsTerminal: true, input: input, pauses: true,
        variables: variables, name: name)
    }
  }

  /// The first program of `BROWSER` that is installed; nil where none is named.
  private var preferredOpener: [String]? {
    let wanted = (variables["BROWSER"] ?? "").split(separator: ":")
      .map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
    return search.first(of: wanted) ?? wanted.first
  }

  private static var systemOpener: [String] {
    #if os(macOS)
      return ["open"]
    #else
      return ["xdg-open"]
    #endif
  }

  private func plan(_ links: [Link], _ chosen: [String]) -> LaunchPlan {
    let preferred = chosen.isEmpty ? preferredOpener : chosen
    let program = preferred ?? Self.systemOpener
    let name = program.first?.split(separator: "/").last.map(String.init) ?? ""
    return LaunchPlan(
      commands: links.map { Self.command(program, for: $0) },
      needsTerminal: Self.terminalPrograms.contains(name),
      setting: "opener in the configuration, or BROWSER,", isFallback: preferred == nil)
  }

  /// The command with the link in place of a word `%s`, or at the end.
  ///
  /// Only a whole word is replaced: within one, a shell in the command could read the link as
  /// code.
  private static func command(_ program: [String], for link: Link) -> [String] {
    guard program.dropFirst().contains("%s") else { return program + [link.text] }
    return program.map { $0 == "%s" ? link.text : $0 }
  }
}
