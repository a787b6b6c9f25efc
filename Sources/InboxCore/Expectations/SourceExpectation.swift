package import Foundation
import InboxText

/// The longest silence of a source before the inbox reports it: `[[expect]]` of the configuration.
package struct SourceExpectation: Sendable, Hashable {
  /// The sources; a message from any of them ends the silence.
  package var sources: SourcePattern
  /// The longest time between two messages, in seconds.
  package var interval: TimeInterval

  /// Creates an expectation.
  package init(of sources: SourcePattern, every interval: TimeInterval) {
    (self.sources, self.interval) = (sources, interval)
  }

  /// The fold key of the messages that report a silence.
  static let fold = "silence"

  /// The category of the messages that report a silence.
  package static let category = "silence"

  /// The source of the messages that report a silence, such as `expect/cron/backup`.
  static func source(for sources: SourcePattern) -> String { "expect/" + sources.path }

  /// The message that reports the silence of these sources.
  ///
  /// - Parameters:
  ///   - last: When their last message came.
  ///   - now: The present time.
  ///   - zone: The time zone of the times in the text.
  /// - Returns: A payload with a fold key, so that later silences are its occurrences.
  func report(of last: Date, at now: Date, in zone: TimeZone) -> Payload {
    return Payload(
      title: "\(sources.path) has been silent for \(Self.text(now.timeIntervalSince(last)))",
      body: """
        Last message: \(AbsoluteTime.text(last, in: zone)). Expected: one every \(Self.exactText(interval)).
        """,
      source: Self.source(for: sources), categories: [Self.category], priority: .high, glyph: "⏱",
      fold: Self.fold)
  }

  /// A duration in the largest unit of which it is a multiple: `179 min`, `24 h`, `2 days`.
  static func exactText(_ seconds: TimeInterval) -> String {
    // A single day reads better in hours.
    let units: [(name: String, length: Double, least: Double)] = [
      ("days", 86_400, 2), ("h", 3_600, 1), ("min", 60, 1),
    ]
    let unit = units.first { unit in
      seconds >= unit.least * unit.length
        && seconds.truncatingRemainder(dividingBy: unit.length) == 0
    }
    guard let unit else { return "\(Int(min(seconds, 1e12))) s" }
    return "\(Int(min(seconds, 1e12) / unit.length)) \(unit.name)"
  }

  /// A duration in one unit, rounded down: `1 min`, `95 s`, `90 min`, `27 h`, `5 days`.
  static func text(_ seconds: TimeInterval) -> String {
    switch seconds {
    case 60..<90: "1 min"
    case ..<120: "\(Int(seconds)) s"
    case ..<7_200: "\(Int(seconds / 60)) min"
    case ..<259_200: "\(Int(seconds / 3_600)) h"
    default: "\(Int(min(seconds, 1e12) / 86_400)) days"
    }
  }
}
