import Foundation
import InboxCore

extension UIState {
  private func reader(at now: Date) -> MomentReader {
    MomentReader(now: now, timeZone: zone)
  }

  private func shown(_ moment: Date, at now: Date) -> String {
    AbsoluteTime.nearText(moment, from: now, in: zone) ?? AbsoluteTime.text(moment, in: zone)
  }

  /// Offers moments until which the messages can be hidden, and to end the snooze of those that
  /// are.
  ///
  /// The messages are those of this moment: the list may move on below the menu.
  mutating func askForSnooze(at now: Date) -> [Effect] {
    let numbers = targetNumbers
    guard !numbers.isEmpty else { return [] }
    guard targets.isEmpty || targets.contains(where: { list.status(of: $0) != .deleted }) else {
      tell("What is in the trash cannot be snoozed.", at: now)
      return []
    }
    var items: [MenuItem] = []
    if list.showsSnoozed || targets.contains(where: { $0.snoozedUntil != nil }) {
      items.append(MenuItem("Back now", key: "s", choice: .unsnooze(numbers)))
    }
    items += SnoozePreset.moments(read: reader(at: now)).map { preset, date in
      MenuItem(
        preset.label, detail: "until \(shown(date, at: now))",
        choice: .snooze(numbers, until: date))
    }
    items.append(MenuItem("Other time…", key: "o", choice: .askForMoment(numbers)))
    let what = numbers.count == 1 ? "Snooze" : "Snooze \(Self.messages(numbers.count))"
    menu = MenuState(title: what, items: items)
    return []
  }

  /// Takes the moment that was typed, or says below the prompt what is wrong with it.
  mutating func acceptMoment(
    _ text: String, for numbers: [MessageNumber], at now: Date
  ) -> [Effect] {
    do throws(PromptProblem) {
      let effects = try snooze(numbers, until: text, column: 1, at: now)
      prompt = nil
      return effects
    } catch {
      prompt?.problem = error
      return []
    }
  }

  /// Snoozes messages until a moment that was typed at a column.
  mutating func snooze(
    _ numbers: [MessageNumber], until text: String, column: Int, at now: Date
  ) throws(PromptProblem) -> [Effect] {
    guard !numbers.isEmpty else { return [] }
    do {
      return change(numbers, by: .snooze(until: try reader(at: now).futureDate(text)))
    } catch {
      throw PromptProblem(column: error.column + column - 1, message: error.message(in: zone))
    }
  }

  /// Asks for a snooze or its end, marks the rows as pending and moves on.
  mutating func change(_ numbers: [MessageNumber], by verb: Verb) -> [Effect] {
    let wanted = Set(numbers)
    let rows = list.snapshot.rows.filter { wanted.contains($0.number) }
    for row in rows { expect(verb, on: row) }
    if screen != .reader { list.marked = [:] }
    let effects = [Effect.perform(verb, .numbers(numbers))] + moveOn(from: rows, after: verb)
    return screen == .reader && leaves(by: verb) ? readOn(after: effects) : effects
  }

  /// Whether what is done takes messages out of the list that is looked at.
  private func leaves(by verb: Verb) -> Bool {
    if case .unsnooze = verb { return list.showsSnoozed }
    return !list.showsSnoozed
  }

  /// What a snooze or its end is told as: its messages are out of sight, so their rows cannot.
  func snoozeText(_ effect: Effect, _ outcome: ChangeOutcome, at now: Date) -> String? {
    guard case .perform(let verb, _) = effect else { return nil }
    let count = Self.messages(outcome.changedCount)
    switch verb {
    case .snooze(let until):
      return outcome.changedCount == 0
        ? "Nothing to snooze." : "snoozed \(count) until \(shown(until, at: now))"
    case .unsnooze:
      return outcome.changedCount == 0 ? "Nothing was snoozed." : "brought \(count) back"
    default: return nil
    }
  }
}
