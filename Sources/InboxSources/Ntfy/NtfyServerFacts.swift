import InboxText

/// What clients of ntfy's ask a server about itself.
enum NtfyServerFacts: String, Sendable {
  /// What its web app may offer; there are no accounts and no e-mails here.
  case config
  /// The same as a script.
  case script = "config.js"
  /// How much it has received.
  case stats

  /// The answer.
  ///
  /// - Parameter storedCount: Messages that came by this listener since it was opened.
  /// - Returns: The answer.
  func answer(storedCount: Int) -> HTTPAnswer {
    switch self {
    case .config: .json(.object(Self.settings))
    case .script:
      .text("var config = \(JSONValue.object(Self.settings).json);\n", type: "text/javascript")
    case .stats:
      .json(.object(["messages": .integer(Int64(storedCount)), "messages_rate": .integer(0)]))
    }
  }

  private static let missing = [
    "enable_login", "require_login", "enable_signup", "enable_payments", "enable_calls",
    "enable_emails", "enable_reservations", "enable_web_push",
  ]

  private static var settings: [String: JSONValue] {
    var fields: [String: JSONValue] = [
      "base_url": "", "app_root": "/",
      "disallowed_topics": .array([]), "billing_contact": "", "web_push_public_key": "",
    ]
    for name in missing { fields[name] = .bool(false) }
    return fields
  }
}
