import InboxText

/// The account that a client of ntfy's asks for; Home Assistant does before it sends.
///
/// There are no accounts here: who gave a known token is one user, and where no token is asked for
/// everybody is ntfy's anonymous one. Clients need every number, so what has no limit has a high one.
enum NtfyAccount {
  /// The account as ntfy writes it.
  ///
  /// - Parameter hasToken: Whether the client had to give a token.
  /// - Returns: The object.
  static func json(hasToken: Bool) -> JSONValue {
    .object([
      "username": hasToken ? "inbox" : "*", "role": hasToken ? "user" : "anonymous",
      "stats": .object(stats), "limits": .object(limits),
    ])
  }

  /// A number that no client reaches.
  private static let unlimited = JSONValue.integer(1_000_000_000)
  /// What ntfy counts, and whether there is such a thing here.
  private static let counted = [
    ("messages", true), ("emails", false), ("calls", false), ("reservations", false),
    ("attachment_total_size", false),
  ]

  private static var stats: [String: JSONValue] {
    var stats: [String: JSONValue] = [:]
    for (name, isHere) in counted {
      stats[name] = .integer(0)
      stats["\(name)_remaining"] = isHere ? unlimited : .integer(0)
    }
    return stats
  }

  private static var limits: [String: JSONValue] {
    var limits: [String: JSONValue] = ["basis": "ip", "messages_expiry_duration": unlimited]
    for (name, isHere) in counted { limits[name] = isHere ? unlimited : .integer(0) }
    for name in ["file_size", "expiry_duration", "bandwidth"] {
      limits["attachment_\(name)"] = .integer(0)
    }
    return limits
  }
}
