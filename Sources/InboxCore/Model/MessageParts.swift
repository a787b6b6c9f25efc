/// The arrival number of a message within its inbox, shown as `@1841` and never reused.
public struct MessageNumber: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  /// The number; the first message of an inbox has 1.
  public let rawValue: Int64

  /// Wraps a number read from the store or typed by the user.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Wraps a number read from the store or typed by the user.
  package init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// Orders by arrival.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension MessageNumber: CustomStringConvertible {
  /// The number in its displayed form, with a leading `@`.
  public var description: String { "@\(rawValue)" }
}

/// The priority of a message by its sender, on the five steps of ntfy.
public enum Priority: Int, CaseIterable, Sendable, Hashable, Codable {
  /// Lowest: background news.
  case min = 1
  /// Can wait.
  case low
  /// The priority of a message without one.
  case `default`
  /// Should be seen soon.
  case high
  /// Cannot wait; it may interrupt.
  case max

  /// The name in filters, flags and themes.
  package var name: String { Self.names[rawValue - 1] }
  private static let names = ["min", "low", "default", "high", "max"]

  /// Parses a name (`high`), a number (`4`) or another system's word (`critical`); nil for
  /// anything else.
  package init?(parsing text: String) {
    let word = text.lowercased()
    let match = Self.allCases.first { $0.name == word || String($0.rawValue) == text }
    guard let match = match ?? Self.words[word] else { return nil }
    self = match
  }

  /// The words of other systems for urgency, in one table for every source and command.
  ///
  /// They are those of syslog and logging libraries, Prometheus, Grafana, PagerDuty, Sentry, Zabbix,
  /// GitHub, Jira, Opsgenie, APNs and chats.
  package static let words: [String: Priority] = {
    let table: KeyValuePairs<Priority, String> = [
      .max: "alert blocker crit critical disaster emerg emergency fatal highest immediate p1 page",
      .max: "panic sev1 urgent",
      .high: "average danger err error important major p2 serious sev2 severe time-sensitive",
      .high: "warn warning",
      .default: "active medium minor moderate normal notice p3 sev3",
      .low: "good info information informational note ok p4 passive resolved sev4 success",
      .min: "debug lowest none p5 sev5 trace trivial verbose",
    ]
    var words: [String: Priority] = [:]
    for (priority, names) in table {
      for name in names.split(separator: " ") { words[String(name)] = priority }
    }
    return words
  }()
}

extension Priority: Comparable {
  /// Orders by urgency, lowest first.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The status of a message: unread, read or deleted.
public enum Status: Int, CaseIterable, Sendable, Hashable {
  /// Not yet read; counted by the badge.
  case unread = 0
  /// Read.
  case read = 1
  /// In the trash, until restored, purged or pruned.
  case deleted = 2

  /// The name in JSON and filters.
  package var name: String { Self.names[rawValue] }
  private static let names = ["unread", "read", "deleted"]

  /// Parses a name from JSON; nil for anything else.
  package init?(name: String) { self.init(rawValue: Self.names.firstIndex(of: name) ?? -1) }
}

/// The delivery of a message: listed, alerting, or both.
public enum Delivery: Int, CaseIterable, Sendable, Hashable {
  /// Listed without an alert.
  case inbox = 0
  /// Listed, with a banner, a sound or a desktop alert.
  case inboxAndAlert = 1
  /// Alerts only: kept and counted in the metrics, never listed.
  case alert = 2

  /// The name in JSON: `inbox`, `inbox+alert` or `alert`.
  package var name: String { Self.names[rawValue] }
  private static let names = ["inbox", "inbox+alert", "alert"]

  /// Parses a name from JSON; nil for anything else.
  package init?(name: String) { self.init(rawValue: Self.names.firstIndex(of: name) ?? -1) }
}

/// The format of a message's body.
public enum BodyFormat: String, CaseIterable, Sendable, Hashable {
  /// Plain text.
  case plain
  /// Markdown: CommonMark with tables, task lists and strikethrough.
  case markdown
}

/// The behavior of a message when it is opened.
public enum TapBehavior: Sendable, Hashable {
  /// Shows the message in the inbox.
  case app
  /// Opens a URL in the configured opener.
  case url(String)
  /// Shows a web page in the terminal.
  case website(String)
  /// Shows a thread.
  case thread(String)
}

extension TapBehavior {
  /// The link to open; nil when opening stays in the program.
  package var url: String? {
    switch self {
    case .url(let url), .website(let url): url
    case .app, .thread: nil
    }
  }
}

/// An action that a message offers.
public struct MessageAction: Sendable, Hashable {
  /// The sender's id, or the label when the sender gave none; with the number of the action where
  /// several have the same.
  public var id: String
  /// The displayed label.
  public var label: String
  /// The link to open.
  public var url: String?

  /// Creates an action.
  public init(id: String, label: String, url: String? = nil) {
    self.id = id
    self.label = label
    self.url = url
  }
}
