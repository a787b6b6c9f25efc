public import Foundation

/// A query: a filter and an order, as a value.
public struct MessageQuery: Sendable, Hashable {
  /// The filter of the messages.
  package var filter: MessageFilter
  /// The order.
  package var order: MessageOrder
  /// The grouping, which precedes the order; nil for none.
  package var grouping: MessageGrouping?
  /// Whether what needs the person comes first, as in every grouped list.
  package var isLed = false
  /// Whether each thread of a source is one row, that of its newest message; only in orders by time.
  package var collapsesThreads = false

  /// Creates a query; the default is the initial list of the screen.
  public init(filter: MessageFilter = .all, order: MessageOrder = .newest) {
    self.filter = filter
    self.order = order
  }
}

/// The order of a list; pinned messages come first in each.
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

extension MessageOrder {
  /// Whether the newest message of a thread has its place; other orders need each message.
  package var isByTime: Bool { self == .newest || self == .oldest }
}

/// A selection of messages for a verb.
public enum MessageSelection: Sendable, Hashable {
  /// These messages; unknown numbers are reported.
  case numbers([MessageNumber])
  /// All matching messages.
  case matching(MessageFilter)
  /// Those of a selection that a person knows as they are: without what came, changed or came back
  /// after a step of the log, or, by the clock, from a time on; nil if the clock moves none.
  indirect case seen(MessageSelection, upTo: Int64, before: Date?)

  /// All messages outside of the trash, including hidden ones: alert-only, snoozed, scheduled or
  /// expired.
  public static let everything = MessageSelection.matching(
    MessageFilter([.init(.anyState), .init(.status(.deleted), isNegated: true)]))
}

/// A window of a query's rows.
public struct MessageWindow: Sendable, Hashable {
  /// The anchor of the window.
  public enum Anchor: Sendable, Hashable {
    /// From the first row.
    case top
    /// The last rows.
    case bottom
    /// Around a message, with as many rows before as after it. When the message is no longer among
    /// the rows, around its position in the order; when it was removed, from the top.
    case around(MessageNumber)
  }

  /// The anchor of the window.
  package var anchor: Anchor
  /// Maximum number of rows: at least 1, at most ``greatestLimit``.
  package var limit: Int
  /// Messages that stay in the rows although the filter no longer matches them.
  ///
  /// Those just read in an unread-only view; deleted ones are not kept.
  package var kept: Set<MessageNumber>

  /// Maximum of the limit; a higher one is clamped.
  package static let greatestLimit = 1_000_000_000

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - anchor: The anchor of the window.
  ///   - limit: Maximum number of rows, at least 1.
  ///   - kept: Messages that stay in the rows although the filter no longer matches them: those
  ///     just read in an unread-only view; deleted ones are not kept.
  public init(anchor: Anchor = .top, limit: Int, kept: Set<MessageNumber> = []) {
    self.anchor = anchor
    self.limit = limit
    self.kept = kept
  }

  /// The limit, clamped.
  var effectiveLimit: Int { min(max(1, limit), Self.greatestLimit) }
}

/// The direction of a search through the rows of a query.
package enum SearchDirection: Sendable, Hashable {
  /// Towards the last row.
  case forward
  /// Towards the first row.
  case backward
}
