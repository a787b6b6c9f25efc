import InboxText

/// The identity of a message across inboxes: its source and the sender's id.
package struct MessageIdentity: Sendable, Hashable {
  /// Who sent it, as a path.
  package var source: String
  /// The sender's id.
  package var id: String

  /// Creates an identity.
  package init(source: String, id: String) {
    self.source = source
    self.id = id
  }
}

/// The identities of removed messages in an entry of the log, in the order of its numbers.
///
/// JSON text: an array of runs, each a source followed by the ids of consecutive messages from it,
/// such as `[["cli","a","b"],["ntfy/alerts","1"]]`.
struct IdentityList {
  private var runs: [[String]] = []

  /// Creates a list.
  init(_ identities: [MessageIdentity] = []) {
    for identity in identities {
      if runs.last?.first == identity.source {
        runs[runs.count - 1].append(identity.id)
      } else {
        runs.append([identity.source, identity.id])
      }
    }
  }

  /// The JSON text of the column.
  var json: String {
    JSONValue.array(runs.map { .array($0.map(JSONValue.string)) }).json
  }
}
