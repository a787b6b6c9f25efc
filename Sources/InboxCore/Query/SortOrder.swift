/// In which order a list shows its messages; pinned ones come first in each.
public enum MessageOrder: String, CaseIterable, Sendable, Hashable {
  /// By ``Message/sortDate``, newest first.
  case newest
  /// By ``Message/sortDate``, oldest first.
  case oldest
  /// By priority, most urgent first, newest first within each.
  case priority
  /// Unread ones first, newest first within each.
  case unread
}
