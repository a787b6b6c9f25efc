/// How many messages an inbox holds, by what a reader would see.
public struct InboxCounts: Sendable, Hashable {
  /// Listed and unread: the badge.
  public var unread: Int
  /// Listed and read.
  public var read: Int
  /// In the trash.
  public var deleted: Int
  /// Neither listed nor in the trash: scheduled, snoozed, expired or alert-only.
  public var hidden: Int

  /// Makes counts.
  public init(unread: Int = 0, read: Int = 0, deleted: Int = 0, hidden: Int = 0) {
    self.unread = unread
    self.read = read
    self.deleted = deleted
    self.hidden = hidden
  }

  /// Listed, read or not: what the title shows beside the unread count.
  public var listed: Int { unread + read }
  /// Everything that the store keeps.
  public var stored: Int { unread + read + deleted + hidden }
}
