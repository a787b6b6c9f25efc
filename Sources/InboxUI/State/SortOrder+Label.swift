import InboxCore

extension MessageOrder {
  /// The order as a person chooses it.
  var label: String {
    switch self {
    case .newest: "Newest first"
    case .oldest: "Oldest first"
    case .priority: "Priority, most urgent first"
    case .unread: "Unread first"
    }
  }
}
