import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxText

extension Doctor {
  /// Saves the messages of a damaged file into an inbox of its own, and says how to use it.
  func save(_ path: String, to output: StandardOutput) throws {
    let environment = try inbox.environment()
    let file = URL(filePath: path).path
    let name = try environment.freeNameForRescue()
    let folder = environment.paths.folder(of: name)
    let outcome = try Inbox.rescue(file, into: folder)
    guard outcome.messageCount > 0 else {
      StandardError.printError(
        "no message can be read from \(file.printable()); it is left as it is")
      throw ExitCode.failed
    }
    try output.line(outcome.finding)
    try output.line("\(file.printable()) is left as it is; the new inbox is '\(name)'.")
    try output.line("To look at it:        bellboard --inbox \(name)")
    let (new, old) = (Self.quoted(folder), Self.quoted(environment.folder))
    let kept = Self.quoted(environment.folder + "-damaged")
    try output.line("To use it instead:    mv \(old) \(kept) && mv \(new) \(old)")
    guard outcome.isWhole else { throw ExitCode.failed }
  }

  /// A path as a shell takes it.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      byte.isASCIILetterOrDigit || "/._-".utf8.contains(byte)
    }
    return isPlain ? path : ShellQuoting.quoted(path.printable())
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}

extension UserEnvironment {
  /// A name beside that of the inbox that nothing has yet.
  fileprivate func freeNameForRescue() throws -> InboxName {
    let stem = inboxName.description.prefix(48) + "-rescued"
    var name = try InboxName(String(stem))
    var number = 2
    while access(paths.folder(of: name), F_OK) == 0 {
      name = try InboxName("\(stem)-\(number)")
      number += 1
    }
    return name
  }
}

extension RescueOutcome {
  /// How many messages came back, and of how many.
  fileprivate var finding: String {
    let saved = "Saved \(messageCount) message\(messageCount == 1 ? "" : "s")"
    let expected = expectedCount.map { " of \(max($0, messageCount))" } ?? ""
    let missed = unreadableCount == 0 ? "" : "; \(unreadableCount) beside them cannot be read"
    return "\(saved)\(expected)\(missed)."
  }
}
