import Foundation
import InboxCore
import InboxText

/// The state of the session around the messages: inboxes, completion names and pending pane
/// requests.
struct InboxSession: Sendable {
  /// Inbox names, as last listed.
  var inboxNames: [String] = []
  /// The names that complete a filter, as last counted; nil before the first count.
  var filterNames: FilterNames?
  /// The inboxes as last counted; also the shown one while another is being opened.
  var countedInboxes: [InboxSummary] = []
  /// The pending request for inboxes, which delays keys.
  var inboxRequest: PaneRequest?
  /// The message to go to once its inbox is open.
  var awaitedAlert: (inbox: String, number: MessageNumber)?
  /// The pending request for theme or configuration, if a person made it.
  var configurationRequest: PaneRequest?
  /// Whether the database file is missing.
  var isDatabaseMissing = false
  /// The previous visit, until the list is refreshed.
  var lastVisit: LastVisit?
  /// The timer for counting what came since and is unread.
  var newsTimer = CountTimer()
  /// The timer for settling: the store applies the transitions that are due.
  var settling = DueTimer()
  /// The timer for reading the changes that wait to be sent: sending them is no change of the inbox,
  /// so that nothing else says that it was done.
  var unsent = DueTimer()

  /// Whether a request for inboxes is pending.
  var isAwaitingInbox: Bool { inboxRequest != nil }

  /// Requests the inboxes for a menu.
  mutating func requestInboxes(in environment: ScreenEnvironment) -> Reply {
    guard environment.canSwitchInbox else { return Reply(status: .onlyInbox) }
    return Reply(effects: request(.listInboxes(ListInboxes(isCounting: true))))
  }

  /// Requests another inbox; the current one stays visible until it is open.
  mutating func requestInbox(_ name: String, in environment: ScreenEnvironment) -> Reply {
    guard environment.canSwitchInbox else { return Reply(status: .onlyInbox) }
    guard name != environment.inboxName else { return Reply(status: .sameInbox(name)) }
    if awaitedAlert?.inbox != name { awaitedAlert = nil }
    return Reply(effects: request(.openInbox(OpenInbox(name: name))), status: .openingInbox(name))
  }

  private mutating func request(_ request: PaneRequest) -> [Effect] {
    inboxRequest = request
    return [.pane(request)]
  }
}

extension LastVisit {
  /// The number of messages since the visit, in words, longest form first; empty if there are none.
  ///
  /// Of several sources, with the key that groups them.
  func news(at now: Date, in zone: TimeZone, key: String?) -> [String] {
    guard newCount > 0 else { return [] }
    let count = newCount < Self.limit ? "\(newCount)" : "very many"
    let since = AbsoluteTime.since(date, at: now, in: zone)
    guard sourceCount > 1 else { return ["\(count) new \(since)", "\(count) new"] }
    return ["\(count) new from \(sourceCount) sources \(since)", "\(count) new"].map {
      $0 + (key.map { " · \($0)" } ?? "")
    }
  }
}

extension AbsoluteTime {
  /// A time in the past in words, with the day when it is not today: `since 17:47`.
  static func since(_ date: Date, at now: Date, in zone: TimeZone) -> String {
    "since " + (nearText(date, from: now, in: zone) ?? text(date, in: zone))
  }
}

/// Begins what is due at a time, unless it runs already.
struct DueTimer: Sendable, Hashable {
  /// Seconds to wait before a retry after a failure.
  private static let pause = 60.0

  private var isRunning = false
  private var earliest: Date?

  /// When to begin next; nil while it runs, or if nothing is due.
  func next(_ due: Date?, at now: Date) -> Date? {
    guard !isRunning, let due else { return nil }
    guard let earliest, earliest.isAhead(upTo: Self.pause, at: now) else { return due }
    return max(due, earliest)
  }

  /// Begins if it is due; false otherwise.
  mutating func begin(_ due: Date?, at now: Date) -> Bool {
    guard let next = next(due, at: now), next <= now else { return false }
    isRunning = true
    return true
  }

  mutating func end() {
    isRunning = false
  }

  /// Ends a failed attempt; it is retried after ``pause``.
  mutating func fail(at now: Date) {
    isRunning = false
    earliest = now.addingTimeInterval(Self.pause)
  }
}

extension Settle: ScreenPart {
  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    [state.session.settling.next(state.list.snapshot.nextTransition, at: now)]
  }

  static func tick(in state: inout UIState) {
    let next = state.list.snapshot.nextTransition
    if state.session.settling.begin(next, at: state.now) { state.effects.append(Settle().effect) }
  }
}
