import Foundation
import InboxCore

/// How many messages of the list came in each of the last 24 hours, at the right of the tabs of a wide
/// terminal: `▁▂▁▁▅█▃▁ 24 h`.
struct ArrivalStrip: Sendable {
  /// Columns of the terminal from which on it is shown.
  private static let leastColumns = 120
  private static let hour = 3_600.0

  /// The numbers of the hours, oldest first; empty until they are counted.
  fileprivate var counts: [Int] = []
  /// The end of the last hour.
  private var end = Date.distantPast
  fileprivate var timer = CountTimer()

  /// The strip; nil on narrow terminals, and while it is empty.
  func text(in state: UIState) -> String? {
    guard Self.isShown(in: state), counts.contains(where: { $0 > 0 }) else { return nil }
    return Sparkline.text(of: counts) + " 24 h"
  }

  fileprivate static func isShown(in state: UIState) -> Bool {
    state.areas.columns >= leastColumns && state.barTabs != nil && state.hostOptions == nil
  }
}

/// The numbers of messages by hour.
struct CountHours: StoreRequest {
  var turn: RequestTurn { .counting(atOnceIfQuick: false) }

  func perform(in context: RequestContext) throws -> [Int] {
    try context.inbox.hourCounts(within: context.budget)
  }

  func receive(_ counts: [Int], in state: inout UIState) {
    state.listCounts.strip.counts = counts
    state.listCounts.strip.timer.end(at: state.now)
  }

  func fail(in state: inout UIState) { state.listCounts.strip.timer.fail(at: state.now) }
}

extension ArrivalStrip: ScreenPart {
  static func follow(_ event: Event, in state: inout UIState) {
    if event.changesInbox, isShown(in: state) {
      state.listCounts.strip.timer.invalidate(at: state.now)
    }
  }

  static func requestReads(in state: inout UIState) {
    guard isShown(in: state), state.screen.isList else { return }
    let hours = (state.now.timeIntervalSince1970 / hour).rounded(.down) + 1
    let end = Date(timeIntervalSince1970: hours * hour)
    if end != state.listCounts.strip.end {
      state.listCounts.strip.end = end
      state.listCounts.strip.timer.invalidate(at: state.now)
    }
    state.effects += state.listCounts.strip.timer.begin(at: state.now) ? [CountHours().effect] : []
  }

  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    guard isShown(in: state), state.screen.isList else { return [] }
    let strip = state.listCounts.strip
    return [strip.timer.deadline, strip.counts.isEmpty ? nil : strip.end]
  }
}
