import Foundation
import GRDB
import InboxText

/// The identity of a message in every inbox: its source, and the sender's id for it.
package struct MessageIdentity: Sendable, Hashable {
  /// Who sent it, as a path.
  package var source: String
  /// The sender's id.
  package var id: String
}

/// The identities of removed messages in an entry of the log, in the order of its numbers.
///
/// JSON text: an array of runs, each the source followed by the ids of messages in a row that came
/// from it, such as `[["cli","a","b"],["ntfy/alerts","1"]]`.
struct IdentityList {
  private var runs: [[String]] = []

  /// Lists identities.
  init(_ identities: [MessageIdentity] = []) {
    for identity in identities { append(identity) }
  }

  /// Adds the identity of a message whose number is larger than all before it.
  mutating func append(_ identity: MessageIdentity) {
    if runs.last?.first == identity.source {
      runs[runs.count - 1].append(identity.id)
    } else {
      runs.append([identity.source, identity.id])
    }
  }

  /// The text of the column.
  var json: String {
    JSONValue.array(runs.map { .array($0.map(JSONValue.string)) }).json
  }
}

extension Inbox {
  /// The random id that this inbox was given when it was made; a copy of its file has the same.
  ///
  /// - Throws: ``InboxError``.
  package func origin() throws -> String {
    try store.read { try String.fetchOne($0, sql: "SELECT id FROM origin WHERE key = 1") ?? "" }
  }
}
