import Foundation
import InboxTOML
import InboxText
import InboxUI

/// A file with the lines that setup adds to it.
struct SetupFile: Hashable {
  let path: String
  /// How it gets them; nil if they are added to those that it has.
  let note: String?
  let lines: [String]

  /// The heading of the lines, with the path as people see it.
  func heading(_ path: String) -> String { note.map { "\(path): \($0)" } ?? "adds to \(path):" }

  /// The file with the number of its lines in their place.
  var withoutLines: SetupFile {
    let count = lines.count == 1 ? "1 line is added" : "\(lines.count) lines are added"
    return SetupFile(path: path, note: note ?? count, lines: [])
  }
}

/// The changes of setup, made to the text of the configuration and laid out by file.
struct SetupPlan {
  let facts: SetupFacts
  let choices: SetupChoices
  /// The lines that have no place in the configuration; with any, nothing is written.
  private(set) var unplaced: [String] = []
  private let changes: [SetupChange]
  private var edit: TOMLEdit
  private var settings: [String] = []

  /// Plans what the choices change, or only that on a source; a missing configuration begins as the
  /// template.
  init(_ choices: SetupChoices, _ facts: SetupFacts, of source: SetupSource? = nil) {
    (self.facts, self.choices) = (facts, choices)
    changes = source.map { choices.changes(of: $0, facts) } ?? choices.changes(facts)
    edit = TOMLEdit(facts.text ?? Settings.template)
    for change in changes { make(change) }
  }

  /// Whether the choices change anything; a missing configuration is written in any case.
  var hasChanges: Bool { !changes.isEmpty }

  /// Whether there is nothing to write.
  var isEmpty: Bool { facts.text != nil && !hasChanges }

  /// Whether the daemon has something to do.
  var needsDaemon: Bool { choices.needsDaemon(facts) }

  var files: [SetupFile] {
    guard facts.text == nil else { return files(noting: "the file, with") }
    return files(
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
    if edit.text != facts.text {
      try EditedFile.write(edit.text, to: facts.path, over: facts.text)
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

/// The changes, made to the text of the configuration and laid out by file.
extension SetupPlan {
  /// The files in the order of writing, with a note on how the configuration gets its lines.
  ///
  /// Without a note its lines are added to those that it has. Without lines it is shown with `line`,
  /// else not at all.
  func files(noting note: String? = nil, orElse line: String? = nil) -> [SetupFile] {
    let lines = settings.isEmpty ? [line].compactMap(\.self) : settings
    let file = SetupFile(path: facts.path, note: note, lines: lines)
    return changes.compactMap(Self.program) + (lines.isEmpty ? [] : [file])
      + changes.compactMap(Self.hook)
  }

  private static func program(_ change: SetupChange) -> SetupFile? {
    guard case .program(let path, _) = change else { return nil }
    return SetupFile(path: path, note: "a new program, in Python", lines: [])
  }

  private static func hook(_ change: SetupChange) -> SetupFile? {
    guard case .hook(let hook) = change else { return nil }
    let lines = hook.lines.split(separator: "\n").map(String.init)
    return SetupFile(path: hook.path, note: "at its end", lines: lines)
  }

  private mutating func make(_ change: SetupChange) {
    switch change {
    case .setting(let path, let value): set(path, to: value)
    case .keyPreset(let preset):
      // A table, so that bindings can be added below; a preset in one line is replaced.
      let keys = Settings.keysPath
      let isOneLine =
        if case .string? = TOMLDocument(edit.text).value(at: keys) { true } else { false }
      set(
        isOneLine ? keys : keys.appending(key: KeymapPreset.key),
        to: TOMLText.string(preset.rawValue))
    case .tables(let text): append(text)
    case .program, .hook: break
    }
  }

  private mutating func set(_ path: TOMLPath, to value: String) {
    let line = "\(path) = \(value)"
    guard edit.set(path, to: value) else { return unplaced.append(line) }
    guard let header = path.tableHeader, edit.hasLine(header) else {
      let index = settings.firstIndex { $0.hasPrefix("[") } ?? settings.endIndex
      return settings.insert(line, at: index)
    }
    if !settings.contains(header) { settings.append(header) }
    let start = settings.firstIndex(of: header).map { $0 + 1 } ?? settings.endIndex
    let end = settings[start...].firstIndex { $0.hasPrefix("[") } ?? settings.endIndex
    settings.insert("\(TOMLText.key(path.lastKey)) = \(value)", at: end)
  }

  /// Appends tables; a list of that name in one line leaves no place for them.
  private mutating func append(_ text: String) {
    var longer = edit
    longer.append(text)
    let added = text.split(separator: "\n").map(String.init)
    guard TOMLDocument(longer.text).syntaxErrors.isEmpty else { return unplaced += added }
    edit = longer
    settings += added
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
