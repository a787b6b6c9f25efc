import ArgumentParser
import Foundation
import InboxCore

/// `bellboard undo`.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take back the last step done to status, pin or snooze, here or on a screen.",
    discussion: """
      Answers, and what was seen or opened, are not taken back: the step before them is. A message \
      that was changed or removed since is left as it is, and named.
      """)
  @OptionGroup var inbox: InboxOptions

  func run() throws {
    try takeBack(in: inbox, saying: "undid") { inbox, now in try inbox.undo(at: now) }
  }
}

/// `bellboard redo`.
struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Do again what undo took back.")
  @OptionGroup var inbox: InboxOptions

  func run() throws {
    try takeBack(in: inbox, saying: "did again") { inbox, now in try inbox.redo(at: now) }
  }
}

/// Runs undo or redo, prints how many messages went back, and names those that could not.
private func takeBack(
  in options: InboxOptions, saying word: String, _ step: (Inbox, Date) throws -> UndoOutcome?
) throws {
  try reporting { output in
    let inbox = try options.openExisting()
    defer { inbox.closeQuietly() }
    guard let outcome = try step(inbox, Date()) else {
      try output.line("0")
      StandardError.complain("there is nothing to take back or do again")
      throw ExitCode.nothingMatched
    }
    try output.line("\(outcome.changedCount) (\(word): \(outcome.verb.rawValue))")
    for number in outcome.changedSince {
      StandardError.complain("\(number) is gone or was changed since, and is left as it is")
    }
    if !outcome.changedSince.isEmpty { throw ExitCode.failed }
  }
}
