package import Foundation

/// Totals of metrics, and their sums by source, category and day.
package struct InboxStatistics: Sendable, Hashable {
  /// Counts by event.
  package typealias Counts = [Metric.Event: Int]

  /// Total counts.
  package private(set) var total: Counts = [:]
  /// Total seconds for which the inbox was shown.
  package private(set) var secondsShown = 0
  /// Counts by source.
  package private(set) var bySource: [String: Counts] = [:]
  /// Counts by category.
  package private(set) var byCategory: [String: Counts] = [:]
  /// Counts by day, which is its start in UTC.
  package private(set) var byDay: [Date: Counts] = [:]
  /// Counts of opened messages, by origin.
  package private(set) var openings: [String: Int] = [:]
  /// Counts of chosen actions, by label.
  package private(set) var actions: [String: Int] = [:]
  /// Counts of conversion tags.
  package private(set) var conversions: [String: Int] = [:]

  /// Sums up metrics.
  package init(_ metrics: [Metric]) {
    metrics.forEach { add($0) }
  }

  /// The total count of an event.
  package func count(of event: Metric.Event) -> Int {
    total[event, default: 0]
  }

  private mutating func add(_ metric: Metric) {
    if metric.event == .dismissed, !metric.detail.isEmpty { return secondsShown += metric.count }
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
