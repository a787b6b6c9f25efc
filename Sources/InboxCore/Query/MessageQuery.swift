/// A query: a filter and an order, as a value.
public struct MessageQuery: Sendable, Hashable {
  /// Which messages.
  package var filter: MessageFilter
  /// In which order; a text search ignores it and comes newest arrival first.
  package var order: MessageOrder
  /// In which groups, which come before the order; nil for none, as in a text search.
  package var grouping: MessageGrouping?

  /// Makes a query; the default is the list as the screen opens it.
  public init(filter: MessageFilter = .all, order: MessageOrder = .newest) {
    self.filter = filter
    self.order = order
  }
}

/// In which order a list shows its messages; pinned ones come first in each.
public enum MessageOrder: String, CaseIterable, Sendable, Hashable {
  /// By ``MessageRow/sortDate``, newest first.
  case newest
  /// By ``MessageRow/sortDate``, oldest first.
  case oldest
  /// By priority, most urgent first, newest first within each.
  case priority
  /// Unread ones first, newest first within each.
  case unread
}

/// A selection of messages for a verb.
public enum MessageSelection: Sendable, Hashable {
  /// These ones; unknown numbers are reported.
  case numbers([MessageNumber])
  /// Everything that matches, up to the newest number there was when the question was asked.
  ///
  /// What arrives during the question is not touched; nil means no such bound.
  case matching(MessageFilter, upTo: MessageNumber? = nil)
  /// Everything outside of the trash, whatever hides it: also alert-only messages, and those that
  /// are snoozed, scheduled or expired.
  case everything
}

/// The window of a query's rows that is wanted.
public struct MessageWindow: Sendable, Hashable {
  /// The anchor of the window.
  public enum Anchor: Sendable, Hashable {
    /// From the first row on.
    case top
    /// The last rows.
    case bottom
    /// Around a message: as many rows before as after it. When the message is not among the
    /// rows any more, around the place where it would stand; when it is gone from the store,
    /// from the top.
    case around(MessageNumber)
  }

  /// Where the window lies.
  package var anchor: Anchor
  /// Most rows that come back: at least 1, at most ``greatestLimit``.
  package var limit: Int
  /// Messages that stay in the rows although the filter no longer matches them.
  ///
  /// Those just read in an unread-only view; deleted ones are not kept.
  package var kept: Set<MessageNumber>

  /// More rows than this no window has; a greater limit means as many.
  package static let greatestLimit = 1_000_000_000

  /// Makes a window.
  ///
  /// - Parameters:
  ///   - anchor: Where the window lies.
  ///   - limit: Most rows that come back, at least 1.
  ///   - kept: Messages that stay in the rows although the filter no longer matches them: those
  ///     just read in an unread-only view; deleted ones are not kept.
  public init(anchor: Anchor = .top, limit: Int, kept: Set<MessageNumber> = []) {
    self.anchor = anchor
    self.limit = limit
    self.kept = kept
  }

  /// The limit within its bounds.
  var effectiveLimit: Int { min(max(1, limit), Self.greatestLimit) }
}

/// The direction of a search through the rows of a query.
package enum SearchDirection: Sendable, Hashable {
  /// Towards the last row.
  case forward
  /// Towards the first row.
  case backward
}
