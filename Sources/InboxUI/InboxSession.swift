import Foundation
import InboxCore
import InboxText

/// What is known of the inboxes beside their messages, and what was requested of the pane.
struct InboxSession: Sendable {
  /// Names of the inboxes, as last listed.
  var inboxNames: [String] = []
  /// Names that a filter can be completed with, as last counted; nil before that.
  var filterNames: FilterNames?
  /// The inboxes as last counted, among them the one that is shown while another is being opened.
  var countedInboxes: [InboxSummary] = []
  /// The request for inboxes that holds keys back until it is answered.
  var inboxRequest: PaneRequest?
  /// The message of another inbox that is gone to once that is shown.
  var awaitedAlert: (inbox: String, number: MessageNumber)?
  /// The request for look or keys that a person has made and that has no answer yet.
  var configurationRequest: PaneRequest?
  /// Whether the inbox's database file is gone.
  var isDatabaseMissing = false
  /// The visit before this one, until the list is refreshed.
  var lastVisit: LastVisit?
  /// When the store is asked to settle.
  var settling = SettleTimer()
}

extension InboxSession {
  /// The counted inboxes beside the one that is shown.
  func otherInboxes(than name: String) -> [InboxSummary] {
    countedInboxes.filter { $0.name != name }
  }

  /// Whether the inboxes were requested, or one of them, and no answer has come.
  var isAwaitingInbox: Bool { inboxRequest != nil }

  /// Requests the inboxes that there are, to choose from.
  mutating func requestInboxes(in environment: ScreenEnvironment) -> Reply {
    guard environment.canSwitchInbox else { return Reply(status: .onlyInbox) }
    return Reply(effects: request(.listInboxes(counting: true)))
  }

  /// Requests another inbox; until it is there the present one stays in sight.
  mutating func requestInbox(_ name: String, in environment: ScreenEnvironment) -> Reply {
    guard environment.canSwitchInbox else { return Reply(status: .onlyInbox) }
    guard name != environment.inboxName else { return Reply(status: .sameInbox(name)) }
    if awaitedAlert?.inbox != name { awaitedAlert = nil }
    return Reply(effects: request(.openInbox(name)), status: .openingInbox(name))
  }

  private mutating func request(_ request: PaneRequest) -> [Effect] {
    inboxRequest = request
    return [.pane(request)]
  }

  /// Receives the inboxes, and offers them when they were requested to choose from.
  mutating func receive(
    _ inboxes: [InboxSummary], for request: ListInboxes, in environment: ScreenEnvironment
  ) -> Reply {
    inboxNames = inboxes.map(\.name)
    guard inboxRequest == .listInboxes(request) else { return Reply() }
    inboxRequest = nil
    return Reply(overlay: .menu(.inboxes(inboxes, present: environment.inboxName)))
  }
}

extension LastVisit {
  /// What has arrived since, in words; nil where nothing has.
  func news(at now: Date, in zone: TimeZone) -> String? {
    guard newCount > 0 else { return nil }
    let count = newCount < Self.limit ? "\(newCount)" : "very many"
    let since =
      AbsoluteTime.nearText(date, from: now, in: zone) ?? AbsoluteTime.text(date, in: zone)
    return "\(count) new since \(since)"
  }
}

/// The timer by which the store applies the transitions that the clock has made due.
struct SettleTimer: Sendable, Hashable {
  /// For how long a store that could not settle is left alone, in seconds.
  private static let pause = 60.0

  private var isRunning = false
  private var earliest: Date?

  /// When the store is to be asked; nil while it runs, or while nothing will be due.
  func next(_ transition: Date?, at now: Date) -> Date? {
    guard !isRunning, let transition else { return nil }
    guard let earliest, earliest.isAhead(upTo: Self.pause, at: now) else { return transition }
    return max(transition, earliest)
  }

  /// Begins when a transition is due; false when none is.
  mutating func begin(_ transition: Date?, at now: Date) -> Bool {
    guard let next = next(transition, at: now), next <= now else { return false }
    isRunning = true
    return true
  }

  /// The store has settled.
  mutating func end() {
    isRunning = false
  }

  /// The store could not settle; it is asked again later.
  mutating func fail(at now: Date) {
    isRunning = false
    earliest = now.addingTimeInterval(Self.pause)
  }
}
