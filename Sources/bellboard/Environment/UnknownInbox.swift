import InboxText
import InboxCore
import InboxSettings

/// A good name that no inbox has.
struct UnknownInbox: Reportable {
  let name: InboxName
  let nearest: String?

  /// Finds the inbox that may have been meant.
  init(name: InboxName, among paths: Paths) {
    self.name = name
    nearest = NearestName.nearest(
      to: name.description, in: paths.inboxNames.map(\.description))
  }

  var report: String {
    let hint =
      nearest.map { "did you mean '\($0)'?" }
      ?? "'bellboard push --inbox \(name) …' makes it, 'bellboard inboxes' lists those there are"
    return "there is no inbox '\(name)'; \(hint)"
  }
}
