import Foundation
import InboxCore
import InboxText

extension UIState {
  private func reader(at now: Date) -> TimeExpressionReader {
    TimeExpressionReader(now: now, timeZone: zone)
  }

  /// A moment near by, as a person reads it.
  func shown(_ moment: Date, at now: Date) -> String {
    AbsoluteTime.nearText(moment, from: now, in: zone) ?? AbsoluteTime.text(moment, in: zone)
  }

  /// Offers moments until which the messages can be hidden, and to end the snooze of those that
  /// are.
  ///
  /// The messages are those of this moment: the list may move on below the menu.
  mutating func askForSnooze(at now: Date) -> [Effect] {
    let numbers = targetNumbers
    guard canSnooze(at: now) else { return [] }
    let canUnsnooze = list.showsSnoozed || targets.contains(where: \.isSnoozed)
    offerMoments(for: numbers, canUnsnooze: canUnsnooze, at: now)
    return []
  }

  /// Whether any of the messages can be hidden; tells why not.
  mutating func canSnooze(at now: Date) -> Bool {
    guard !targetNumbers.isEmpty else {
      showStatus(.noMessage(to: .snooze), at: now)
      return false
    }
    let targets = targets
    guard !targets.isEmpty, targets.allSatisfy({ $0.status == .deleted }) else { return true }
    showStatus(.trashNotSnoozed, at: now)
    return false
  }

  private mutating func offerMoments(
    for numbers: [MessageNumber], canUnsnooze: Bool, at now: Date
  ) {
    var items: [MenuItem] = []
    if canUnsnooze { items.append(MenuItem("Back now", key: "s", choice: .unsnooze(numbers))) }
    items += SnoozePreset.moments(by: reader(at: now)).map { preset, date in
      MenuItem(
        preset.label, detail: "until \(shown(date, at: now))",
        choice: .snooze(numbers, until: date))
    }
    items.append(MenuItem("Other time…", key: "o", choice: .askForMoment(numbers)))
    let what = numbers.count == 1 ? "Snooze" : "Snooze \(MessageCount.text(numbers.count))"
    menu = MenuState(title: what, items: items)
  }

  /// Snoozes until a moment of the menu; one that has passed meanwhile is offered anew.
  mutating func snooze(
    _ numbers: [MessageNumber], until moment: Date, at now: Date
  ) -> [Effect] {
    guard moment > now else {
      offerMoments(for: numbers, canUnsnooze: list.showsSnoozed, at: now)
      showStatus(.momentPassed, at: now)
      return []
    }
    return change(numbers, by: .snooze(until: moment))
  }

  /// Snoozes messages until a moment that was typed at a column.
  mutating func snooze(
    _ numbers: [MessageNumber], until text: String, column: Int, at now: Date
  ) throws(PromptError) -> [Effect] {
    guard !numbers.isEmpty else { return [] }
    do {
      return change(numbers, by: .snooze(until: try reader(at: now).futureDate(text)))
    } catch {
      throw PromptError(column: error.column + column - 1, message: error.message)
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
