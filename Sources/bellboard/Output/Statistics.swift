import Foundation
import InboxCore
import InboxText

/// Formats metrics for people: totals in sentences, the rest in columns.
///
/// With bars, each group has a bar chart of what was received, and columns without counts are left
/// out to make room for it.
struct StatisticsTable {
  private let statistics: InboxStatistics
  private let hasBars: Bool
  private let events: [Metric.Event]

  /// Maximum rows of a section; JSON has all.
  private static let limit = 20
  private static let lineWidth = 80
  /// The width of the longest bar; names are truncated only as far as the least needs it.
  private static let barColumns = 4...24
  /// Partial blocks, in eighths of a cell.
  private static let blocks = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  private static let events: [Metric.Event] = [
    .received, .viewed, .opened, .read, .unread, .done, .deleted, .restored, .purged,
  ]

  init(_ statistics: InboxStatistics, hasBars: Bool = false) {
    self.statistics = statistics
    self.hasBars = hasBars
    events = Self.events.filter {
      !hasBars || $0 == .received || statistics.count(of: $0) > 0
    }
  }

  /// The table as text, with a trailing line break.
  var text: String {
    let sections = [
      answers, columns, named("Opened from", statistics.openings),
      named("Actions", statistics.actions),
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private var answers: [String] {
    let shown = DurationText.text(whole: statistics.secondsShown)
    return [
      "Inbox opened      \(Self.times(.presented, statistics.total)), shown for \(shown)",
      "Messages viewed   \(Self.times(.viewed, statistics.total))",
      "Messages deleted  \(Self.times(.deleted, statistics.total))",
      "Messages done     \(Self.times(.done, statistics.total))",
    ]
  }

  /// The rows of a group, the first ones to be shown.
  private typealias Group = (title: String, rows: [(String, InboxStatistics.Counts)])

  private var groups: [Group] {
    let days = statistics.byDay.sorted { $0.key > $1.key }.map {
      (RFC3339.day(of: $0.key), $0.value)
    }
    return [
      ("source", Self.largest(statistics.bySource)),
      ("category", Self.largest(statistics.byCategory)), ("day", days),
    ].filter { !$0.1.isEmpty }
  }

  private var columns: [String] {
    let groups = groups
    let layout = layout(of: groups)
    var lines = [row("", events.map(\.rawValue), layout)]
    lines.append(row("all", counts(statistics.total), layout))
    for group in groups {
      lines.append("by \(group.title)")
      let rows = group.rows.prefix(Self.limit)
      let most = rows.map { $0.1[.received, default: 0] }.max() ?? 0
      lines += rows.map { name, counts in
        let bar = Self.bar(counts[.received, default: 0], of: most, columns: layout.bar)
        return row("  " + name.printable(), self.counts(counts), bar: bar, layout)
      }
      if group.rows.count > Self.limit {
        lines.append("  … and \(group.rows.count - Self.limit) more")
      }
    }
    return lines
  }

  /// The widths of the parts of a line.
  private struct Layout {
    var name: Int
    /// 0 without bars.
    var bar: Int
    /// That of each column: its name or total, plus a blank.
    var cells: [Int]
  }

  private func layout(of groups: [Group]) -> Layout {
    let cells = events.map { event in
      max(event.rawValue.count, String(statistics.count(of: event)).count) + 1
    }
    let room = Self.lineWidth - cells.reduce(0, +)
    let names = groups.flatMap { $0.rows.prefix(Self.limit).map { $0.0.printable().columns + 2 } }
    let longest = max(names.max() ?? 0, 10)
    guard hasBars else { return Layout(name: max(min(longest, room), 10), bar: 0, cells: cells) }
    let name = max(min(longest, room - 1 - Self.barColumns.lowerBound), 10)
    let bar = min(room - 1 - name, Self.barColumns.upperBound)
    return Layout(name: name, bar: max(bar, 0), cells: cells)
  }

  private func counts(_ counts: InboxStatistics.Counts) -> [String] {
    events.map { String(counts[$0, default: 0]) }
  }

  /// A line, with the bar beside what was received.
  private func row(
    _ name: String, _ texts: [String], bar: String = "", _ layout: Layout
  ) -> String {
    let shown = TextLayout.truncate(name, columns: layout.name)
    var cells = zip(texts, layout.cells).map { String.blanks($1 - $0.count) + $0 }
    if layout.bar > 0 { cells.insert(" " + TextLayout.pad(bar, columns: layout.bar), at: 1) }
    return TextLayout.pad(shown, columns: layout.name) + cells.joined()
  }

  /// A bar; at least an eighth of a column for any count above 0.
  private static func bar(_ count: Int, of most: Int, columns: Int) -> String {
    guard count > 0, most > 0 else { return "" }
    let eighths = max(Int(Double(count) / Double(most) * Double(columns * 8)), 1)
    return String(repeating: "█", count: eighths / 8) + blocks[eighths % 8]
  }

  private func named(_ title: String, _ counts: [String: Int]) -> [String] {
    guard !counts.isEmpty else { return [] }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return [title]
      + sorted.prefix(Self.limit).map {
        TextLayout.truncate("  \($0.value)  \($0.key.printable())", columns: Self.lineWidth)
      }
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
    counts[event, default: 0].counted("time")
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
