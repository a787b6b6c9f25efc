import Foundation
import InboxText

/// A line about the occurrences of a message, formatted when it is drawn.
struct OccurrenceLine: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    /// All occurrences: `37× since 17:17  ▁▂▅█▇▃  last now`.
    case all(count: Int, first: Date?, last: Date, graph: String?)
    /// An earlier one, or several that read the same: `17:17:04 ×2  94 %`.
    case earlier(Date, count: Int, text: String)
  }

  let content: Content
  /// The width of the line in columns.
  let width: Int

  /// The time that is shown relative to now; nil for none.
  var relativeDate: Date? {
    if case .all(_, _, let last, _) = content { last } else { nil }
  }

  /// The parts of the line at a time: the first names the occurrence, the second is its text.
  func parts(at now: Date, in zone: TimeZone) -> (name: String, text: String) {
    switch content {
    case .all(let count, let first, let last, let graph):
      let since = first.map { " since \(Self.time($0, at: now, in: zone))" } ?? ""
      let latest = "last \(RelativeTime.phrase(from: last, to: now))"
      let name = "\(count)×\(since)"
      let texts = [[graph, latest].compactMap(\.self), [latest]].map { $0.joined(separator: "  ") }
      return (name, texts.first { name.columns + 2 + $0.columns <= width } ?? "")
    case .earlier(let date, let count, let text):
      let time = Self.time(date, at: now, in: zone, seconds: count == 1)
      let name = count > 1 ? "\(time) ×\(count)" : time
      let room = max(width - name.columns - 2, 0)
      return (name, TextLayout.oneLine(text, columns: room).printable())
    }
  }

  /// A time, as short as its day allows: `17:17`, `Mon 17:17` or `2026-11-21 17:17`.
  private static func time(
    _ date: Date, at now: Date, in zone: TimeZone, seconds: Bool = false
  ) -> String {
    guard let moment = LocalTime(date, in: zone), let today = LocalTime(now, in: zone) else {
      return "?"
    }
    if seconds, moment.isSameDay(as: today) {
      let second = Int(date.timeIntervalSince1970.rounded(.down)) % 60
      return "\(AbsoluteTime.clock(moment)):\(AbsoluteTime.padded(second, 2))"
    }
    return AbsoluteTime.nearText(date, from: now, in: zone)
      ?? String(AbsoluteTime.text(date, in: zone).drop { $0 != " " }.dropFirst())
  }
}

/// A sparkline: a graph in one line of how many moments lie in each part of their time.
enum Sparkline {
  private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The graph, oldest first; nil where the moments are too few, or all the same.
  ///
  /// - Parameters:
  ///   - dates: The moments, in any order.
  ///   - cells: The columns.
  /// - Returns: One character for each part.
  static func text(of dates: [Date], cells: Int = 12) -> String? {
    guard dates.count > 2, let first = dates.min(), let last = dates.max(), first < last else {
      return nil
    }
    let part = last.timeIntervalSince(first) / Double(cells)
    var counts = Array(repeating: 0, count: cells)
    for date in dates {
      counts[min(Int(date.timeIntervalSince(first) / part), cells - 1)] += 1
    }
    return text(of: counts)
  }

  /// The graph of numbers, of which at least one is not 0.
  static func text(of counts: [Int]) -> String {
    let highest = max(counts.max() ?? 1, 1)
    // Only an empty part is at the bottom.
    return String(
      counts.map { count in
        count == 0 ? levels[0] : levels[max(count * (levels.count - 1) / highest, 1)]
      })
  }
}
