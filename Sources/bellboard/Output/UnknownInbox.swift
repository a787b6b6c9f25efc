import InboxCore

/// A good name that no inbox has.
struct UnknownInbox: Reportable {
  let name: InboxName
  let nearest: String?

  var report: String {
    let hint =
      nearest.map { "did you mean '\($0)'?" }
      ?? "'bellboard push --inbox \(name) …' makes it"
    return "there is no inbox '\(name)'; \(hint)"
  }
}
