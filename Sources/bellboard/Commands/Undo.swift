import ArgumentParser
import BellboardSupport
import InboxCore
import InboxUI

struct Undo: ReportingCommand {
  static let name = "undo"
  static let abstract = "Undo the last change of status, done, pin or snooze, here or on a screen."
  static let discussion = """
    Answers, views and opens are not undone: the step before them is. Messages that were changed \
    or removed since are skipped, and named. The exit status is 0 if the whole step was undone, \
    1 if only a part of it or nothing was, and 3 if there is no step.
    """
  @OptionGroup var inbox: InboxOptions

  func run(to output: StandardOutput) throws {
    try replay(.undo, in: inbox, to: output) { try $0.undo() }
  }
}

struct Redo: ReportingCommand {
  static let name = "redo"
  static let abstract = "Redo the last undone change."
  static let discussion = """
    Any other change of status, done, pin or snooze discards it. The exit status is that of undo.
    """
  @OptionGroup var inbox: InboxOptions

  func run(to output: StandardOutput) throws {
    try replay(.redo, in: inbox, to: output) { try $0.redo() }
  }
}

/// Runs undo or redo, prints how many messages changed, and names those that were skipped.
private func replay(
  _ step: HistoryStep, in options: InboxOptions, to output: StandardOutput,
  by replay: (Inbox) throws -> UndoOutcome?
) throws {
  let inbox = try options.openExisting()
  defer { inbox.closeQuietly() }
  let name = step.command.name
  guard let outcome = try replay(inbox) else {
    if !output.isTerminal { try output.line("0") }
    throw Failure("there is nothing to \(name)", .nothingMatched)
  }
  try output.line(output.isTerminal ? sentence(of: outcome, step) : count(of: outcome, step))
  guard !outcome.changedSince.isEmpty else { return }
  try output.flush()
  StandardError.printErrors(
    outcome.changedSince.map { "\($0) is gone or was changed since, and was skipped" })
  if outcome.changedCount == 0 {
    StandardError.printError(
      "nothing was left to \(name) of the step '\(outcome.verb.rawValue)'"
        + (step == .undo ? "; undo again takes the one before it" : ""))
  }
  throw ExitCode.failed
}

/// The result for programs.
private func count(of outcome: UndoOutcome, _ step: HistoryStep) -> String {
  guard outcome.changedCount > 0 else { return "0" }
  let word = step == .undo ? "undid" : "redid"
  return "\(outcome.changedCount) (\(word): \(outcome.verb.rawValue))"
}

/// The result as a sentence for people, with the command that reverses it.
private func sentence(of outcome: UndoOutcome, _ step: HistoryStep) -> String {
  guard outcome.changedCount > 0 else { return "Nothing changed" }
  let other = step.inverse.name
  return step.text(of: outcome.verb, on: MessageCount.text(outcome.changedCount))
    + " · \(other): \(StandardError.programName) \(other)"
}
