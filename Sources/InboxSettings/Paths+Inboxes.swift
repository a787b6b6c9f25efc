import Foundation
package import InboxCore

extension Paths {
  /// The inboxes that there are, by name: folders with a good name and a database in them.
  package var inboxNames: [InboxName] {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: inboxes)) ?? []
    return folders.sorted().compactMap { folder in
      guard let name = try? InboxName(folder),
        FileManager.default.fileExists(atPath: self.folder(of: name) + "/" + Inbox.fileName)
      else { return nil }
      return name
    }
  }
}
