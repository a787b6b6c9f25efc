import InboxText

/// Server information that ntfy clients request.
enum NtfyServerFacts: String, Sendable {
  /// The features for ntfy's web app, without accounts and e-mail.
  case config
  /// The features as a script.
  case script = "config.js"
  /// The number of received messages.
  case stats

  /// The response.
  ///
  /// - Parameter storedCount: Messages that this listener stored since it was opened.
  /// - Returns: The response.
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
