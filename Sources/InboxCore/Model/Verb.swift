/// A change that the user makes to messages: one transaction, one entry of the log.
public enum Verb: Sendable, Hashable {
  /// Shows in the reader: marks read, counts a view; never undone.
  case view
  /// Shows in the reader without marking read; counts a view.
  case peek
  /// Opens: counts the opening and conversion tags, and marks read unless disabled; never undone.
  case open(OpenOrigin, marksRead: Bool = true)
  /// Marks read.
  case read
  /// Marks unread.
  case unread
  /// Moves to the trash.
  case delete
  /// Restores a deleted message to its previous status.
  case restore
  /// Pins: keeps on top, and from being pruned.
  case pin
  /// Unpins.
  case unpin
  /// Hides until a time or an event, then back on top as unread.
  case snooze(until: SnoozeEnd)
  /// Ends a snooze early.
  case unsnooze
  /// Marks as dealt with: out of the list and read, kept, back as unread when there is news.
  case done
  /// Brings a message that is done back into the list.
  case undone

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
