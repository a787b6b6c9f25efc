import Foundation

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
    let highest = counts.max() ?? 1
    // Only an empty part is at the bottom.
    return String(
      counts.map { count in
        count == 0 ? levels[0] : levels[max(count * (levels.count - 1) / highest, 1)]
      })
  }
}
