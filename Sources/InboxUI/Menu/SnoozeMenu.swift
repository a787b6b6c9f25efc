import Foundation
import InboxCore
import InboxText

/// The menu of times and events to snooze messages until.
enum SnoozeMenu {
  /// Creates the menu for messages; later changes of the list do not affect it.
  ///
  /// - Parameters:
  ///   - numbers: The messages.
  ///   - states: The states of those at hand; without any, all ends are offered.
  ///   - showsSnoozed: Whether the list has snoozed messages, which counts without states.
  ///   - context: The time and its zone.
  /// - Returns: The menu.
  static func menu(
    for numbers: [MessageNumber], _ states: [ActionTarget], showsSnoozed: Bool,
    in context: PartContext
  ) -> MenuState {
    let canUnsnooze = states.isEmpty ? showsSnoozed : states.contains(where: \.isSnoozed)
    var items: [MenuItem] = []
    if canUnsnooze {
      items.append(MenuItem("Back now", key: "s", choice: .change(numbers, by: .unsnooze)))
    }
    let canResolve = states.isEmpty || states.contains(where: \.isResolvable)
    items += ends(in: context) { .snooze(numbers, until: $0) }
      .filter { canResolve || $0.choice != .snooze(numbers, until: .resolution) }
    items.append(MenuItem("Other…", key: "o", choice: .prompt(PromptState(.snooze(numbers)))))
    let what = numbers.count == 1 ? "Snooze" : "Snooze \(MessageCount.text(numbers.count))"
    return MenuState(title: what, items: items)
  }

  /// Creates the menu for the messages of a group that match a filter.
  static func menu(
    for group: MessageGroup, _ filter: MessageFilter, in context: PartContext
  ) -> MenuState {
    let items = ends(in: context) {
      .all(.change(.snooze(until: $0), of: group), filter)
    }
    return MenuState(title: group.isThread ? "Snooze the thread" : "Snooze the group", items: items)
  }

  /// The events of the menu, with their labels and keys.
  private static let events: [(label: String, key: Character, end: SnoozeEnd)] = [
    ("When it repeats", "r", .repetition), ("When it is resolved", "e", .resolution),
    ("At the next of its source", "n", .next),
    ("When I am back here", "b", .visit(machine: nil)),
  ]

  private static func ends(
    in context: PartContext, _ choice: (SnoozeEnd) -> ParentMessage
  ) -> [MenuItem] {
    SnoozePreset.moments(by: context.timeReader).map { preset, date in
      MenuItem(
        preset.label, detail: "until \(context.text(of: date))", choice: choice(.date(date)))
    } + events.map { MenuItem($0.label, key: $0.key, choice: choice($0.end)) }
  }
}

/// A preset time of the snooze menu.
struct SnoozePreset {
  let label: String
  /// The time expression, as in a prompt.
  let text: String

  /// All presets, usually soonest first.
  static let all = [
    SnoozePreset(label: "10 minutes", text: "10m"),
    SnoozePreset(label: "1 hour", text: "1h"),
    SnoozePreset(label: "3 hours", text: "3h"),
    SnoozePreset(label: "Tonight", text: "tonight"),
    SnoozePreset(label: "Tomorrow", text: "tomorrow"),
    SnoozePreset(label: "Weekend", text: "weekend"),
    SnoozePreset(label: "Next week", text: "next week"),
  ]

  /// The presets in the future, soonest first, without duplicates.
  static func moments(by reader: TimeExpressionReader) -> [(preset: SnoozePreset, date: Date)] {
    var seen: Set<Date> = []
    return all.compactMap { preset in
      (try? reader.futureDate(preset.text)).map { (preset, $0) }
    }.filter { seen.insert($0.date).inserted }.sorted { $0.date < $1.date }
  }
}
