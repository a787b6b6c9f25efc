public import Foundation

/// One entry of the inbox's log: what one verb did, to which messages.
public struct LogEntry: Sendable, Hashable {
  /// What an entry records.
  public enum Verb: String, CaseIterable, Sendable, Hashable {
    /// Pushed: a new message, a change of a known one, one that is back on top; or imported.
    case received, merged, resurfaced, imported
    /// What a person did; `viewed` and `opened` make read as well.
    case viewed, opened, read, unread, deleted, restored
    /// Likewise what a person did, without a change of status.
    case pinned, unpinned, snoozed, unsnoozed
    /// Removed for good by a person, or by the maximum.
    case purged, pruned
    /// A step was taken back, or done again.
    case undone, redone
    /// An action was chosen; the entry's detail is its label.
    case acted
    /// A question was taken back before anybody answered.
    case withdrawn
    /// A screen is asked to go to the message or thread of the entry's detail.
    case requested

    /// What the entry did to its messages, as an observer sees it.
    public var kind: Kind {
      switch self {
      case .received, .imported: .inserted
      case .purged, .pruned: .removed
      default: .updated
      }
    }
  }

  /// What happened to the messages of an entry.
  public enum Kind: String, Sendable, Hashable {
    /// They were not in the inbox before.
    case inserted
    /// They are in the inbox as before, if perhaps in the trash.
    case updated
    /// They are gone for good, and so are their texts.
    case removed
  }

  /// Place in the log; grows by at least one for each entry, never reused.
  public var sequence: Int64
  /// When it was done.
  public var time: Date
  /// What was done.
  public var verb: Verb
  /// The messages it touched, ascending.
  public var numbers: [MessageNumber]
  /// With what it was done, such as the label of the chosen action; nil for most verbs.
  public var detail: String?

  /// Makes an entry.
  public init(
    sequence: Int64, time: Date, verb: Verb, numbers: [MessageNumber], detail: String? = nil
  ) {
    self.sequence = sequence
    self.time = time
    self.verb = verb
    self.numbers = numbers
    self.detail = detail
  }
}
