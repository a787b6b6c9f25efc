import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxUI

/// A command that performs one verb on selected messages and prints how many changed.
protocol ActingCommand: ReportingCommand {
  /// The options that select the messages.
  var messages: ActingOptions { get }
  /// The verb to perform.
  ///
  /// - Throws: A `Reportable` error for invalid arguments.
  func verb(at now: Date) throws -> Verb
}

extension ActingCommand {
  /// Performs the verb, prints how many messages changed, and reports unknown references.
  func run(to output: StandardOutput) throws {
    let now = Date()
    let verb = try verb(at: now)
    let inbox = try messages.inbox.openExisting()
    defer { inbox.closeQuietly() }
    let resolved = try messages.chosen.selection(in: inbox, among: Self.reach, at: now)
    let outcome = try outcome(of: verb, on: resolved, in: inbox)
    if let warning = outcome.warning(of: verb) { StandardError.printError(warning) }
    if case .matching(let filter) = resolved.selection,
      outcome.changedCount + outcome.unchangedCount == 0
    {
      try FilterHint.print(for: filter, in: inbox)
    }
    let said =
      messages.isDryRun
      ? messages.forecast("change", outcome, output)
      : output.isTerminal
        ? sentence(outcome, of: verb)
        : "\(outcome.changedCount)\(outcome.changedCount > 0 ? verb.ending : "")"
    try outcome.report(to: output, saying: said, problems: resolved.problems)
  }

  private func outcome(
    of verb: Verb, on resolved: ResolvedSelection, in inbox: Inbox
  ) throws -> ChangeOutcome {
    if resolved.isEmpty { return ChangeOutcome() }
    return try messages.isDryRun
      ? inbox.forecast(of: verb, on: resolved.selection)
      : inbox.perform(verb, on: resolved.selection)
  }

  /// The result as a sentence for people, with the command that undoes it.
  private func sentence(_ outcome: ChangeOutcome, of verb: Verb) -> String {
    let left = outcome.unchangedCount
    guard outcome.changedCount > 0, let words = verb.words else {
      return left == 0 ? "Nothing changed" : "Nothing to do: \(MessageCount.text(left)) left as is"
    }
    let done = words.done.around(MessageCount.text(outcome.changedCount)) + verb.ending
    let beside = left == 0 ? "" : " (\(left) left as is)"
    return "\(done)\(beside) · undo: \(StandardError.programName) undo"
  }
}

extension ChangeOutcome {
  /// Prints how many messages changed and reports unknown references.
  ///
  /// - Throws: `ExitCode` when no message was found, or not all.
  func report(to output: StandardOutput, saying result: String? = nil, problems: [String]) throws {
    try output.line(result ?? "\(changedCount)")
    let complaints = problems + self.complaints
    complaints.forEach(StandardError.printError)
    if changedCount + unchangedCount == 0 { throw ExitCode.nothingMatched }
    if !complaints.isEmpty { throw ExitCode.failed }
  }
}
