public import Foundation

/// A change that a person makes to messages: one transaction, one entry of the log.
public enum Verb: Sendable, Hashable {
  /// Shown in the reader: marks read, counts a view; never undone.
  case view
  /// Shown in the reader and left as it is; counts a view.
  case peek
  /// Opened: counts the opening and conversion tags, and marks read unless told otherwise; never
  /// undone.
  case open(OpenOrigin, marksRead: Bool = true)
  /// Marks read.
  case read
  /// Marks unread.
  case unread
  /// Moves to the trash.
  case delete
  /// Returns a deleted message to the status it had.
  case restore
  /// Keeps on top, and from being pruned.
  case pin
  /// Takes the pin off.
  case unpin
  /// Hides until the moment, then back on top as unread.
  case snooze(until: Date)
  /// Brings back at once what was snoozed.
  case unsnooze

  /// The origin of an opening; counted in the metrics.
  public enum OpenOrigin: String, CaseIterable, Sendable, Hashable {
    /// From a list or the reader.
    case inbox
    /// From an alert.
    case alert
    /// From the command line or another program.
    case command
  }
}
