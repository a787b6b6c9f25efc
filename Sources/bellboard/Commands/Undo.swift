import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore

/// `bellboard undo`.
struct Undo: NamedCommand {
  static let name = "undo"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Undo the last change of status, pin or snooze, made here or on a screen.",
    discussion: """
      Answers, and what was seen or opened, are not taken back: the step before them is. A message \
      that was changed or removed since is left as it is, and named. The exit status is 0 when the \
      whole step was taken back, 1 when a part of it or nothing was, and 3 when there is no step.
      """)
  @OptionGroup var inbox: InboxOptions

  func run() throws {
    try replayStep(in: inbox, saying: "undid", "undo") { try $0.undo() }
  }
}

/// `bellboard redo`.
struct Redo: NamedCommand {
  static let name = "redo"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Redo the last undone change.",
    discussion: """
      Whatever else is done to status, pin or snooze ends it. The exit status is that of undo.
      """)
  @OptionGroup var inbox: InboxOptions

  func run() throws {
    try replayStep(in: inbox, saying: "redid", "redo") { try $0.redo() }
  }
}

/// Runs undo or redo, prints how many messages went back, and names those that could not.
private func replayStep(
  in options: InboxOptions, saying word: String, _ name: String,
  _ step: (Inbox) throws -> UndoOutcome?
) throws {
  try reporting { output in
    let inbox = try options.openExisting()
    defer { inbox.closeQuietly() }
    guard let outcome = try step(inbox) else {
      try output.line("0")
      StandardError.printError("there is nothing to \(name)")
      throw ExitCode.nothingMatched
    }
    let verb = outcome.verb.rawValue
    try output.line(
      outcome.changedCount > 0 ? "\(outcome.changedCount) (\(word): \(verb))" : "0")
    guard !outcome.changedSince.isEmpty else { return }
    try output.flush()
    StandardError.printErrors(
      outcome.changedSince.map { "\($0) is gone or was changed since, and is left as it is" })
    if outcome.changedCount == 0 {
      StandardError.printError(
        "nothing was left to \(name) of the step '\(verb)'; \(name) again takes the one before it")
    }
    throw ExitCode.failed
  }
}
