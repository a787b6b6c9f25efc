import InboxText
public import Foundation
import InboxCore

extension UIState {
  /// The inbox has changed: what is shown is read again, unless it is known already.
  mutating func inboxChanged(_ wake: InboxWatch.Wake, at now: Date) -> [Effect] {
    switch wake {
    case .nothing: return []
    case .gone: return databaseDisappeared(at: now)
    case .reload:
      databaseReturned(at: now)
      return reread() + reloadReader() + [.takeLink]
    case .changed(let entries):
      databaseReturned(at: now)
      return logChanged(entries, at: now)
    }
  }

  private mutating func databaseDisappeared(at now: Date) -> [Effect] {
    isDatabaseMissing = true
    tell(
      "The inbox's file is gone; this goes on when there is one again.", isError: true, at: now)
    return []
  }

  private mutating func databaseReturned(at now: Date) {
    guard isDatabaseMissing else { return }
    isDatabaseMissing = false
    tell("There is an inbox again.", at: now)
  }

  private mutating func logChanged(_ entries: [LogEntry], at now: Date) -> [Effect] {
    let links: [Effect] = entries.contains { $0.verb == .requested } ? [.takeLink] : []
    let others = askForAlerts(entries) + links
    guard let last = entries.last, last.sequence > list.snapshot.sequence else { return others }
    if list.snapshot.hasEarlier, list.query == MessageQuery() {
      // The whole list, newest first: what comes in lies above, though not among the rows at hand.
      for entry in entries where entry.verb == .received || entry.verb == .resurfaced {
        list.arrivals.formUnion(entry.numbers)
      }
    }
    let concernsReader = entries.contains { entry in
      reader.map { entry.numbers.contains($0.number) } ?? false
    }
    return reread() + (concernsReader ? reloadReader() : []) + others
  }

  func reloadReader() -> [Effect] {
    reader.map { [.fetch([$0.number], .reader)] } ?? []
  }

  mutating func resize(to size: Size) -> [Effect] {
    self.size = size
    reveal()
    layOutReader()
    clampHelp()
    return readAtMargin()
  }

  mutating func configure(
    _ theme: Theme?, _ keymap: Keymap?, _ preferences: ScreenPreferences?,
    _ problems: [String], at now: Date
  ) -> [Effect] {
    if let theme { self.theme = theme }
    if let keymap { self.keymap = keymap }
    if let preferences { self.preferences = preferences }
    reveal()
    layOutReader()
    clampHelp()
    tellProblems(problems, at: now)
    return []
  }

  /// Says what is wrong with the configuration; what was said of it before holds no longer.
  private mutating func tellProblems(_ problems: [String], at now: Date) {
    if status == configurationStatus { status = nil }
    configurationStatus = nil
    guard let first = problems.first else { return }
    let count = problems.count - 1
    let more = count > 0 ? " (and \(count) more: see 'bellboard config check')" : ""
    tell(first + more, isError: true, at: now)
    configurationStatus = status
  }

  /// Tells what went wrong around the screen.
  mutating func fail(_ reason: String, at now: Date) -> [Effect] {
    tell(reason, isError: true, at: now)
    return []
  }

  /// Does what is due: lets a status line and a banner go, lets the store settle.
  mutating func tick(at now: Date) -> [Effect] {
    if let status, !status.isShown(at: now) { self.status = nil }
    let alerts = tickAlerts(at: now)
    guard let next = nextSettling(at: now), next <= now else { return alerts }
    isSettling = true
    return alerts + [.settle]
  }

  /// When the store is to settle; nil while it does, or while nothing is due.
  private func nextSettling(at now: Date) -> Date? {
    guard !isSettling, let next = list.snapshot.nextTransition else { return nil }
    guard let earliest = settlesAfter, earliest.isAhead(upTo: Self.settlePause, at: now) else {
      return next
    }
    return max(next, earliest)
  }

  /// A store that could not settle is asked again, and what the clock has moved is read without it.
  mutating func settleLater(at now: Date) -> [Effect] {
    isSettling = false
    settlesAfter = now.addingTimeInterval(Self.settlePause)
    return reread() + reloadReader()
  }

  /// For how long a store that could not settle is left alone, in seconds.
  private static let settlePause = 60.0

  /// When something on the screen changes by itself; nil while nothing does.
  public func nextDeadline(at now: Date) -> Date? {
    var moments: [Date] = []
    if let status { moments.append(status.expiresAt) }
    if let next = nextSettling(at: now) { moments.append(next) }
    moments += alertDeadlines(at: now)
    switch screen {
    case .list, .trash, .thread:
      let format = preferences.rows.timeFormat
      moments += visibleRows.map {
        RowTime.nextChange(of: $0.sortDate, at: now, as: format, in: zone)
      }
    case .reader:
      moments += visibleMoments.map { RelativeTime.nextChange(from: $0, now: now) }
    case .help: break
    }
    return moments.min()
  }

  /// The times that the reader tells, as far as they are in sight.
  private var visibleMoments: [Date] {
    guard let reader, let content = reader.content(columns: areas.columns) else { return [] }
    return content.rows.dropFirst(reader.scroll).prefix(areas.contentRows).compactMap { row in
      guard case .moment(let moment) = row, moment.hasRelative else { return nil }
      return moment.date
    }
  }

  /// The rows of which at least a line may be in sight.
  var visibleRows: ArraySlice<MessageRow> {
    guard let first = list.scroll.flatMap({ list.index(of: $0.number) }) else { return [] }
    return list.snapshot.rows[first...].prefix(areas.contentRows)
  }
}
