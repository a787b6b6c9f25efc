import Foundation
package import InboxCore
import InboxSystem

/// The choice of an inbox: one of the user's by name, or one in another folder.
package enum InboxPlace: Sendable, Hashable, CustomStringConvertible {
  /// One of the user's inboxes.
  case named(InboxName)
  /// An inbox in another folder, by absolute path, such as that of an embedding program.
  case folder(String)

  /// The name or the path, as written by a person.
  package var description: String {
    switch self {
    case .named(let name): name.description
    case .folder(let path): path
    }
  }
}

extension Paths {
  /// Parses a text: a path if it has a `/`, else a name.
  ///
  /// - Parameter text: A name, the path of an inbox's folder, or that of the file in it.
  /// - Returns: The inbox, which need not exist.
  /// - Throws: `InboxError.badInboxName`.
  package func inbox(_ text: String) throws(InboxError) -> InboxPlace {
    guard text.contains("/") else { return .named(try InboxName(text)) }
    let path = URL(filePath: HomePath.expanded(text)).standardizedFileURL.path
    return inbox(ofFile: path) ?? inbox(inFolder: path)
  }

  /// The inbox of a database file; nil for a file with another name.
  package func inbox(ofFile path: String) -> InboxPlace? {
    let path = path as NSString
    guard path.lastPathComponent == Inbox.fileName else { return nil }
    return inbox(inFolder: path.deletingLastPathComponent)
  }

  /// The inbox in a folder: one of the user's, also through symbolic links, else another.
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
