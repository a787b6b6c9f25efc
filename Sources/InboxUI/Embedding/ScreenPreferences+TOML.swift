import InboxText
import Foundation
import InboxCore
package import InboxTOML

/// The settings of the screen in a configuration file.
extension ScreenPreferences: TOMLRoot {
  /// One row for each setting, in the order of the template.
  package static let rows: [TOMLRow<ScreenPreferences>] = listRows + openingRows + alertRows

  private static let listRows: [TOMLRow<ScreenPreferences>] = [
    TOMLRow(
      "tabs", type: "tables", default: "[]",
      "tabs of the top bar, each with a name and a filter"
    ) { reader, path, preferences in
      preferences.tabs = reader.tabs(at: path)
    },
    .flag(
      "auto_tabs", \.automaticTabs,
      "without [[tabs]]: tabs for all, unread, questions and the busiest sources"),
    TOMLRow(
      "mark_read", type: "view, manual, preview, preview:2s", default: TOMLText.string("view"),
      "what marks a message read: opening it, only you, or some time in the preview"
    ) { reader, path, preferences in
      guard let policy = reader.readPolicy(at: path) else { return }
      preferences.viewMarksRead = policy != .manual
      if case .preview(let seconds) = policy { preferences.previewReadsAfter = seconds }
    },
    .choice(
      "preview", \.preview,
      "where the preview is; auto: right on wide screens, below on tall ones"),
    .choice(
      "source_list", \.sourceList,
      "list of sources at the left; auto: from 160 columns"),
    .choice(
      "group", \.group,
      "how the list is grouped; if it is sorted by priority, day groups by priority"),
    .choice(
      "collapse_threads", \.collapseThreads,
      "one row per thread; auto: in lists of a single source"),
    .choice(
      "density", \.rows.density,
      "lines of a message in the list: compact is one, comfortable up to the theme's "
        + "number; auto: compact beside a preview and below 30 lines"),
    TOMLRow(
      "columns", type: "list of \(columnNames), with a width as in source:16",
      default: TOMLText.list(RowColumn.standard.map(\.text)),
      "columns of a row, in order; they are shown where there is room"
    ) { reader, path, preferences in
      if let columns = reader.rowColumns(at: path) { preferences.rows.columns = columns }
    },
    TOMLRow(
      "rows", type: "tables", default: "[]",
      "rules for rows, each with a filter and a color or glyph"
    ) { reader, path, preferences in
      preferences.rows.rules = reader.rowRules(at: path)
    },
    .flag(
      "source_colors", \.rows.colorsSources, "whether each source has a color of its own"),
    .choice(
      "time_format", \.rows.timeFormat,
      "times in the list: how long ago, or clock and date"),
    .integer(
      "reader_width", \.readerWidth, in: 20...1_000,
      "maximum columns of the text in the reader"),
    .choice(
      "pictures", \.pictures,
      "which images are shown as pictures; always: only local files"),
    .choice(
      "graphics", \.graphics,
      "how pictures are drawn; auto: in pixels if the terminal supports it"),
    .choice(
      "hyperlinks", \.hyperlinks,
      "clickable links; auto: in terminals known to support them"),
    .choice(
      "glyphs", \.glyphs,
      "characters for drawing; ascii is for fonts without the others"),
    .flag("mouse", \.mouse, "whether the mouse scrolls, selects and clicks"),
  ]

  private static let columnNames = RowColumn.Kind.allCases.map(\.rawValue)
    .joined(separator: ", ")

  /// The settings of programs that open links and pages and copy text.
  private static let openingRows: [TOMLRow<ScreenPreferences>] = [
    .integer(
      "open_limit", \.openLimit, in: 1...Int.max,
      "how many messages open at once without asking"),
    .command(
      "opener", \.opener, "program that opens links; auto: $BROWSER, else xdg-open"),
    .command(
      "browser", \.browser,
      "text browser; auto: w3m, lynx, links or elinks"),
    TOMLRow(
      "link_schemes", type: "list of names", default: TOMLText.list(LinkScheme.default),
      "schemes of links that open without asking"
    ) { reader, path, preferences in
      if let schemes = reader.schemes(at: path) { preferences.linkSchemes = schemes }
    },
    TOMLRow(
      "clipboard", type: "auto, native, tmux, osc52 or command", default: TOMLText.string("auto"),
      "where copied text goes"
    ) { reader, path, preferences in
      if let words = reader.command(at: path) { preferences.clipboard = .init(words: words) }
    },
  ]

  /// The settings of alerts.
  private static let alertRows: [TOMLRow<ScreenPreferences>] = [
    .flag(
      "mark_read_on_alert_open", \.marksReadOnAlertOpen,
      "whether opening an alert marks it read; not with mark_read = 'manual'"),
    .flag(
      "alerts.banner", \.alerts.default.banner,
      "whether a banner shows messages that arrive out of sight"),
    .choice(
      "alerts.sound", \.alerts.default.sound,
      "when the terminal bell rings; sent: for messages with a sound"),
    .flag(
      "alerts.badge", \.alerts.showsBadge,
      "whether the terminal's title shows the number of unread messages"),
    .choice(
      "alerts.desktop", \.alerts.default.desktop,
      "how desktop notifications are sent: through the terminal (auto detects it), or by the "
        + "daemon (dbus)"),
    TOMLRow(
      "alerts.banner_seconds", type: "integer", default: "8",
      "how long a banner is shown, in seconds, from 1 to 3600"
    ) { reader, path, preferences in
      guard let seconds = reader.integer(at: path, in: 1...3_600) else { return }
      preferences.alerts.bannerSeconds = Double(seconds)
    },
    .flag("alerts.do_not_disturb", \.alerts.isQuiet, "whether only urgent messages alert"),
    TOMLRow(
      "alerts.quiet_hours", type: "HH:MM-HH:MM", default: TOMLText.string(""),
      "when only urgent messages alert, in local time; may cross midnight"
    ) { reader, path, preferences in
      if let hours = reader.quietHours(at: path) { preferences.alerts.quietHours = hours }
    },
    TOMLRow(
      "alerts.quiet_priority", type: (["none"] + priorityNames).joined(separator: ", "),
      default: TOMLText.string("max"), choices: ["none"] + priorityNames,
      "lowest priority that alerts during quiet hours; none: no alerts"
    ) { reader, path, preferences in
      guard let name = reader.choice(at: path, from: priorityNames + ["none"]) else { return }
      preferences.alerts.quiet(below: name)
    },
    TOMLRow(
      "alerts.rules", type: "tables", default: "[]",
      "exceptions, each with a filter and changes; the last match wins"
    ) { reader, path, preferences in
      preferences.alerts.rules = reader.tables(at: path) { $0.alertRule(at: $1) }
    },
  ]

  /// The names of the priorities, least urgent first.
  fileprivate static let priorityNames = Priority.allCases.map(\.name)
}

extension TOMLRow<ScreenPreferences> {
  /// A setting for a program and its arguments; `auto` is an empty one.
  fileprivate static func command(
    _ path: TOMLPath, _ value: any WritableKeyPath<ScreenPreferences, [String]> & Sendable,
    _ summary: String
  ) -> Self {
    Self(path, type: "command", default: TOMLText.string("auto"), summary) {
      reader, path, preferences in
      guard let words = reader.command(at: path) else { return }
      preferences[keyPath: value] = words == ["auto"] ? [] : words
    }
  }
}

extension TOMLReader {
  /// Any time, to validate filters whose relative days are resolved later.
  private static let anyDay = Date(timeIntervalSinceReferenceDate: 0)

  /// Parses a filter; reports an error with its column.
  mutating func filter(
    _ text: String, now: Date, timeZone: TimeZone, at path: TOMLPath
  ) -> MessageFilter? {
    do throws(FilterError) {
      return try MessageFilter(parsing: text, now: now, timeZone: timeZone)
    } catch {
      report(.misread(text, column: error.column, reason: error.message), at: path)
      return nil
    }
  }

  /// Decodes names of URL schemes, in lower case.
  fileprivate mutating func schemes(at path: TOMLPath) -> Set<String>? {
    let schemes: [String]? = list(at: path) { reader, path in
      guard let name = reader.string(at: path) else { return nil }
      if LinkScheme.isValid(name.lowercased()) { return name.lowercased() }
      return reader.refuse(name, "the name of a scheme, such as https, without a colon", at: path)
    }
    return schemes.map(Set.init)
  }

  /// Decodes quiet hours; nil also for an empty text.
  fileprivate mutating func quietHours(at path: TOMLPath) -> QuietHours? {
    guard let text = string(at: path), !text.isEmpty else { return nil }
    return QuietHours(text) ?? refuse(text, "two different times such as 22:00-07:00", at: path)
  }

  /// Decodes `[[tabs]]`; tabs with errors and those with the filter of another are left out.
  ///
  /// A name that another tab has already is replaced by the default, the filter.
  fileprivate mutating func tabs(at path: TOMLPath) -> [ListTab] {
    let read = tables(at: path) { reader, path in reader.tab(at: path) }
    var kept: [ListTab] = []
    for (index, (place, tab, filter)) in read.enumerated() {
      var tab = tab
      if read[..<index].contains(where: { $0.tab.name == tab.name }) {
        report(
          .badValue(tab.name, expected: "a name that no tab before it has", nearest: nil),
          at: place.appending(key: "name"))
        tab.name = ListTab.defaultName(for: tab.filter)
      }
      if let same = read[..<index].first(where: { $0.filter == filter }) {
        let expected = "a filter other than that of the tab \(TOMLText.string(same.tab.name))"
        report(
          .badValue(tab.filter, expected: expected, nearest: nil),
          at: place.appending(key: "filter"))
      } else {
        kept.append(tab)
      }
    }
    return kept
  }

  private mutating func tab(
    at path: TOMLPath
  ) -> (place: TOMLPath, tab: ListTab, filter: MessageFilter)? {
    reportUnknownKeys(at: path, known: ["name", "filter", "hide_empty"])
    let place = path.appending(key: "filter")
    let text = string(at: place) ?? ""
    // Relative days are resolved when the tab is shown.
    let filter = filter(text, now: Self.anyDay, timeZone: .gmt, at: place)
    let namePlace = path.appending(key: "name")
    let name = string(at: namePlace) ?? ""
    if document.value(at: namePlace) == .string(name), name.allSatisfy({ $0 == " " }) {
      let expected = "a name; without one, leave the line out"
      report(.badValue(name, expected: expected, nearest: nil), at: namePlace)
    }
    var tab = ListTab(name: name.isEmpty ? ListTab.defaultName(for: text) : name, filter: text)
    tab.hidesWhenEmpty = boolean(at: path.appending(key: "hide_empty")) ?? false
    return filter.map { (path, tab, $0) }
  }

  /// Decodes a table of `[[alerts.rules]]`.
  fileprivate mutating func alertRule(at path: TOMLPath) -> AlertRule? {
    reportUnknownKeys(at: path, known: ["filter", "banner", "sound", "desktop"])
    // Relative days of the filter are resolved when the file is read.
    let place = path.appending(key: "filter")
    var filter = MessageFilter.all
    if let text = string(at: place) {
      filter = self.filter(text, now: .now, timeZone: .current, at: place) ?? .all
    }
    return AlertRule(
      filter: filter,
      banner: boolean(at: path.appending(key: "banner")),
      sound: choice(at: path.appending(key: "sound"), of: Alerts.Sound.self),
      desktop: choice(at: path.appending(key: "desktop"), of: Alerts.Desktop.self))
  }
}

/// The policy of when a message is marked read.
enum ReadPolicy: Hashable {
  /// When it is shown in the reader.
  case view
  /// Only by the user.
  case manual
  /// When it is shown in the reader, or for a number of seconds in the preview.
  case preview(Double)

  /// The allowed seconds in the preview.
  private static let seconds = 1...3_600
  /// The allowed values, for messages.
  fileprivate static let expected =
    "one of view, manual, preview, or preview:\(seconds.lowerBound)s to "
    + "preview:\(seconds.upperBound)s"

  /// Parses `view`, `manual`, `preview` or `preview:2s`; nil for anything else.
  init?(_ text: String) {
    switch text {
    case "view": self = .view
    case "manual": self = .manual
    case "preview": self = .preview(0)
    default:
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "preview", parts[1].last == "s",
        let seconds = Int(parts[1].dropLast()), Self.seconds.contains(seconds)
      else { return nil }
      self = .preview(Double(seconds))
    }
  }
}

extension TOMLReader {
  /// Decodes the policy of when a message is marked read.
  mutating func readPolicy(at path: TOMLPath) -> ReadPolicy? {
    guard let text = string(at: path) else { return nil }
    if let policy = ReadPolicy(text) { return policy }
    // With a colon the name is right and the seconds are out of range.
    let nearest =
      text.contains(":")
      ? nil : NearestName.nearest(to: text, in: ["view", "manual", "preview"])
    return refuse(text, ReadPolicy.expected, nearest: nearest, at: path)
  }

  /// Reports a value that is none of the expected ones; always returns nil, for the caller to return.
  mutating func refuse<Value>(
    _ text: String, _ expected: String, nearest: String? = nil, at path: TOMLPath
  ) -> Value? {
    report(.badValue(text, expected: expected, nearest: nearest), at: path)
    return nil
  }
}
