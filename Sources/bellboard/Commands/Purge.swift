import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxUI

struct Purge: ReportingCommand {
  static let name = "purge"
  static let abstract = "Delete messages in the trash forever."
  static let discussion = """
    Messages that are not in the trash are kept; --all empties it. It cannot be undone.
    """
  static var reach: MessageFilter { .trash }
  @OptionGroup var messages: ActingOptions

  func run(to output: StandardOutput) throws {
    let now = Date()
    let inbox = try messages.inbox.openExisting()
    defer { inbox.closeQuietly() }
    let resolved = try messages.chosen.selection(in: inbox, among: Self.reach, at: now)
    let outcome = try outcome(on: resolved, in: inbox)
    let kept = outcome.unchangedCount
    if kept == 1 {
      StandardError.printError("1 message is not in the trash and was kept; delete it first")
    } else if kept > 1 {
      StandardError.printError(
        "\(kept) messages are not in the trash and were kept; delete them first")
    }
    let sentence = "Deleted \(MessageCount.text(outcome.changedCount)) forever"
    let said =
      messages.isDryRun
      ? messages.forecast("delete", outcome, output, " forever")
      : output.isTerminal ? sentence : nil
    try outcome.report(to: output, saying: said, problems: resolved.problems)
    if kept > 0 { throw ExitCode.failed }
  }

  private func outcome(on resolved: ResolvedSelection, in inbox: Inbox) throws -> ChangeOutcome {
    if resolved.isEmpty { return ChangeOutcome() }
    guard messages.isDryRun else { return try inbox.purge(resolved.selection) }
    let isDeleted = try resolved.selection.messages(in: inbox) { $0.status == .deleted }
    let count = isDeleted.count(where: \.self)
    return ChangeOutcome(changedCount: count, unchangedCount: isDeleted.count - count)
  }
}
