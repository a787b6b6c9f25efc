import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxText

extension Doctor {
  /// Rescues the messages of a damaged file into a new inbox, and prints how to use it.
  func save(_ path: String, to output: StandardOutput) throws {
    let environment = try inbox.environment()
    let file = URL(filePath: path).path
    let origin: InboxName? =
      if case .named(let name)? = environment.paths.inbox(ofFile: file) { name } else { nil }
    let name = try environment.paths.freeName(forRescueOf: origin)
    let folder = environment.paths.folder(of: name)
    let outcome = try Inbox.rescue(file, into: folder)
    guard outcome.messageCount > 0 else {
      throw Failure("no message can be read from \(file.printable()); it is left as it is")
    }
    try output.line(outcome.finding)
    try output.line("\(file.printable()) is left as it is; the new inbox is '\(name)'.")
    try output.line("To look at it:        bellboard --inbox \(name)")
    try output.line(Self.advice(for: name, from: origin, in: environment))
    guard outcome.isWhole else { throw ExitCode.failed }
  }

  /// The commands that put the new inbox to use.
  ///
  /// They replace the inbox of the damaged file and keep its attachments. If the file belongs to
  /// none of the user's inboxes, they import the messages into the current inbox instead.
  private static func advice(
    for name: InboxName, from origin: InboxName?, in environment: UserEnvironment
  ) -> String {
    guard let origin else {
      let target = ShellQuoting.word(environment.inbox.description.printable())
      return "To take it over:      bellboard export --inbox \(name) "
        + "| bellboard import --inbox \(target)"
    }
    let old = environment.paths.folder(of: origin)
    let left = old + "-damaged"
    var moves = [(old, left), (environment.paths.folder(of: name), old)]
    let files = "/" + AttachmentFolder.name
    if access(old + files, F_OK) == 0 { moves.append((left + files, old + files)) }
    let commands = moves.map { source, target in
      "mv \(ShellQuoting.word(source.printable())) \(ShellQuoting.word(target.printable()))"
    }
    return "To use it instead:    " + commands.joined(separator: " && ")
  }
}

extension Paths {
  /// An unused name for the new inbox, derived from that of the damaged one.
  fileprivate func freeName(forRescueOf origin: InboxName?) throws -> InboxName {
    let stem = origin.map { $0.description.prefix(48) + "-rescued" } ?? "rescued"
    var name = try InboxName(String(stem))
    var number = 2
    while access(folder(of: name), F_OK) == 0 {
      name = try InboxName("\(stem)-\(number)")
      number += 1
    }
    return name
  }
}

extension RescueOutcome {
  /// The result sentence: the number of saved messages, of expected ones and of unreadable ones.
  fileprivate var finding: String {
    let saved = "Saved \(messageCount) message\(messageCount == 1 ? "" : "s")"
    let expected = expectedCount.map { " of \(max($0, messageCount))" } ?? ""
    let missed = unreadableCount == 0 ? "" : "; \(unreadableCount) more cannot be read"
    return "\(saved)\(expected)\(missed)."
  }
}
