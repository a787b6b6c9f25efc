import Foundation
import InboxCore
import InboxText

/// The next deadline at which the screen changes without an event: a pure function of its state.
struct NextDeadline {
  /// The deadline; nil while nothing is scheduled.
  let date: Date?

  init(of state: UIState, at now: Date) {
    var moments: [Date] = []
    if let status = state.status { moments.append(status.expiresAt) }
    let transition = state.list.snapshot.nextTransition
    if let next = state.session.settling.next(transition, at: now) { moments.append(next) }
    if let next = state.session.unsent.next(state.list.snapshot.unsent) { moments.append(next) }
    moments += state.preferences.mutes.compactMap(\.end)
    let counts = state.listCounts
    if state.barTabs != nil, let count = counts.tabs.deadline { moments.append(count) }
    if state.showsSources, let count = state.sourceList.deadline { moments.append(count) }
    moments += state.alerts.deadlines(under: state.preferences.alerts, at: now, in: state.zone)
    switch state.screen {
    case .list, .trash, .thread:
      // The reader hides the groups: do not count them.
      if let count = counts.groups.deadline { moments.append(count) }
      moments += Self.ofList(state, at: now)
    case .reader:
      let times = state.reader?.visibleTimes(in: state.areas) ?? []
      moments += times.map { RelativeTime.nextChange(from: $0, now: now) }
    case .help: break
    }
    date = moments.min()
  }

  private static func ofList(_ state: UIState, at now: Date) -> [Date] {
    let (list, layout, zone) = (state.list, state.listLayout, state.zone)
    let format = state.preferences.rows.timeFormat
    var moments = list.visibleRows(in: layout).map {
      RowTime.nextChange(of: $0.sortDate, at: now, as: format, in: zone)
    }
    if let split = state.split {
      moments += state.preview.deadlines(of: list.selected, in: split, at: now)
    }
    if layout.headers != nil, !list.snapshot.rows.isEmpty {
      moments.append(LocalTime.midnight(after: now, in: zone))
    }
    return moments
  }
}
