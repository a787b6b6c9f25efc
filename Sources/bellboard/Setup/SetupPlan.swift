import Foundation
import InboxText

/// All changes of setup, and their writing.
struct SetupPlan {
  let facts: SetupFacts
  let choices: SetupChoices
  private let changes: [SetupChange]
  private let draft: SetupDraft

  /// Plans what the choices change; a missing configuration begins as the template.
  init(_ choices: SetupChoices, _ facts: SetupFacts) {
    (self.facts, self.choices) = (facts, choices)
    changes = choices.changes(facts)
    draft = SetupDraft(changes, facts)
  }

  /// Whether there is nothing to write.
  var isEmpty: Bool { facts.text != nil && changes.isEmpty }

  /// The lines that have no place in the configuration; with any, nothing is written.
  var unplaced: [String] { draft.unplaced }

  /// Whether the daemon has something to do.
  var needsDaemon: Bool { choices.needsDaemon(facts) }

  var files: [SetupFile] {
    guard facts.text == nil else { return draft.files(noting: "the file, with") }
    return draft.files(
      noting: "a new file with every setting, and", orElse: "(all settings at their defaults)")
  }

  /// The summary of the changes, for confirmation.
  var summary: String {
    files.flatMap { file in
      [file.heading(facts.shown(file.path).printable())]
        + file.lines.map { "  \($0.printable())" }
    }.joined(separator: "\n")
  }

  /// Writes all changes; programs come first, as a running daemon starts them at once.
  ///
  /// `didWrite` gets each file once it is written, also where a later one fails.
  ///
  /// - Throws: ``SetupError``, ``UnwritableFile``, `FolderError`, any error of `didWrite`.
  func write(_ didWrite: (String) throws -> Void) throws {
    guard unplaced.isEmpty else { throw SetupError.unplaced(unplaced) }
    if let text = facts.text {
      guard (try? String(contentsOfFile: facts.path, encoding: .utf8)) == text else {
        throw SetupError.changedMeanwhile(facts.path)
      }
    }
    for case .program(let path, let text) in changes {
      try NewFile.write(text, to: path, permissions: 0o700)
      try didWrite(path)
    }
    if draft.text != facts.text {
      try EditedFile.write(draft.text, to: facts.path, over: facts.text)
      try didWrite(facts.path)
    }
    for case .hook(let hook) in changes {
      let folder = (hook.path as NSString).deletingLastPathComponent
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try EditedFile.write(hook.changedText, to: hook.path, over: hook.text, isOwn: false)
      try didWrite(hook.path)
    }
  }
}

extension SetupPlan {
  /// What is left to do after writing, one line each; lines that continue another one are indented.
  ///
  /// `hasStarted` tells whether setup started the daemon; nil if it did not try.
  func nextSteps(hasStarted: Bool?) -> [String] {
    let theme = facts.themeOfVariable.map {
      "BELLBOARD_THEME=\($0.printable()) is set and overrides the theme"
    }
    return [theme].compactMap(\.self) + tokenSteps + cronSteps + daemonSteps(hasStarted)
      + hookSteps + ["try it: bellboard push \"hello\"; bellboard"]
  }

  /// Whether a source that is set up waits for the user.
  var isIncomplete: Bool { !tokenSteps.isEmpty }

  private var tokenSteps: [String] {
    let github = facts.github
    guard choices.readsGitHub, !github.hasToken else { return [] }
    let path = github.tokenFile.printable()
    let word = ShellQuoting.word(path)
    let file = word == path ? facts.shown(path) : word
    return [
      "GitHub needs a token: github.com/settings/tokens/new?scopes=notifications",
      "  to store it: (umask 077; cat >\(file)), then paste it, Enter, Ctrl-D",
    ]
  }

  private var cronSteps: [String] {
    guard choices.showsCronLine else { return [] }
    return [
      "a cron job that reports failures, in crontab -e:",
      "  0 3 * * * \(SetupSource.cronPrefix(facts)) COMMAND",
    ]
  }

  private func daemonSteps(_ hasStarted: Bool?) -> [String] {
    guard needsDaemon else { return [] }
    if hasStarted == true { return ["bellboardd receives; 'bellboard sources' shows its sources"] }
    switch facts.service.state {
    case .running: return ["bellboardd is running and applies the new settings at once"]
    case .runningByHand:
      return [
        "bellboardd is running and applies the new settings at once",
        "to start it at each login: bellboardd install-service",
      ]
    case .unavailable:
      return [
        "to receive messages, start bellboardd yourself: no systemd user session is running"
      ]
    case .startable where facts.service.unit == nil:
      return [
        "to receive from now on and at each login: systemctl --user enable --now bellboardd"
      ]
    case .startable:
      return ["to receive from now on and at each login: bellboardd install-service"]
    }
  }

  private var hookSteps: [String] {
    guard let hook = facts.hook, choices.hasHook, !hook.isThere else { return [] }
    return ["the hook is active in the next \(hook.shell)"]
  }
}
