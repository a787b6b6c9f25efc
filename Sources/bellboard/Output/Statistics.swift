import Foundation
import InboxCore
import InboxText
import InboxUI

/// Formats metrics for people: totals in sentences, the rest in columns.
struct StatisticsTable {
  private let statistics: InboxStatistics
  /// Whether bar charts are appended.
  private let hasBars: Bool

  /// Maximum rows of a section; JSON has all.
  private static let limit = 20
  /// Maximum columns of a line.
  private static let lineWidth = 80
  private static let events: [Metric.Event] = [
    .received, .viewed, .opened, .read, .unread, .deleted, .restored, .purged,
  ]

  /// Creates the table.
  ///
  /// - Parameters:
  ///   - statistics: The metrics.
  ///   - hasBars: Whether bar charts are appended.
  init(_ statistics: InboxStatistics, hasBars: Bool = false) {
    self.statistics = statistics
    self.hasBars = hasBars
  }

  /// The table as text, with a trailing line break.
  var text: String {
    var sections = [
      answers, columns, named("Opened from", statistics.openings),
      named("Actions", statistics.actions), named("Conversions", statistics.conversions),
    ]
    if hasBars { sections += [days, sources] }
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private var answers: [String] {
    let shown = DurationText.text(whole: statistics.secondsShown)
    let influenced = Self.times(.influencedOpen, statistics.total)
    return [
      "Inbox opened      \(Self.times(.presented, statistics.total)), shown for \(shown)",
      "Messages viewed   \(Self.times(.viewed, statistics.total))",
      "Messages deleted  \(Self.times(.deleted, statistics.total))",
      "Influenced opens  \(influenced), within 2 minutes of an alert but not from it",
    ]
  }

  /// Maximum days of a chart.
  private static let chartDays = 14
  /// Maximum sources of a chart.
  private static let chartSources = 8

  private var days: [String] {
    let days = statistics.byDay.sorted { $0.key > $1.key }.prefix(Self.chartDays).reversed()
    return BarChart(
      title: "Received by day",
      rows: days.map { (RFC3339.day(of: $0.key), $0.value[.received, default: 0]) }
    ).lines(columns: Self.lineWidth)
  }

  private var sources: [String] {
    let rows = Self.largest(statistics.bySource).prefix(Self.chartSources).map { name, counts in
      (name, counts[.received, default: 0])
    }
    return BarChart(title: "Received by source", rows: rows).lines(columns: Self.lineWidth)
  }

  private var columns: [String] {
    let days = statistics.byDay.sorted { $0.key > $1.key }.map {
      (RFC3339.day(of: $0.key), $0.value)
    }
    let groups = [
      ("source", Self.largest(statistics.bySource)),
      ("category", Self.largest(statistics.byCategory)), ("day", days),
    ].filter { !$0.1.isEmpty }
    let names = groups.flatMap { $0.1.prefix(Self.limit).map { $0.0.printable() } }
    let room = Self.lineWidth - cellWidths.reduce(0, +)
    let width = max(min(names.map { $0.columns + 2 }.max() ?? 0, room), 10)
    var lines = [TextLayout.pad("", columns: width) + cells(Self.events.map(\.rawValue))]
    lines.append(row("all", statistics.total, width))
    for (title, rows) in groups {
      lines.append("by \(title)")
      lines += rows.prefix(Self.limit).map { row("  " + $0.0.printable(), $0.1, width) }
      if rows.count > Self.limit { lines.append("  … and \(rows.count - Self.limit) more") }
    }
    return lines
  }

  private func row(_ name: String, _ counts: InboxStatistics.Counts, _ width: Int) -> String {
    let shown = TextLayout.truncate(name, columns: width)
    return TextLayout.pad(shown, columns: width)
      + cells(Self.events.map { String(counts[$0, default: 0]) })
  }

  private func named(_ title: String, _ counts: [String: Int]) -> [String] {
    guard !counts.isEmpty else { return [] }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return [title]
      + sorted.prefix(Self.limit).map {
        TextLayout.truncate("  \($0.value)  \($0.key.printable())", columns: Self.lineWidth)
      }
  }

  /// The width of each column: that of its name or total, plus a blank.
  private var cellWidths: [Int] {
    Self.events.map { event in
      max(event.rawValue.count, String(statistics.total[event, default: 0]).count) + 1
    }
  }

  private func cells(_ texts: [String]) -> String {
    zip(texts, cellWidths).map { text, width in
      String.blanks(width - text.count) + text
    }.joined()
  }

  private static func largest(
    _ groups: [String: InboxStatistics.Counts]
  ) -> [(String, InboxStatistics.Counts)] {
    groups.map { ($0.key, $0.value) }.sorted {
      let (left, right) = ($0.1[.received, default: 0], $1.1[.received, default: 0])
      return left == right ? $0.0 < $1.0 : left > right
    }
  }

  private static func times(_ event: Metric.Event, _ counts: InboxStatistics.Counts) -> String {
    let count = counts[event, default: 0]
    return count == 1 ? "1 time" : "\(count) times"
  }
}

extension InboxStatistics {
  /// The JSON of all metrics, version 1.
  var json: JSONValue {
    .object([
      "v": .integer(1), "inbox_presented": Self.number(count(of: .presented)),
      "viewed": Self.number(count(of: .viewed)), "deleted": Self.number(count(of: .deleted)),
      "seconds_shown": Self.number(secondsShown), "events": Self.object(total),
      "sources": .object(bySource.mapValues(Self.object)),
      "categories": .object(byCategory.mapValues(Self.object)),
      "days": .object(
        Dictionary(
          uniqueKeysWithValues: byDay.map { day, counts in
            (RFC3339.day(of: day), Self.object(counts))
          })),
      "opened_from": .object(openings.mapValues(Self.number)),
      "actions": .object(actions.mapValues(Self.number)),
      "conversions": .object(conversions.mapValues(Self.number)),
    ])
  }

  private static func object(_ counts: Counts) -> JSONValue {
    .object(
      Dictionary(
        uniqueKeysWithValues: counts.map { ($0.key.rawValue, number($0.value)) }))
  }

  private static func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
}
