import InboxCore
import InboxSettings
import InboxTOML
import InboxTerminal

extension UserEnvironment {
  /// The user's inboxes; one that does not exist is not made by looking at it.
  var shelf: InboxShelf {
    InboxShelf(
      names: { paths.inboxNames.map(\.description) },
      open: { text in
        let name = try InboxName(text)
        guard paths.inboxNames.contains(name) else {
          let known = paths.inboxNames.map(\.description)
          throw UnknownInbox(name: name, nearest: NearestName.nearest(to: text, in: known))
        }
        return try turning(to: name).open(durability: .normal)
      })
  }
}
