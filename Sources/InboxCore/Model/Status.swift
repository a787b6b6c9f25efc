/// Where a message stands with its reader.
public enum Status: Int, CaseIterable, Sendable, Hashable {
  /// Nobody has looked at it; the badge counts it.
  case unread = 0
  /// Somebody has looked at it.
  case read = 1
  /// In the trash, until restored, purged or pruned.
  case deleted = 2

  /// The word that JSON and filters use.
  public var name: String {
    switch self {
    case .unread: "unread"
    case .read: "read"
    case .deleted: "deleted"
    }
  }

  /// Reads a name as JSON has it; nil for anything else.
  public init?(name: String) {
    guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }
}
