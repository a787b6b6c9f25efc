internal import InboxCore
internal import InboxTOML

extension Settings {
  /// The rows of `[alerts]`.
  static let alertRows: [Row] = [
    .flag(
      "alerts.banner", \.alerts.default.banner,
      "whether a message that arrives out of sight is shown in a banner"),
    .choice(
      "alerts.sound", \.alerts.default.sound,
      "when the terminal bell rings; sent is for messages that carry a sound"),
    .flag(
      "alerts.badge", \.alerts.showsBadge,
      "whether the terminal's title shows how many are unread"),
    .choice(
      "alerts.desktop", \.alerts.default.desktop,
      "how the terminal is asked for a desktop alert; auto goes by its name"),
    Row(
      path: "alerts.banner_seconds", type: "integer", defaultValue: "8",
      summary: "how long a banner is shown, in seconds, from 1 to 3600"
    ) { reader, path, settings in
      let seconds = reader.integer(at: path, in: 1...3_600)
      if let seconds { settings.alerts.bannerSeconds = Double(seconds) }
    },
    .flag("alerts.do_not_disturb", \.alerts.isQuiet, "whether only what is urgent alerts"),
    Row(
      path: "alerts.quiet_hours", type: "HH:MM-HH:MM", defaultValue: "\"\"",
      summary: "when only what is urgent alerts, by local time; may cross midnight"
    ) { reader, path, settings in
      readQuietHours(&reader, path, &settings)
    },
    Row(
      path: "alerts.quiet_priority", type: (["none"] + Priority.names).joined(separator: ", "),
      defaultValue: "\"max\"",
      summary: "the least priority that alerts in quiet; none lets nothing through"
    ) { reader, path, settings in
      guard let name = reader.choice(at: path, from: Priority.names + ["none"]) else { return }
      settings.alerts.quietPriority = Priority(parsing: name)
    },
    Row(
      path: "alerts.rules", type: "tables", defaultValue: "[]",
      summary: "exceptions, each by source, thread or priority; the last that matches decides"
    ) { reader, path, settings in
      settings.alerts.rules = alertRules(&reader, path)
    },
  ]

  private static func readQuietHours(
    _ reader: inout TOMLReader, _ path: TOMLPath, _ settings: inout Settings
  ) {
    guard let text = reader.string(at: path), !text.isEmpty else { return }
    guard let hours = QuietHours(text) else {
      let expected = "two different times such as 22:00-07:00"
      return reader.report(.badValue(text, expected: expected, nearest: nil), at: path)
    }
    settings.alerts.quietHours = hours
  }
}

extension Priority {
  /// The names that a configuration may say, least urgent first.
  static var names: [String] { allCases.map(\.name) }
}
