import InboxCore
import InboxSettings
import InboxTerminal

extension UserEnvironment {
  /// The user's inboxes; one that does not exist is not made by looking at it.
  var shelf: InboxCatalog {
    InboxCatalog(
      names: { paths.inboxNames.map(\.description) },
      open: { text in
        let name = try InboxName(text)
        guard paths.inboxNames.contains(name) else {
          throw UnknownInbox(name: name, among: paths)
        }
        return try turning(to: name).open(durability: .normal)
      })
  }
}
