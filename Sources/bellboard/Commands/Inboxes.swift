import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import InboxText
import InboxUI

struct Inboxes: ReportingCommand {
  static let name = "inboxes"
  static let abstract = "List the inboxes with their numbers of unread and of all messages."
  static let discussion = """
    The current one is marked with a '*'. An inbox is created by its first message, as in: \
    bellboard push --inbox work "Hello".
    """

  func run(to output: StandardOutput) throws {
    let environment = try UserEnvironment(inboxName: nil)
    let names = try Self.names(in: environment.paths)
    let width = names.map(\.description.columns).max() ?? 0
    for name in names {
      let mark = .named(name) == environment.inbox ? "*" : " "
      let label = TextLayout.pad(name.description, columns: width)
      try output.line("\(mark) \(label)  \(Self.counts(of: name, in: environment))")
    }
  }

  /// The names of the inboxes; none if their folder does not exist yet.
  private static func names(in paths: Paths) throws -> [InboxName] {
    if let kind = FileStatus(path: paths.inboxes)?.kind {
      guard kind == .folder else { throw InboxError.notAFolder(path: paths.inboxes) }
      guard access(paths.inboxes, R_OK | X_OK) == 0 else {
        throw InboxError.cannotAccess(
          path: paths.inboxes, reason: .system(SystemError(call: "access")))
      }
    }
    return paths.inboxNames
  }

  /// The counts as text, or the error; an unreadable inbox does not hide the others.
  private static func counts(of name: InboxName, in environment: UserEnvironment) -> String {
    do {
      let inbox = try Inbox.open(
        folder: environment.paths.folder(of: name), configuration: .init(durability: .normal))
      defer { inbox.closeQuietly() }
      return try inbox.counts().summary
    } catch {
      return ErrorText.text(forAny: error)
    }
  }
}
