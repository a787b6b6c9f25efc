package import Foundation
package import InboxCore

extension UIState {
  /// Whether only what is urgent alerts now.
  package func isQuiet(at now: Date) -> Bool {
    alerts.isQuiet(by: preferences.alerts, at: now, in: zone)
  }

  /// Tells how many alerts nobody saw, unless the status line has something else to say.
  mutating func tellMissedAlerts(_ count: Int, at now: Date) {
    guard count > 0, status == nil else { return }
    showStatus(.missedAlerts(count), at: now)
  }

  /// Takes in which of the new messages may alert.
  mutating func receive(
    _ arrivals: [Message], of query: ArrivalQuery, at now: Date
  ) -> [Effect] {
    if case .shown = query {
      alerts.updateBanner(arrivals.first)
      return []
    }
    let isQuiet = isQuiet(at: now)
    let raised = arrivals.filter { !isInThread($0.thread) }
      .map { RaisedAlert(message: $0, alerts: decideAlerts(for: $0, isQuiet: isQuiet, at: now)) }
    return alerts.receive(
      raised, hasMore: query.hasMore(than: arrivals),
      inSight: Set(raised.map(\.message.number).filter(isInSight)),
      bannerSeconds: preferences.alerts.bannerSeconds, at: now)
  }

  /// Takes in messages of another inbox that may alert.
  mutating func receive(_ arrivals: [Message], from inbox: String, at now: Date) -> [Effect] {
    guard inbox != inboxName else { return [] }
    let isQuiet = isQuiet(at: now)
    let raised = arrivals.map {
      RaisedAlert(message: $0, alerts: decideAlerts(for: $0, isQuiet: isQuiet, at: now))
    }
    return alerts.receive(
      raised, from: inbox, bannerSeconds: preferences.alerts.bannerSeconds, at: now)
  }

  /// The alerts by the policy, unless the host decides otherwise.
  private func decideAlerts(for message: Message, isQuiet: Bool, at now: Date) -> Alerts {
    let alerts = preferences.alerts.alerts(for: message, isQuiet: isQuiet, at: now)
    return hostOptions?.decideAlerts?(message, alerts) ?? alerts
  }

  /// Shows the message that alerted last.
  mutating func goToAlert(at now: Date) -> [Effect] {
    if let alert = alerts.shownElsewhere {
      alerts.dropBanner()
      session.awaitedAlert = alert
      return take(session.requestInbox(alert.inbox, in: environment), at: now)
    }
    guard let number = alerts.shown ?? alerts.latest else {
      showStatus(.noNewAlerts, at: now)
      return []
    }
    return goToAlert(number, at: now)
  }

  /// Shows a message that has alerted.
  mutating func goToAlert(_ number: MessageNumber, at now: Date) -> [Effect] {
    alerts.dropBanner()
    return go(to: .message(number), from: .alert, at: now)
  }

  /// Lets the banner go when its message has come into sight.
  mutating func dropSeenBanner() {
    guard let number = alerts.shown, isInSight(number) else { return }
    alerts.dropBanner()
  }

  private func isInSight(_ number: MessageNumber) -> Bool {
    switch screen {
    case .reader: reader?.number == number
    case .list, .trash, .thread: list.isInSight(number, in: listLayout)
    case .help: false
    }
  }

  /// Whether a thread is looked at: its list is on the screen, or below the reader.
  private func isInThread(_ thread: String?) -> Bool {
    guard let thread else { return false }
    return list.query.filter.allTerms.contains(.init(.thread(thread)))
  }
}

extension ArrivalQuery: Request {
  package var effect: Effect { .arrivals(self) }
  package func answered(_ messages: [Message]) -> AnsweredRequest { .arrivals(self, messages) }
}
