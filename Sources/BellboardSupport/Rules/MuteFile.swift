package import Foundation
package import InboxCore
package import InboxSettings
package import InboxSystem
import InboxText
import InboxTOML

/// The file of mutes made by commands, separate from the configuration.
package struct MuteFile: Sendable {
  /// The settings of the file: only rules.
  package struct Content: TOMLRoot {
    package var rules: [Rule] = []

    package init() {}

    /// The mutes that have not ended.
    package func mutes(at now: Date) -> [ActiveMute] {
      rules.filter { !$0.hasEnded(at: now) }.compactMap { rule in
        MuteSubject(of: rule).map { ActiveMute($0, until: rule.until) }
      }
    }

    static let table = TOMLTable<Content>([
      TOMLRow("rules", type: "tables", default: "[]", "what is muted") { reader, path, content in
        content.rules = reader.rules(at: path)
      }
    ])
  }

  private let path: String

  /// Makes a file at a path.
  package init(path: String) {
    self.path = path
  }

  /// The rules in the file and its errors.
  package var content: TOMLFile<Content> { TOMLFile(at: path, by: Content.table) }

  /// Mutes a subject, replacing an earlier mute of it.
  ///
  /// - Parameters:
  ///   - subject: The subject that does not alert any more.
  ///   - until: When the mute ends; nil is never.
  ///   - now: The current time; expired mutes are removed.
  /// - Throws: ``MuteFileError``.
  package func mute(_ subject: MuteSubject, until: Date?, at now: Date) throws(MuteFileError) {
    if case .source(let source)? = subject.muted.terms.first?.condition,
      SourcePattern(parsing: source) == nil
    {
      throw .unnameable(source)
    }
    let rule = Rule(
      name: subject.ruleName, filter: subject.muted, until: until, actions: RuleActions(mutes: true)
    )
    try change(at: now) { $0.filter { $0.name != rule.name } + [rule] }
  }

  /// Removes a mute; false if there is none.
  ///
  /// - Throws: ``MuteFileError``.
  package func unmute(_ subject: MuteSubject, at now: Date) throws(MuteFileError) -> Bool {
    var isFound = false
    try change(at: now) { rules in
      let kept = rules.filter { $0.name != subject.ruleName }
      isFound = kept.count < rules.count
      return kept
    }
    return isFound
  }

  /// Reads, changes and replaces the file, one process at a time.
  private func change(
    at now: Date, _ body: ([Rule]) -> [Rule]
  ) throws(MuteFileError) {
    let folder = (path as NSString).deletingLastPathComponent
    do {
      try PrivateFolder.make(folder)
    } catch {
      throw .noFolder(error)
    }
    let lock = try writing(try FolderLock(folder))
    defer { lock.release() }
    let content = content
    guard content.errors.isEmpty else { throw .unreadable(content.messages) }
    let rules = body(content.values.rules.filter { !$0.hasEnded(at: now) })
    try writing(try FileReplacement.replace(path, by: Self.text(of: rules)))
    lock.synchronize()
  }

  private func writing<Result>(
    _ call: @autoclosure () throws(SystemError) -> Result
  ) throws(MuteFileError) -> Result {
    do {
      return try call()
    } catch {
      throw .unwritable(path: path, error)
    }
  }

  private static func text(of rules: [Rule]) -> String {
    let head = """
      # Written by 'bellboard mute' and 'bellboard unmute'; rules of your own belong into the
      # configuration.

      """
    return head
      + rules.map { rule in
        let until = rule.until.map { "until = \(TOMLText.string(RFC3339.string(from: $0)))\n" }
        return """

          [[rules]]
          name = \(TOMLText.string(rule.name))
          filter = \(TOMLText.string(rule.filter.text))
          \(until ?? "")mute = true

          """
      }.joined()
  }
}

extension MuteSubject {
  private static let ruleStart = "mute "

  fileprivate var ruleName: String { Self.ruleStart + text }

  /// The subject of a mute by its rule; nil for another rule.
  fileprivate init?(of rule: Rule) {
    guard rule.actions.mutes, rule.name.hasPrefix(Self.ruleStart) else { return nil }
    let text = String(rule.name.dropFirst(Self.ruleStart.count))
    let thread = text.hasPrefix("thread ") ? Self.thread(String(text.dropFirst(7))) : nil
    let subjects = [thread, Self(sources: text)].compactMap(\.self)
    guard let subject = subjects.first(where: { $0.muted.text == rule.filter.text })
    else { return nil }
    self = subject
  }
}

/// The error of changing the file of mutes.
package enum MuteFileError: Error {
  /// The file has mistakes, one per line.
  case unreadable([String])
  /// No filter can name the source.
  case unnameable(String)
  /// Its folder cannot be made.
  case noFolder(FolderError)
  /// It cannot be replaced.
  case unwritable(path: String, SystemError)
}

extension MuteFileError: Reportable {
  package var report: String {
    switch self {
    case .unreadable(let messages): messages.map { $0.printable() }.joined(separator: "\n")
    case .unnameable(let source):
      "no rule can name the source \(source.printable()), as a * stands within it; mute its thread"
    case .noFolder(let error): error.report
    case .unwritable(let path, let error): ErrorText.unwritable(path, error, isOwn: true)
    }
  }
}
