import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxTerminal
import InboxUI

/// `bellboard open`.
struct Open: NamedCommand {
  static let name = "open"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Open the links of messages, and mark those read that opened.",
    discussion: """
      A link is handed to the program that the configuration or $BROWSER names, else to the \
      system's opener; a web page is shown by a text browser. Links of schemes that the \
      configuration does not list (link_schemes) are refused unless --any-scheme allows them. \
      Many messages at once (open_limit) ask first. What is not opened stays as it was.
      """)
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var messages: SelectionOptions
  @Flag(name: .shortAndLong, help: "Do not ask when there are many.")
  var yes = false
  @Option(help: "Choose the action of this label or id instead of opening the message.")
  var action: String?
  @Flag(help: "Hand on links of every scheme, such as ssh.")
  var anyScheme = false

  func run() throws {
    try reporting { output in
      let now = Date()
      let environment = try inbox.environment()
      let inbox = try environment.openExisting()
      defer { inbox.closeQuietly() }
      let resolved = try messages.selection(in: inbox, among: .all, at: now)
      let preferences = environment.settings.preferences
      let count = try resolved.selection.count(in: inbox)
      try confirm(count, limit: preferences.openLimit)
      let found = try resolved.selection.messages(in: inbox) {
        Tap(number: $0.number, behavior: $0.tap)
      }
      var opening = CommandOpening(preferences: preferences, allowsAnyScheme: anyScheme)
      let launcher = Launcher(environment: environment.variables)
      let done: [MessageNumber]
      if let action {
        let taps = opening.choose(action, of: found.map(\.number), in: inbox)
        opening.open(taps.filter { $0.behavior.url != nil }, by: launcher)
        done = taps.map(\.number)
      } else {
        done = opening.open(found, by: launcher)
        if !done.isEmpty { _ = try inbox.perform(.open(.command), on: .numbers(done)) }
      }
      opening.notes.forEach(StandardError.complain)
      let outcome = ChangeOutcome(
        changedCount: done.count, unchangedCount: found.count - done.count)
      try outcome.report(to: output, problems: resolved.problems + opening.problems)
    }
  }

  private func confirm(_ count: Int, limit: Int) throws {
    guard count > limit, !yes else { return }
    guard StandardInput.isTerminal, isatty(STDERR_FILENO) == 1 else {
      StandardError.complain("that would open \(count) messages; say --yes if you mean it")
      throw ExitCode.failed
    }
    StandardError.ask("Open \(count) messages? [y/N] ")
    guard readLine()?.lowercased().hasPrefix("y") == true else { throw ExitCode.failed }
  }
}
