package import Foundation

/// Totals of metrics, and their sums by source, category and day.
package struct InboxStatistics: Sendable, Hashable {
  /// The counts of the events.
  package typealias Counts = [Metric.Event: Int]

  /// How often each thing happened in all.
  package private(set) var total: Counts = [:]
  /// For how long the inbox was shown, in seconds.
  package private(set) var secondsShown = 0
  /// How often each thing happened to messages of a source.
  package private(set) var bySource: [String: Counts] = [:]
  /// How often each thing happened to messages of a category.
  package private(set) var byCategory: [String: Counts] = [:]
  /// How often each thing happened on a day, which is its start in UTC.
  package private(set) var byDay: [Date: Counts] = [:]
  /// How often messages were opened, by where from.
  package private(set) var openings: [String: Int] = [:]
  /// How often an action was chosen, by its label.
  package private(set) var actions: [String: Int] = [:]
  /// How often a conversion tag was counted.
  package private(set) var conversions: [String: Int] = [:]

  /// Adds metrics up.
  package init(_ metrics: [Metric]) {
    metrics.forEach { add($0) }
  }

  /// How often something happened in all.
  package func count(of event: Metric.Event) -> Int {
    total[event, default: 0]
  }

  private mutating func add(_ metric: Metric) {
    if metric.event == .dismissed, !metric.detail.isEmpty {
      return secondsShown += metric.count
    }
    total[metric.event, default: 0] += metric.count
    byDay[metric.day, default: [:]][metric.event, default: 0] += metric.count
    if !metric.source.isEmpty {
      bySource[metric.source, default: [:]][metric.event, default: 0] += metric.count
    }
    if !metric.category.isEmpty {
      byCategory[metric.category, default: [:]][metric.event, default: 0] += metric.count
    }
    switch metric.event {
    case .opened: openings[metric.detail, default: 0] += metric.count
    case .action: actions[metric.detail, default: 0] += metric.count
    case .conversion: conversions[metric.detail, default: 0] += metric.count
    default: break
    }
  }
}
