import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxTerminal
import InboxUI

struct Copy: ReportingCommand {
  static let name = "copy"
  static let abstract = "Copy the text or the links of messages to the clipboard."
  static let discussion = """
    The text goes to the clipboard tool of the desktop, else to tmux, else to the terminal \
    (OSC 52); the setting clipboard chooses another way.
    """
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var messages: SelectionOptions
  @Flag(name: .shortAndLong, help: "Copy the links, one per line.")
  var link = false

  func run(to output: StandardOutput) throws {
    let environment = try inbox.environment()
    let inbox = try environment.openExisting()
    defer { inbox.closeQuietly() }
    let now = Date()
    let resolved = try messages.selection(in: inbox, among: .all, at: now)
    let found = try resolved.selection.messages(in: inbox) { $0 }
    let text = link ? MessageText.links(of: found) : MessageText.text(of: found)
    if let text, !found.isEmpty {
      try Clipboard(environment: environment.variables)
        .copy(text, by: environment.settings.preferences.clipboard)
    }
    let isCopied = text != nil && !found.isEmpty
    let problems = found.isEmpty || isCopied ? [] : ["there is no link to copy"]
    let outcome = ChangeOutcome(
      changedCount: isCopied ? found.count : 0, unchangedCount: isCopied ? 0 : found.count)
    try outcome.report(
      to: output, saying: output.isTerminal ? sentence(outcome) : nil,
      problems: resolved.problems + problems)
  }

  /// The result as a sentence for people.
  private func sentence(_ outcome: ChangeOutcome) -> String {
    guard outcome.changedCount > 0 else { return "Nothing copied" }
    let messages = MessageCount.text(outcome.changedCount)
    return link ? "Copied the links of \(messages)" : "Copied \(messages)"
  }
}
