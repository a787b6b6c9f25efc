import InboxTOML
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

/// Some changes of setup, made to the text of the configuration and laid out by file.
struct SetupDraft {
  /// The lines that have no place in the configuration.
  private(set) var unplaced: [String] = []
  private let configuration: String
  private let changes: [SetupChange]
  private var edit: TOMLEdit
  private var settings: [String] = []

  /// Makes the changes; a missing configuration begins as the template.
  init(_ changes: [SetupChange], _ facts: SetupFacts) {
    configuration = facts.path
    self.changes = changes
    edit = TOMLEdit(facts.text ?? Settings.template)
    for change in changes { make(change) }
  }

  /// The text of the configuration with the changes.
  var text: String { edit.text }

  /// The files in the order of writing, with a note on how the configuration gets its lines.
  ///
  /// Without a note its lines are added to those that it has. Without lines it is shown with `line`,
  /// else not at all.
  func files(noting note: String? = nil, orElse line: String? = nil) -> [SetupFile] {
    let lines = settings.isEmpty ? [line].compactMap(\.self) : settings
    let file = SetupFile(path: configuration, note: note, lines: lines)
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
