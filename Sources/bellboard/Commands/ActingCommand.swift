import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxUI

/// An acting command: it does one thing to messages, and prints how many.
protocol ActingCommand: NamedCommand {
  /// Which inbox.
  var inbox: InboxOptions { get }
  /// Which messages.
  var messages: SelectionOptions { get }
  /// What is done to them; thrown is what the command line says wrongly about it.
  func verb(at now: Date) throws -> Verb
  /// Where `--filter` and `--all` look, unless the filter names a status.
  var reach: MessageFilter { get }
  /// What is printed about what was done where a program reads it.
  func result(_ outcome: ChangeOutcome, of verb: Verb) -> String
  /// What follows the words about what was done, for people.
  func detail(of verb: Verb) -> String
}

extension ActingCommand {
  var reach: MessageFilter { .all }

  func result(_ outcome: ChangeOutcome, of verb: Verb) -> String { "\(outcome.changedCount)" }
  func detail(of verb: Verb) -> String { "" }

  /// Does it, prints how many messages changed, and complains of those it did not find.
  func run() throws {
    try reporting { output in
      let now = Date()
      let verb = try verb(at: now)
      let inbox = try inbox.openExisting()
      defer { inbox.closeQuietly() }
      let resolved = try messages.selection(in: inbox, among: reach, at: now)
      let outcome =
        try resolved.isEmpty ? .init() : inbox.perform(verb, on: resolved.selection)
      if case .matching(let filter, _) = resolved.selection,
        outcome.changedCount + outcome.unchangedCount == 0
      {
        try FilterHint.print(for: filter, in: inbox)
      }
      try outcome.report(
        to: output,
        saying: output.isTerminal ? sentence(outcome, of: verb) : result(outcome, of: verb),
        problems: resolved.problems)
    }
  }

  /// What was done, for people, and the way back.
  private func sentence(_ outcome: ChangeOutcome, of verb: Verb) -> String {
    let left = outcome.unchangedCount
    guard outcome.changedCount > 0, let words = verb.words else {
      return left == 0 ? "Nothing changed" : "Nothing to do: \(MessageCount.text(left)) left as is"
    }
    let done = words.done.around(MessageCount.text(outcome.changedCount)) + detail(of: verb)
    let beside = left == 0 ? "" : " (\(left) left as is)"
    return "\(done)\(beside) · undo: \(StandardError.programName) undo"
  }
}

extension ChangeOutcome {
  /// Prints how many messages changed and complains of what was not found.
  ///
  /// - Throws: `ExitCode` when nothing was found, or not all.
  func report(
    to output: StandardOutput, saying result: String? = nil, problems: [String]
  ) throws {
    try output.line(result ?? "\(changedCount)")
    let complaints = problems + unknown.map { ErrorText.unknown(reference: "\($0)") }
    complaints.forEach(StandardError.printError)
    if changedCount + unchangedCount == 0 { throw ExitCode.nothingMatched }
    if !complaints.isEmpty { throw ExitCode.failed }
  }
}
