import BellboardSupport
import Foundation
import InboxSystem
import InboxTOML
import InboxText
import InboxUI

/// The changes of setup, laid out by file, and their writing.
struct SetupPlan {
  /// A file with the lines that it gets.
  struct File: Hashable {
    let path: String
    /// How it gets them.
    let note: String
    let lines: [String]
  }

  let facts: SetupFacts
  let choices: SetupChoices
  private let changes: [SetupChange]
  private let edit: TOMLEdit
  private let lines: [String]
  private let unplaced: [String]
  /// Whether it shows only some of the changes.
  private let isPart: Bool

  /// Plans what the choices change; a missing configuration begins as the template.
  init(_ choices: SetupChoices, _ facts: SetupFacts) {
    self.init(choices, facts, choices.changes(facts), isPart: false)
  }

  /// Plans the changes for one source, to show them.
  init(_ choices: SetupChoices, _ facts: SetupFacts, for source: SetupSource) {
    self.init(choices, facts, choices.changes(of: source, facts), isPart: true)
  }

  private init(
    _ choices: SetupChoices, _ facts: SetupFacts, _ changes: [SetupChange], isPart: Bool
  ) {
    self.isPart = isPart
    self.facts = facts
    self.choices = choices
    self.changes = changes
    var draft = SetupEdit(TOMLEdit(facts.text ?? Settings.template))
    for change in changes { draft.make(change) }
    (edit, lines, unplaced) = (draft.edit, draft.lines, draft.unplaced)
  }

  /// Whether there is nothing to write.
  var isEmpty: Bool { facts.text != nil && changes.isEmpty }

  /// Whether the daemon has something to do.
  var needsDaemon: Bool { choices.needsDaemon(facts) }

  /// The files that are written.
  var files: [File] {
    changes.compactMap { programFile($0) } + configurationFile + changes.compactMap { hookFile($0) }
  }

  private var configurationFile: [File] {
    let settings = lines + unplaced
    guard !settings.isEmpty || facts.text == nil && !isPart else { return [] }
    guard !isPart else { return [File(path: facts.path, note: "gets", lines: settings)] }
    let note = facts.text == nil ? "a new file with every setting, and" : "the file, with"
    let shown = settings.isEmpty ? ["(all settings at their defaults)"] : settings
    return [File(path: facts.path, note: note, lines: shown)]
  }

  private func programFile(_ change: SetupChange) -> File? {
    guard case .program(let path, _) = change else { return nil }
    return File(path: path, note: "a new program, in Python", lines: [])
  }

  private func hookFile(_ change: SetupChange) -> File? {
    guard case .hook(let hook) = change else { return nil }
    let lines = hook.lines.split(separator: "\n").map(String.init)
    return File(path: hook.path, note: "at its end", lines: lines)
  }

  /// The summary of the changes, for confirmation.
  var summary: String {
    files.flatMap { file in
      ["\(facts.shown(file.path).printable()): \(file.note)"]
        + file.lines.map { "  \($0.printable())" }
    }.joined(separator: "\n")
  }

  /// Writes all changes; programs come first, as a running daemon starts them at once.
  ///
  /// - Parameter didWrite: Gets each file once it is written, also where a later one fails.
  /// - Throws: ``SetupError``, ``NewFileError``, `FolderError`, any error of `didWrite`.
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
    if facts.text == nil {
      try NewFile.write(edit.text, to: facts.path)
      try didWrite(facts.path)
    } else if edit.text != facts.text {
      try replace(facts.path, by: edit.text)
      try didWrite(facts.path)
    }
    for case .hook(let hook) in changes {
      let folder = (hook.path as NSString).deletingLastPathComponent
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try replace(hook.path, by: hook.changedText)
      try didWrite(hook.path)
    }
  }

  private func replace(_ path: String, by text: String) throws(SetupError) {
    do throws(SystemError) {
      try FileReplacement.replace(path, by: text)
    } catch {
      throw SetupError.unwritable(path: path, error)
    }
  }
}

/// The text of a configuration while changes are made to it.
private struct SetupEdit {
  var edit: TOMLEdit
  /// The lines that were made.
  var lines: [String] = []
  /// The lines that have no place.
  var unplaced: [String] = []

  init(_ edit: TOMLEdit) {
    self.edit = edit
  }

  mutating func make(_ change: SetupChange) {
    switch change {
    case .setting(let path, let value): set(path, to: value)
    case .keyPreset(let preset):
      var path = Settings.keysPath
      if case .table? = TOMLDocument(edit.text).value(at: path) {
        path = path.appending(key: KeymapPreset.key)
      }
      set(path, to: TOMLText.string(preset.rawValue))
    case .tables(let text): append(text)
    case .program, .hook: break
    }
  }

  private mutating func set(_ path: TOMLPath, to value: String) {
    let line = "\(path) = \(value)"
    if edit.set(path, to: value) { lines.append(line) } else { unplaced.append(line) }
  }

  /// Appends tables; a list of that name in one line leaves no place for them.
  private mutating func append(_ text: String) {
    var longer = edit
    longer.append(text)
    let added = text.split(separator: "\n").map(String.init)
    guard TOMLDocument(longer.text).syntaxErrors.isEmpty else { return unplaced += added }
    edit = longer
    lines += added
  }
}
