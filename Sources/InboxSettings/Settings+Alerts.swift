internal import InboxCore
internal import InboxTOML

extension Settings {
  /// The rows of `[alerts]`.
  static let alertRows: [Row] = [
    Row(
      path: "alerts.banner", type: "boolean", standard: "true",
      summary: "whether a message that arrives out of sight is shown in a banner"
    ) { reader, path, settings in
      if let value = reader.boolean(at: path) { settings.alerts.standard.banner = value }
    },
    Row(
      path: "alerts.sound", type: names(Alerts.Sound.self), standard: "\"sent\"",
      summary: "when the terminal bell rings; sent is for messages that carry a sound"
    ) { reader, path, settings in
      if let value = reader.choice(at: path, of: Alerts.Sound.self) {
        settings.alerts.standard.sound = value
      }
    },
    Row(
      path: "alerts.badge", type: "boolean", standard: "true",
      summary: "whether the terminal's title shows how many are unread"
    ) { reader, path, settings in
      if let value = reader.boolean(at: path) { settings.alerts.showsBadge = value }
    },
    Row(
      path: "alerts.desktop", type: names(Alerts.Desktop.self), standard: "\"off\"",
      summary: "how the terminal is asked for a desktop alert; auto goes by its name"
    ) { reader, path, settings in
      if let value = reader.choice(at: path, of: Alerts.Desktop.self) {
        settings.alerts.standard.desktop = value
      }
    },
    Row(
      path: "alerts.banner_seconds", type: "integer", standard: "8",
      summary: "how long a banner is shown, in seconds, from 1 to 3600"
    ) { reader, path, settings in
      let seconds = reader.integer(at: path, in: 1...3_600)
      if let seconds { settings.alerts.bannerSeconds = Double(seconds) }
    },
    Row(
      path: "alerts.do_not_disturb", type: "boolean", standard: "false",
      summary: "whether only what is urgent alerts"
    ) { reader, path, settings in
      if let value = reader.boolean(at: path) { settings.alerts.isQuiet = value }
    },
    Row(
      path: "alerts.quiet_hours", type: "HH:MM-HH:MM", standard: "\"\"",
      summary: "when only what is urgent alerts, by local time; may cross midnight"
    ) { reader, path, settings in
      readQuietHours(&reader, path, &settings)
    },
    Row(
      path: "alerts.quiet_priority", type: (["none"] + Priority.names).joined(separator: ", "),
      standard: "\"max\"",
      summary: "the least priority that alerts in quiet; none lets nothing through"
    ) { reader, path, settings in
      guard let name = reader.choice(at: path, from: Priority.names + ["none"]) else { return }
      settings.alerts.quietPriority = Priority(parsing: name)
    },
    Row(
      path: "alerts.rules", type: "tables", standard: "[]",
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

  /// The names of all values, for a table.
  static func names<Value: RawRepresentable<String> & CaseIterable>(_ type: Value.Type) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }
}

extension Priority {
  /// The names that a configuration may say, least urgent first.
  static var names: [String] { allCases.map(\.name) }
}
