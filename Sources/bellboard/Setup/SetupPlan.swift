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
