package import Foundation
import InboxText

/// An entry of the inbox's log: one step and its messages.
package struct LogEntry: Sendable, Hashable {
  /// Position in the log; grows by at least one for each entry, never reused.
  package var sequence: Int64
  /// The time of the step.
  package var time: Date
  /// The verb of the step.
  package var verb: Verb
  /// The messages concerned, ascending.
  package var numbers: [MessageNumber]
  /// An argument of the verb, such as a chosen action's label; nil for most verbs.
  package var detail: String?
  /// Id of the inbox where the step was first done; nil for this one.
  package var origin: String?
}

extension LogEntry {
  /// Creates an entry of a step that was done here.
  package init(sequence: Int64, time: Date, verb: Verb, numbers: [MessageNumber]) {
    self.init(sequence: sequence, time: time, verb: verb, numbers: numbers, detail: nil)
  }

  /// Whether the step was done in this inbox, and not received from another machine's.
  package var isOwn: Bool { origin == nil }

  /// Whether its messages may raise alerts: they arrived or came up again here, or on another machine
  /// after this one joined it.
  package var mayAlert: Bool {
    [.received, .resurfaced, .woken].contains(verb) && (isOwn || detail == Self.alertDetail)
  }

  /// The detail of arrivals from other machines that raise alerts here.
  static let alertDetail = "alert"

  /// The effect of an entry on its messages.
  package enum Kind: String, Sendable, Hashable {
    /// The messages were not in the inbox before.
    case inserted
    /// The messages are still in the inbox, perhaps in the trash.
    case updated
    /// The messages and their texts were removed for good.
    case removed
    /// The effect is unknown: a newer program wrote the entry.
    case other
  }

  /// The name of an entry's step; newer programs may write unknown names.
  ///
  /// An entry with an unknown name is skipped, never an error; see ``isKnown``.
  package struct Verb: RawRepresentable, Sendable, Hashable {
    /// The name in the log and in `watch`.
    package let rawValue: String

    /// Creates a verb.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The effect on the entry's messages.
    package var kind: Kind { Self.kinds[self] ?? .other }

    /// Whether this version of the library knows the verb.
    package var isKnown: Bool { Self.kinds[self] != nil }

    private static let kinds: [Verb: Kind] = [
      .received: .inserted, .imported: .inserted, .merged: .updated, .resurfaced: .updated,
      .viewed: .updated, .opened: .updated, .read: .updated, .unread: .updated,
      .deleted: .updated, .restored: .updated, .pinned: .updated, .unpinned: .updated,
      .snoozed: .updated, .unsnoozed: .updated, .purged: .removed, .pruned: .removed,
      .undone: .updated, .redone: .updated, .acted: .updated, .withdrawn: .updated,
      .requested: .updated, .resolved: .updated, .done: .updated, .reopened: .updated,
      .woken: .updated,
    ]
  }
}

extension LogEntry.Verb {
  /// New messages were pushed.
  package static let received = Self(rawValue: "received")
  /// Pushes changed existing messages.
  package static let merged = Self(rawValue: "merged")
  /// Pushes brought existing messages back on top as unread, among them further occurrences.
  package static let resurfaced = Self(rawValue: "resurfaced")
  /// Pushes resolved messages.
  package static let resolved = Self(rawValue: "resolved")
  /// New messages were imported.
  package static let imported = Self(rawValue: "imported")
  /// A message was shown in the reader, which may have marked it read.
  package static let viewed = Self(rawValue: "viewed")
  /// A message was opened, which may have marked it read; the entry's detail is the origin.
  package static let opened = Self(rawValue: "opened")
  /// Messages were marked read.
  package static let read = Self(rawValue: "read")
  /// Messages were marked unread.
  package static let unread = Self(rawValue: "unread")
  /// Messages were moved to the trash.
  package static let deleted = Self(rawValue: "deleted")
  /// Messages were taken out of the trash.
  package static let restored = Self(rawValue: "restored")
  /// Messages were pinned.
  package static let pinned = Self(rawValue: "pinned")
  /// Messages were unpinned.
  package static let unpinned = Self(rawValue: "unpinned")
  /// Messages were snoozed.
  package static let snoozed = Self(rawValue: "snoozed")
  /// Snoozes were ended early.
  package static let unsnoozed = Self(rawValue: "unsnoozed")
  /// Events ended snoozes.
  package static let woken = Self(rawValue: "woken")
  /// Messages were marked as done.
  package static let done = Self(rawValue: "done")
  /// Messages that were done came back into the list, by hand or by news in their threads.
  package static let reopened = Self(rawValue: "reopened")
  /// The user removed messages for good.
  package static let purged = Self(rawValue: "purged")
  /// Messages were removed to keep the maximum; the detail is the number of unread ones among them.
  package static let pruned = Self(rawValue: "pruned")
  /// A step was undone.
  package static let undone = Self(rawValue: "undone")
  /// An undone step was redone.
  package static let redone = Self(rawValue: "redone")
  /// An action was chosen; the entry's detail is its label.
  package static let acted = Self(rawValue: "acted")
  /// A question was withdrawn unanswered.
  package static let withdrawn = Self(rawValue: "withdrawn")
  /// A screen was requested to open the message or thread of the entry's detail.
  package static let requested = Self(rawValue: "requested")
}

/// A page of the log, or a gap where entries are no longer kept.
package enum LogPage: Sendable, Hashable {
  /// The next entries, in order; empty when there are none.
  case entries([LogEntry])
  /// The entries are no longer kept: reload, then continue after `resumeAt`.
  case gap(resumeAt: Int64)
}

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
