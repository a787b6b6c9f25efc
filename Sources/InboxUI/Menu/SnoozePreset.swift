import InboxText
import Foundation
import InboxCore

/// A moment that the menu of snoozes offers.
struct SnoozePreset {
  /// What a person reads.
  let label: String
  /// The moment, as it could be typed.
  let text: String

  /// All of them, soonest first on most days.
  static let all = [
    SnoozePreset(label: "10 minutes", text: "10m"),
    SnoozePreset(label: "1 hour", text: "1h"),
    SnoozePreset(label: "3 hours", text: "3h"),
    SnoozePreset(label: "Tonight", text: "tonight"),
    SnoozePreset(label: "Tomorrow", text: "tomorrow"),
    SnoozePreset(label: "Weekend", text: "weekend"),
    SnoozePreset(label: "Next week", text: "next week"),
  ]

  /// Those that lie ahead, each moment once, soonest first.
  static func moments(by reader: TimeExpressionReader) -> [(preset: SnoozePreset, date: Date)] {
    var seen: Set<Date> = []
    return all.compactMap { preset in
      (try? reader.futureDate(preset.text)).map { (preset, $0) }
    }.filter { seen.insert($0.date).inserted }.sorted { $0.date < $1.date }
  }
}
