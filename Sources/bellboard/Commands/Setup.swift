import ArgumentParser
import BellboardSupport
import Foundation
import InboxSystem
import InboxText

/// `bellboard setup`.
struct Setup: NamedCommand {
  static let name = "setup"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Ask a few questions and write the configuration.",
    discussion: """
      Theme, keys, desktop notifications, sources and the shell hook; Enter keeps the current \
      value. The changes are shown, and written only if you agree; then it offers to start the \
      daemon, where systemd runs for your user. It can be run again: other settings and comments \
      of the file are kept.
      """)

  func run() throws {
    try reporting { output in
      guard output.isTerminal, StandardInput.isTerminal else { throw SetupError.noTerminal }
      let environment = try UserEnvironment(inboxName: nil)
      let messages = environment.configurationMessages
      guard messages.isEmpty else { throw SetupError.mistakes(messages) }
      let dialog = SetupDialog(output: output)
      try output.line("Enter accepts the default in brackets; Ctrl-C quits without changes.\n")
      var plan = try SetupPlan(environment)
      try SetupQuestions(environment: environment, dialog: dialog).ask(&plan)
      guard !plan.isEmpty else { return try output.line("\nNothing to change.") }
      try output.line("\n" + plan.summary)
      guard try dialog.isWanted("Write it?", usual: true) else {
        return try output.line("Nothing was changed.")
      }
      for path in try plan.write() { try output.line("wrote \(path.printable())") }
      if plan.hasSources, let service = SetupService(),
        try dialog.isWanted("Start bellboardd now, and at each login?", usual: true)
      {
        try output.flush()
        plan.isReceiving = service.start()
      }
      for line in plan.nextSteps { try output.line(line) }
    }
  }
}

/// Error: setup could not finish.
enum SetupError: Error, Hashable {
  /// Input or output is not a terminal.
  case noTerminal
  /// The input ended before the last answer.
  case ended
  /// The configuration has errors, one line each.
  case mistakes([String])
  /// The file was changed while the questions were asked.
  case changedMeanwhile(String)
  /// Settings could not be inserted into the file without changing others.
  case unplaced([String])
  case unwritable(path: String, SystemError)
}

extension SetupError: Reportable {
  var report: String {
    switch self {
    case .noTerminal:
      "setup asks questions and needs a terminal; "
        + "'bellboard config init' writes a configuration without any"
    case .ended: "the input ended; nothing was changed"
    case .mistakes(let messages):
      (["the configuration has errors; fix them first:"] + messages.map { $0.printable() })
        .joined(separator: "\n")
    case .changedMeanwhile(let path):
      "\(path.printable()) was saved meanwhile; nothing was changed; run setup again"
    case .unplaced(let lines):
      "these lines could not be inserted; add them to the file by hand: "
        + lines.map { $0.printable() }.joined(separator: "; ")
    case .unwritable(let path, let error): ErrorText.unwritable(path, error)
    }
  }
}
