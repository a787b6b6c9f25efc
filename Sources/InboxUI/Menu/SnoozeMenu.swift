import Foundation
import InboxCore
import InboxText

/// The menu of moments until which messages can be hidden.
enum SnoozeMenu {
  /// The menu for messages, which stay those of this moment: the list may move on below it.
  ///
  /// - Parameters:
  ///   - numbers: The messages.
  ///   - canUnsnooze: Whether some of them are snoozed.
  ///   - context: The time and its zone.
  /// - Returns: The menu.
  static func menu(
    for numbers: [MessageNumber], canUnsnooze: Bool, in context: PartContext
  ) -> MenuState {
    var items: [MenuItem] = []
    if canUnsnooze { items.append(MenuItem("Back now", key: "s", choice: .unsnooze(numbers))) }
    items += moments(in: context) { .snooze(numbers, until: $0) }
    items.append(MenuItem("Other time…", key: "o", choice: .askForMoment(numbers)))
    let what = numbers.count == 1 ? "Snooze" : "Snooze \(MessageCount.text(numbers.count))"
    return MenuState(title: what, items: items)
  }

  /// The menu for all messages of a group, those that match a filter.
  static func menu(
    for group: MessageGroup, _ filter: MessageFilter, in context: PartContext
  ) -> MenuState {
    let items = moments(in: context) {
      .all(.change(.snooze(until: $0), of: group), filter)
    }
    return MenuState(title: "Snooze the group", items: items)
  }

  private static func moments(
    in context: PartContext, _ choice: (Date) -> MenuChoice
  ) -> [MenuItem] {
    SnoozePreset.moments(by: context.timeReader).map { preset, date in
      MenuItem(preset.label, detail: "until \(context.text(of: date))", choice: choice(date))
    }
  }
}

/// A preset of the menu of snoozes: a moment with its name.
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
