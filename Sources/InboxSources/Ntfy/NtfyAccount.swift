import InboxCore
import InboxText

/// The account that ntfy clients request; Home Assistant does before it publishes.
///
/// There are no accounts here: clients with a token are one user, and without tokens everybody is
/// ntfy's anonymous user. Clients need every number, so unlimited values are high numbers.
enum NtfyAccount {
  /// The account in ntfy's format.
  ///
  /// - Parameters:
  ///   - hasToken: Whether the client needed a token.
  ///   - files: The size limits of files; nil if none are stored.
  /// - Returns: The object.
  static func json(hasToken: Bool, files: AttachmentLimits?) -> JSONValue {
    .object([
      "username": hasToken ? "inbox" : "*", "role": hasToken ? "user" : "anonymous",
      "stats": .object(stats), "limits": .object(limits(files)),
    ])
  }

  /// A number that stands for unlimited.
  private static let unlimited = JSONValue.integer(1_000_000_000)
  /// What ntfy counts, and whether it exists here.
  private static let counted = [
    ("messages", true), ("emails", false), ("calls", false), ("reservations", false),
    ("attachment_total_size", true),
  ]

  private static var stats: [String: JSONValue] {
    var stats: [String: JSONValue] = [:]
    for (name, isHere) in counted {
      stats[name] = .integer(0)
      stats["\(name)_remaining"] = isHere ? unlimited : .integer(0)
    }
    return stats
  }

  private static func limits(_ files: AttachmentLimits?) -> [String: JSONValue] {
    var limits: [String: JSONValue] = ["basis": "ip", "messages_expiry_duration": unlimited]
    for (name, isHere) in counted { limits[name] = isHere ? unlimited : .integer(0) }
    let size = { (limit: Int?) in limit.map { JSONValue.integer(Int64($0)) } ?? unlimited }
    limits["attachment_total_size"] = files.map { size($0.total) } ?? .integer(0)
    limits["attachment_file_size"] = files.map { size($0.file) } ?? .integer(0)
    for name in ["expiry_duration", "bandwidth"] { limits["attachment_\(name)"] = unlimited }
    return limits
  }
}
