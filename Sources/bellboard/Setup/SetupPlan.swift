import BellboardSupport
import Foundation
import InboxSystem
import InboxTOML
import InboxText
import InboxUI

/// The changes that setup will write: to the configuration, and the shell hook.
struct SetupPlan {
  /// Whether the daemon has sources.
  var hasSources = false
  /// Whether the daemon was started as a service.
  var isReceiving = false
  /// The shell hook; nil if it is not wanted.
  var hook: SetupHook?
  private let path: String
  /// The text of the file; nil if there is none.
  private let oldText: String?
  private var edit: TOMLEdit
  private var lines: [String] = []
  private var unplaced: [String] = []

  /// Creates a plan without changes to the configuration, or to the template if there is none.
  ///
  /// - Throws: ``SetupError``.
  init(_ environment: UserEnvironment) throws {
    path = environment.paths.configuration
    oldText = try? String(contentsOfFile: path, encoding: .utf8)
    edit = TOMLEdit(oldText ?? Settings.template)
  }

  /// Whether there is nothing to write.
  var isEmpty: Bool { oldText != nil && lines.isEmpty && unplaced.isEmpty && hook == nil }

  /// Records a setting.
  mutating func set(_ path: TOMLPath, to value: String) {
    let line = "\(path) = \(value)"
    if edit.set(path, to: value) { lines.append(line) } else { unplaced.append(line) }
  }

  /// Records a preset of keys, as `[keys] preset` if there are bindings, else as `keys`.
  mutating func setKeyPreset(_ name: String) {
    var path = Settings.keysPath
    if case .table? = TOMLDocument(edit.text).value(at: path) {
      path = path.appending(key: KeymapPreset.key)
    }
    set(path, to: TOMLText.string(name))
  }

  /// Records a table to append.
  mutating func add(_ table: String) {
    edit.append(table)
    lines += table.split(separator: "\n").map(String.init)
  }

  /// The summary of the changes, for confirmation.
  var summary: String {
    var parts: [String] = []
    let what = oldText == nil ? "a new file with every setting, and" : "the file, with"
    let settings = lines.isEmpty ? ["(all settings at their defaults)"] : lines
    if oldText == nil || !lines.isEmpty {
      parts.append("\(path.printable()): \(what)")
      parts += settings.map { "  \($0.printable())" }
    }
    if let hook {
      parts.append("\(hook.path.printable()): at its end")
      parts += hook.lines.split(separator: "\n").map { "  \($0)" }
    }
    return parts.joined(separator: "\n")
  }

  /// Writes all changes.
  ///
  /// - Returns: The files that were written.
  /// - Throws: ``SetupError``, ``NewFileError``, `FolderError`.
  func write() throws -> [String] {
    guard unplaced.isEmpty else { throw SetupError.unplaced(unplaced) }
    var written: [String] = []
    if let oldText {
      guard (try? String(contentsOfFile: path, encoding: .utf8)) == oldText else {
        throw SetupError.changedMeanwhile(path)
      }
      if edit.text != oldText { try replace(path, by: edit.text, &written) }
    } else {
      try NewFile.write(edit.text, to: path)
      written.append(path)
    }
    if let hook {
      let folder = (hook.path as NSString).deletingLastPathComponent
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try replace(hook.path, by: hook.changedText, &written)
    }
    return written
  }

  private func replace(_ path: String, by text: String, _ written: inout [String]) throws {
    do throws(SystemError) {
      try FileReplacement.replace(path, by: text)
    } catch {
      throw SetupError.unwritable(path: path, error)
    }
    written.append(path)
  }

  /// The suggested next steps, one line each.
  var nextSteps: [String] {
    var steps: [String] = []
    if isReceiving {
      steps.append("bellboardd receives; 'bellboard sources' shows from where")
    } else if hasSources {
      steps.append("to receive from now on and at each login: bellboardd install-service")
    }
    if let hook { steps.append("the hook is active in the next \(hook.shell)") }
    return steps + ["try it: bellboard push \"hello\"; bellboard"]
  }
}
