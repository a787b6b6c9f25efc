/// Which stretch of a query's rows is wanted.
public struct MessageWindow: Sendable, Hashable {
  /// Where the stretch lies.
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

  /// Where the stretch lies.
  public var anchor: Anchor
  /// Most rows that come back: at least 1, at most ``greatestLimit``.
  public var limit: Int
  /// Messages that stay in the rows although the filter no longer matches them.
  ///
  /// Those just read in an unread-only view; deleted ones are not kept.
  public var kept: Set<MessageNumber>

  /// More rows than this no window has; a greater limit means as many.
  public static let greatestLimit = 1_000_000_000

  /// Makes a window.
  public init(anchor: Anchor = .top, limit: Int, kept: Set<MessageNumber> = []) {
    self.anchor = anchor
    self.limit = limit
    self.kept = kept
  }

  /// The limit within its bounds.
  var effectiveLimit: Int { min(max(1, limit), Self.greatestLimit) }
}
