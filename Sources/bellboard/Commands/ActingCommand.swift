import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore

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
  /// What is printed about what was done.
  func result(_ outcome: ChangeOutcome, of verb: Verb) -> String
}

extension ActingCommand {
  var reach: MessageFilter { .all }

  func result(_ outcome: ChangeOutcome, of verb: Verb) -> String { "\(outcome.changedCount)" }

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
      try outcome.report(
        to: output, saying: result(outcome, of: verb), problems: resolved.problems)
    }
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
