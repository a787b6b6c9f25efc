import Foundation
import InboxCore

extension UIState {
  /// Opens what is selected; many at once only after a question.
  mutating func open(at now: Date) -> [Effect] {
    let taps = targets.sorted { $0.number < $1.number }
      .map { Tap(number: $0.number, behavior: $0.tap) }
    guard taps.count <= preferences.openLimit else {
      confirmation = ConfirmState(
        action: .open(taps), selection: .numbers(taps.map(\.number)), count: taps.count)
      return []
    }
    return open(taps)
  }

  /// Marks read and counts, then does what opening does unless somebody else does it.
  mutating func open(_ taps: [Tap]) -> [Effect] {
    let numbers = taps.map(\.number)
    guard !numbers.isEmpty else { return [] }
    for row in list.snapshot.rows where numbers.contains(row.number) {
      expect(.open(.inbox), on: row)
    }
    if screen != .reader { for number in numbers { list.marked[number] = nil } }
    return [.perform(.open(.inbox), .numbers(numbers)), .tap(taps)]
  }

  /// Does what opening does: links go out, other messages to their screen.
  mutating func run(_ taps: [Tap], at now: Date) -> [Effect] {
    guard let first = taps.first else { return [] }
    let links = TapLinks(of: taps, allowing: preferences.linkSchemes)
    guard !links.isEmpty else { return show(first, at: now) }
    if let problem = links.problem { tell(problem, isError: true, at: now) }
    if !links.asking.isEmpty {
      confirmation = ConfirmState(
        action: .launch(links.asking), selection: .numbers(links.asking.map(\.number)),
        count: links.asking.count)
    }
    return links.launches(preferences)
  }

  /// Shows what a tap without a link is about.
  private mutating func show(_ tap: Tap, at now: Date) -> [Effect] {
    if tap.action != nil { return [] }
    if case .thread(let thread) = tap.behavior { return goToThread(thread) }
    if screen == .reader {
      tell("This message has no link to open.", at: now)
      return []
    }
    return showReader(tap.number)
  }
}
