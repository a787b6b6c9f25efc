import Foundation
package import InboxCore
import InboxSystem

/// Which inbox is meant: one of the user's by its name, or one in a folder elsewhere.
package enum InboxPlace: Sendable, Hashable, CustomStringConvertible {
  /// One of the user's inboxes.
  case named(InboxName)
  /// The inbox in a folder outside of those, by absolute path: that of a program that embeds one.
  case folder(String)

  /// The name or the path, as a person writes it.
  package var description: String {
    switch self {
    case .named(let name): name.description
    case .folder(let path): path
    }
  }
}

extension Paths {
  /// The inbox that a text means: a path where there is a `/` in it, else a name.
  ///
  /// - Parameter text: A name, the path of an inbox's folder, or that of the file in it.
  /// - Returns: The inbox, which need not exist.
  /// - Throws: `InboxError.badInboxName`.
  package func inbox(_ text: String) throws(InboxError) -> InboxPlace {
    guard text.contains("/") else { return .named(try InboxName(text)) }
    let path = URL(filePath: HomePath.expanded(text)).standardizedFileURL.path
    return inbox(ofFile: path) ?? inbox(inFolder: path)
  }

  /// The inbox that a database file belongs to; nil for a file of another name.
  package func inbox(ofFile path: String) -> InboxPlace? {
    let path = path as NSString
    guard path.lastPathComponent == Inbox.fileName else { return nil }
    return inbox(inFolder: path.deletingLastPathComponent)
  }

  /// The inbox in a folder: one of the user's, by whatever links the path leads there, else another.
  private func inbox(inFolder path: String) -> InboxPlace {
    let real = URL(filePath: path).resolvingSymlinksInPath()
    let isUsers =
      real.deletingLastPathComponent().path == URL(filePath: inboxes).resolvingSymlinksInPath().path
    guard isUsers, let name = try? InboxName(real.lastPathComponent) else { return .folder(path) }
    return .named(name)
  }

  /// The folder of an inbox.
  package func folder(of inbox: InboxPlace) -> String {
    switch inbox {
    case .named(let name): folder(of: name)
    case .folder(let path): path
    }
  }
}
