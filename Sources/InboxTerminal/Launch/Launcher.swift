import Foundation
import InboxUI

/// Chooses the programs that links and texts are handed to.
///
/// Links go by an argument list and never through a shell.
public struct Launcher: Sendable {
  /// Programs that draw in the terminal themselves.
  private static let terminalPrograms: Set<String> = [
    "w3m", "lynx", "links", "links2", "elinks", "browsh", "carbonyl", "chawan", "cha",
  ]
  /// Those of them that are looked for when the configuration names none, best first.
  private static let browsers = ["w3m", "lynx", "links", "links2", "elinks"]

  private let variables: [String: String]
  private let search: ProgramSearch

  /// Chooses by the variables of the process: `BROWSER` and `PATH`.
  public init(environment: [String: String]) {
    variables = environment
    search = ProgramSearch(path: environment["PATH"])
  }

  /// What is to be started.
  func plan(for launch: Launch) -> LaunchPlan {
    switch launch {
    case .open(let links, let opener): return plan(links, opener.isEmpty ? standard : opener)
    case .browse(let links, let browser, let opener):
      if let browser = browser.isEmpty ? textBrowser : browser {
        var plan = plan(links, browser)
        plan.needsTerminal = true
        plan.advice = "Set browser in the configuration to one."
        return plan
      }
      var plan = plan(links, opener.isEmpty ? standard : opener)
      plan.note =
        "There is no text browser (\(Self.browsers.joined(separator: ", "))); "
        + "handed to “\(plan.commands.first?.first ?? "")”."
      return plan
    case .pipe(let text, let command):
      return LaunchPlan(
        commands: [["sh", "-c", command]], needsTerminal: true, input: text, pauses: true)
    }
  }

  /// The first program of `BROWSER` that is there, or what the system opens links with.
  private var standard: [String] {
    #if os(macOS)
      let system = ["open"]
    #else
      let system = ["xdg-open"]
    #endif
    let wanted = (variables["BROWSER"] ?? "").split(separator: ":")
      .map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
    return search.first(of: wanted) ?? wanted.first ?? system
  }

  private var textBrowser: [String]? {
    search.first(of: Self.browsers.map { [$0] })
  }

  private func plan(_ links: [Link], _ program: [String]) -> LaunchPlan {
    let name = program.first?.split(separator: "/").last.map(String.init) ?? ""
    return LaunchPlan(
      commands: links.map { Self.command(program, for: $0) },
      needsTerminal: Self.terminalPrograms.contains(name),
      advice: "Set opener in the configuration, or BROWSER, to one.")
  }

  /// The link takes the place of a word `%s`, or comes last.
  ///
  /// Only of a whole word: within one, a shell that the person calls could read it as code.
  private static func command(_ program: [String], for link: Link) -> [String] {
    guard program.dropFirst().contains("%s") else { return program + [link.text] }
    return program.map { $0 == "%s" ? link.text : $0 }
  }
}
