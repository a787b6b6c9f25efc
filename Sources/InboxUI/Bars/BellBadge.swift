import InboxText
/// A bell with the number of unread notifications, for the header of a host program.
///
///     BellBadge(unread: 3).text      // 🔔 3
///     BellBadge(unread: 128).text    // 🔔 99+
///
/// `UnreadCounter` of the module InboxTerminal keeps one up to date in a program with a loop, and
/// the counts of `Inbox.snapshots(of:in:)` in one with tasks.
public struct BellBadge: Sendable, Hashable {
  /// The number of unread messages.
  public var unread: Int
  /// The highest number shown; a larger one is shown as this with a `+`.
  package var limit: Int
  /// The symbol of the bell.
  package var symbol: String

  /// Creates a badge for a number of unread messages.
  ///
  /// - Parameters:
  ///   - unread: The number of unread messages.
  ///   - limit: The highest number shown; a larger one is shown as this with a `+`.
  ///   - symbol: The symbol of the bell.
  public init(unread: Int, limit: Int = 99, symbol: String = "🔔") {
    self.unread = unread
    self.limit = limit
    self.symbol = symbol
  }

  /// The number alone; empty if nothing is unread.
  public var number: String {
    guard unread > 0 else { return "" }
    return unread > limit ? "\(limit)+" : "\(unread)"
  }

  /// The symbol and the number; the symbol alone if nothing is unread.
  public var text: String {
    number.isEmpty ? symbol : "\(symbol) \(number)"
  }

  /// Width of ``text`` in terminal columns.
  public var columns: Int { text.columns }
}
