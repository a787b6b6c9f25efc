public import Foundation
import InboxCore

extension UIState {
  /// Whether only what is urgent alerts now.
  public func isQuiet(at now: Date) -> Bool {
    preferences.alerts.isQuiet(at: now, in: zone, choice: alerts.quietChoice)
  }

  /// Asks what may alert of entries that are new in the log.
  mutating func askForAlerts(_ entries: [LogEntry]) -> [Effect] {
    let shown = alerts.banner?.arrival.number
    var numbers: [MessageNumber] = []
    var effects: [Effect] = []
    for entry in entries {
      switch entry.verb {
      case .received, .resurfaced: numbers += entry.numbers
      case .merged:
        if let shown, entry.numbers.contains(shown) { effects = [.arrivals(.shown(shown))] }
      case .viewed, .opened, .read, .deleted, .snoozed, .purged, .pruned:
        if let shown, entry.numbers.contains(shown) { alerts.banner = nil }
      default: break
      }
    }
    return effects + (numbers.isEmpty ? [] : [.arrivals(.numbers(numbers))])
  }

  /// Asks what the clock has brought since the last rows, whichever process moved it.
  ///
  /// What was due before the first rows is nobody's news.
  mutating func askForDueAlerts(_ snapshot: InboxSnapshot, at now: Date) -> [Effect] {
    let due = alerts.nextDue
    alerts.nextDue = snapshot.nextTransition
    guard let start = alerts.dueThrough, start <= now else {
      alerts.dueThrough = now
      return []
    }
    guard let due, due <= now else { return [] }
    alerts.dueThrough = now
    return [.arrivals(.due(after: start, through: now))]
  }

  /// Takes in who has come: shows the banner, rings, tells the desktop, as the policy says.
  mutating func arrived(
    _ question: ArrivalQuery, _ arrivals: [Message], at now: Date
  ) -> [Effect] {
    if case .shown = question {
      if let arrival = arrivals.first, arrival.number == alerts.banner?.arrival.number {
        alerts.banner?.arrival = arrival
      }
      return []
    }
    let isQuiet = isQuiet(at: now)
    let raised = arrivals.filter { !isInThread($0.thread) }
      .map { RaisedAlert(message: $0, alerts: decideAlerts(for: $0, isQuiet: isQuiet, at: now)) }
    let unseen = raised.filter { $0.alerts.banner && !isInSight($0.message.number) }
    showBanner(of: unseen.map(\.message), isMore: question.hasMore(than: arrivals), at: now)
    alerts.waiting += raised.filter { $0.rings || $0.alerts.desktop != .off }
    alerts.latest = raised.last { $0.alerts != .none }?.message.number ?? alerts.latest
    return raise(at: now)
  }

  /// The alerts by the policy, unless the host decides otherwise.
  private func decideAlerts(for message: Message, isQuiet: Bool, at now: Date) -> Alerts {
    let alerts = preferences.alerts.alerts(for: message, isQuiet: isQuiet, at: now)
    return embedding?.decideAlerts?(message, alerts) ?? alerts
  }

  private mutating func showBanner(of arrivals: [Message], isMore: Bool, at now: Date) {
    guard let best = Self.best(arrivals) else { return }
    let end = now.addingTimeInterval(preferences.alerts.bannerSeconds)
    var banner = alerts.banner ?? Banner(arrival: best, count: 0, expiresAt: end)
    if best.priority >= banner.arrival.priority { banner.arrival = best }
    banner.count += arrivals.count
    banner.isMore = banner.isMore || isMore
    banner.expiresAt = end
    alerts.banner = banner
  }

  /// The most urgent, the newest of these.
  static func best(_ arrivals: [Message]) -> Message? {
    arrivals.max { ($0.priority, $0.number) < ($1.priority, $1.number) }
  }

  /// Rings and tells the desktop of what waits, unless that was done just now.
  mutating func raise(at now: Date) -> [Effect] {
    guard !alerts.waiting.isEmpty else { return [] }
    if let until = alerts.pausedUntil, until.isAhead(upTo: AlertState.pause, at: now) {
      return []
    }
    let waiting = alerts.waiting
    alerts.waiting = []
    alerts.pausedUntil = now.addingTimeInterval(AlertState.pause)
    let notice = notice(of: waiting.filter { $0.alerts.desktop != .off })
    return (waiting.contains(where: \.rings) ? [.host(.ring)] : [])
      + [notice].compactMap { $0.map { .host(.notify($0)) } }
  }

  private func notice(of raised: [RaisedAlert]) -> DesktopNotice? {
    guard let best = Self.best(raised.map(\.message)) else { return nil }
    let method = raised.last { $0.message.number == best.number }?.alerts.desktop ?? .off
    let title = best.title ?? best.source
    guard raised.count == 1 else {
      return DesktopNotice(
        number: best.number, title: "\(raised.count) new messages", body: title, method: method)
    }
    return DesktopNotice(
      number: best.number, title: title, body: best.excerpt ?? "", method: method)
  }
}

extension UIState {
  /// Lets the banner go when its message has come into sight: it has nothing more to tell.
  mutating func dropSeenBanner() {
    guard let number = alerts.banner?.arrival.number, isInSight(number) else { return }
    alerts.banner = nil
  }

  /// Whether a message is being looked at, so that it needs no alert.
  private func isInSight(_ number: MessageNumber) -> Bool {
    switch screen {
    case .reader: return reader?.number == number
    case .list, .trash, .thread:
      guard let index = list.index(of: number), let anchor = list.scroll,
        let first = list.index(of: anchor.number)
      else { return false }
      return geometry.isVisible(index, from: first, anchor)
    default: return false
    }
  }

  /// Whether one is in a thread: its list is on the screen, or below the reader.
  private func isInThread(_ thread: String?) -> Bool {
    guard let thread else { return false }
    return list.query.filter.terms.contains(.init(.thread(thread)))
  }
}
