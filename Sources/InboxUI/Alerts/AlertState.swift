import Foundation
package import InboxCore

/// A message and the alerts that it raises.
struct RaisedAlert: Sendable, Hashable {
  var message: Message
  var alerts: Alerts

  var rings: Bool { alerts.rings(for: message) }
}

extension RaisedAlert {
  /// The alerts of a message by the policy, unless the host decides otherwise.
  init(of message: Message, isQuiet: Bool, in context: PartContext) {
    let policy = context.preferences.alerts
    let alerts = policy.alerts(for: message, isQuiet: isQuiet, at: context.now)
    let decide = context.environment.hostOptions?.decideAlerts
    self.init(message: message, alerts: decide?(message, alerts) ?? alerts)
  }
}

/// The alerts of the screen: the banner, what waits to be announced, what was chosen by hand.
struct AlertState: Sendable, Hashable {
  /// Seconds in which the bell rings once and the desktop is notified once, however much arrives.
  private static let pause = 1.0
  /// Seconds in which further occurrences of a message neither ring nor notify the desktop, unless
  /// they are more urgent.
  private static let repeatPause = 60.0

  /// The banner over the top bar.
  private(set) var banner: Banner?
  /// The message that alerted last.
  private(set) var latest: MessageNumber?
  /// Whether to be quiet, as chosen for this session; nil leaves it to the policy.
  private var quietChoice: Bool?
  /// Arrivals that the bell and the desktop have not announced yet.
  private var waiting: [RaisedAlert] = []
  /// Messages that came more than once and were announced, within the pause for these.
  private var announced: [MessageNumber: Announcement] = [:]
  /// Until when nothing more is announced.
  private var pausedUntil: Date?
  /// Up to which moment the due messages are known; nil before anything was read.
  private var dueThrough: Date?
  /// When the next message becomes due or ends.
  private var nextDue: Date?

  /// Makes the alerts of a screen, where at most one message has alerted.
  init(latest: MessageNumber? = nil) {
    self.latest = latest
  }

  /// Makes the alerts of another inbox, which keep what was chosen for this session.
  init(continuing earlier: AlertState) {
    quietChoice = earlier.quietChoice
  }

  /// The message that the banner shows, if it is one of this inbox.
  var shown: MessageNumber? { banner.flatMap { $0.inbox == nil ? $0.arrival.number : nil } }

  /// The message of another inbox that the banner shows.
  var shownElsewhere: (inbox: String, number: MessageNumber)? {
    banner.flatMap { banner in banner.inbox.map { ($0, banner.arrival.number) } }
  }

  /// Takes the banner away.
  mutating func dropBanner() {
    banner = nil
  }

  /// Whether only what is urgent alerts now.
  func isQuiet(by policy: AlertPolicy, at now: Date, in zone: TimeZone) -> Bool {
    policy.isQuiet(at: now, in: zone, choice: quietChoice)
  }

  /// Turns do not disturb on or off; returns what the status line shows.
  mutating func toggleDoNotDisturb(
    under policy: AlertPolicy, at now: Date, in zone: TimeZone
  ) -> StatusText {
    let isQuiet = !isQuiet(by: policy, at: now, in: zone)
    quietChoice = isQuiet
    return isQuiet ? .quietOn(policy.quietPriority) : .quietOff
  }

  /// The reads of what may alert among new log entries; the banner of a message that changed goes.
  mutating func arrivalEffects(of entries: [LogEntry]) -> [Effect] {
    var numbers: [MessageNumber] = []
    var effects: [Effect] = []
    for entry in entries {
      switch entry.verb {
      case .received, .resurfaced: numbers += entry.numbers
      case .merged:
        if let shown = bannerMessage(in: entry) { effects = [.arrivals(.shown(shown))] }
      case .viewed, .opened, .read, .deleted, .snoozed, .purged, .pruned, .resolved:
        if bannerMessage(in: entry) != nil { banner = nil }
      default: break
      }
    }
    return effects + (numbers.isEmpty ? [] : [.arrivals(.numbers(numbers))])
  }

  /// The message of the banner, if a log entry is about it.
  private func bannerMessage(in entry: LogEntry) -> MessageNumber? {
    shown.flatMap { entry.numbers.contains($0) ? $0 : nil }
  }

  /// The read of what became due since the last rows, whichever process has settled it.
  ///
  /// What was due before the first rows alerts nobody.
  mutating func dueArrivals(upTo nextTransition: Date?, at now: Date) -> [Effect] {
    let due = nextDue
    nextDue = nextTransition
    guard let start = dueThrough, start <= now else {
      dueThrough = now
      return []
    }
    guard let due, due <= now else { return [] }
    dueThrough = now
    return [.arrivals(.due(after: start, through: now))]
  }

  /// Brings the banner up to date, unless it shows another message by now.
  mutating func updateBanner(_ arrival: Message?) {
    if let arrival, arrival.number == shown { banner?.arrival = arrival }
  }

  /// Receives messages that may alert.
  ///
  /// - Parameters:
  ///   - arrivals: The messages.
  ///   - query: What they answer.
  ///   - isInThread: Whether a thread is looked at, whose messages raise no alert.
  ///   - isInSight: Whether a message is looked at, so that it needs no banner.
  ///   - context: The policy, the host and the time.
  /// - Returns: The effects.
  mutating func receive(
    _ arrivals: [Message], of query: ArrivalQuery, inThread isInThread: (String) -> Bool,
    isInSight: (MessageNumber) -> Bool, in context: PartContext
  ) -> [Effect] {
    if case .shown = query {
      updateBanner(arrivals.first)
      return []
    }
    let raised = raise(arrivals.filter { $0.thread.map(isInThread) != true }, in: context)
    return receive(
      raised, hasMore: query.hasMore(than: arrivals),
      inSight: Set(raised.map(\.message.number).filter(isInSight)),
      bannerSeconds: context.preferences.alerts.bannerSeconds, at: context.now)
  }

  /// Receives messages of another inbox that may alert.
  mutating func receive(
    _ arrivals: [Message], from inbox: String, in context: PartContext
  ) -> [Effect] {
    receive(
      raise(arrivals, in: context), from: inbox,
      bannerSeconds: context.preferences.alerts.bannerSeconds, at: context.now)
  }

  private func raise(_ messages: [Message], in context: PartContext) -> [RaisedAlert] {
    let isQuiet = isQuiet(by: context.preferences.alerts, at: context.now, in: context.zone)
    return messages.map { RaisedAlert(of: $0, isQuiet: isQuiet, in: context) }
  }

  /// Shows the banner of raised alerts, rings the bell and notifies the desktop.
  ///
  /// - Parameters:
  ///   - raised: The alerts of new messages, without those of a thread that is looked at.
  ///   - hasMore: Whether there were even more.
  ///   - inSight: The messages that are looked at, so that they need no banner.
  ///   - seconds: How long the banner stays.
  ///   - now: The present moment.
  /// - Returns: The effects.
  mutating func receive(
    _ raised: [RaisedAlert], hasMore: Bool, inSight: Set<MessageNumber>,
    bannerSeconds seconds: Double,
    at now: Date
  ) -> [Effect] {
    let unseen = raised.filter { $0.alerts.banner && !inSight.contains($0.message.number) }
    showBanner(of: unseen.map(\.message), isMore: hasMore, until: now.addingTimeInterval(seconds))
    announced = announced.filter { $0.value.end.isAhead(upTo: Self.repeatPause, at: now) }
    let loud = raised.filter { $0.rings || $0.alerts.desktop.isOfTerminal }
      .filter { !isAnnounced($0.message) }
    for message in loud.map(\.message) {
      announced[message.number] = Announcement(
        end: now.addingTimeInterval(Self.repeatPause), priority: message.priority)
    }
    waiting += loud
    latest = raised.last { $0.alerts != .none }?.message.number ?? latest
    return announce(at: now)
  }

  /// Whether a message is a further occurrence of one that was announced just now.
  private func isAnnounced(_ message: Message) -> Bool {
    guard message.occurrences > 1, let last = announced[message.number] else { return false }
    return message.priority <= last.priority
  }

  private mutating func showBanner(of arrivals: [Message], isMore: Bool, until end: Date) {
    guard let best = Self.best(arrivals) else { return }
    let present = banner.flatMap { $0.inbox == nil ? $0 : nil }
    var banner = present ?? Banner(arrival: best, expiresAt: end)
    let shown = arrivals.last { $0.number == banner.arrival.number }
    banner.arrival = shown ?? banner.arrival
    if best.priority >= banner.arrival.priority { banner.arrival = best }
    banner.add(arrivals.map(\.number))
    banner.isMore = banner.isMore || isMore
    banner.expiresAt = end
    self.banner = banner
  }

  /// Shows the banner of raised alerts of another inbox, rings the bell and notifies the desktop.
  ///
  /// A banner of this inbox stays, unless it is less urgent.
  mutating func receive(
    _ raised: [RaisedAlert], from inbox: String, bannerSeconds seconds: Double, at now: Date
  ) -> [Effect] {
    let arrivals = raised.filter(\.alerts.banner).map(\.message)
    if let best = Self.best(arrivals), !covers(best) {
      var next = banner.flatMap { $0.inbox == inbox ? $0 : nil }
      next?.arrival = best
      next?.expiresAt = now.addingTimeInterval(seconds)
      banner =
        next
        ?? Banner(
          arrival: best, inbox: inbox, expiresAt: now.addingTimeInterval(seconds))
      banner?.add(arrivals.map(\.number))
    }
    // Of a message that came again its own screens tell.
    waiting += raised.filter { $0.message.occurrences == 1 }
      .filter { $0.rings || $0.alerts.desktop != .off }
      .map { raised in
        var raised = raised
        raised.message.title = "\(inbox): \(raised.message.title ?? raised.message.source)"
        return raised
      }
    return announce(at: now)
  }

  /// Whether the banner shows a message of this inbox that is at least as urgent.
  private func covers(_ arrival: Message) -> Bool {
    guard let banner, banner.inbox == nil else { return false }
    return banner.arrival.priority >= arrival.priority
  }

  /// The most urgent, the newest of these.
  private static func best(_ arrivals: [Message]) -> Message? {
    arrivals.max { ($0.priority, $0.number) < ($1.priority, $1.number) }
  }
}

extension AlertState {
  /// Lets an expired banner go and announces what has waited, when that is due.
  mutating func tick(by policy: AlertPolicy, at now: Date) -> [Effect] {
    if let end = banner?.expiresAt, !end.isAhead(upTo: policy.bannerSeconds, at: now) {
      banner = nil
    }
    return announce(at: now)
  }

  /// When something about alerts changes by itself.
  func deadlines(under policy: AlertPolicy, at now: Date, in zone: TimeZone) -> [Date] {
    let paused = waiting.isEmpty ? nil : pausedUntil
    let hours = quietChoice == nil ? policy.quietHours : nil
    return [banner?.expiresAt, paused, hours?.nextChange(after: now, in: zone)]
      .compactMap(\.self)
  }

  /// Rings and notifies the desktop of what waits, unless that was done just now.
  private mutating func announce(at now: Date) -> [Effect] {
    guard !waiting.isEmpty else { return [] }
    if let pausedUntil, pausedUntil.isAhead(upTo: Self.pause, at: now) { return [] }
    let raised = waiting
    waiting = []
    pausedUntil = now.addingTimeInterval(Self.pause)
    let notice = Self.notice(of: raised.filter { $0.alerts.desktop.isOfTerminal })
    return (raised.contains(where: \.rings) ? [.host(.ring)] : [])
      + [notice.map { Effect.host(.notify($0)) }].compactMap(\.self)
  }

  private static func notice(of raised: [RaisedAlert]) -> DesktopNotification? {
    guard let best = best(raised.map(\.message)) else { return nil }
    let method = raised.last { $0.message.number == best.number }?.alerts.desktop ?? .off
    let title = best.repetition + (best.title ?? best.source)
    guard raised.count == 1 else {
      return DesktopNotification(
        number: best.number, title: "\(raised.count) new messages", body: title, method: method)
    }
    return DesktopNotification(
      number: best.number, title: title, body: best.excerpt ?? "", method: method)
  }
}

/// The banner of the newest alert, shown for some seconds.
struct Banner: Sendable, Hashable {
  /// The message that it shows.
  var arrival: Message
  /// The inbox of its messages; nil for the one that is shown.
  let inbox: String?
  /// The messages that it stands for; one that comes again counts once.
  private var numbers: Set<MessageNumber> = []
  /// Whether there were even more.
  var isMore = false
  /// When it goes by itself.
  var expiresAt: Date

  /// Makes the banner of a message.
  init(arrival: Message, inbox: String? = nil, expiresAt: Date) {
    self.arrival = arrival
    self.inbox = inbox
    self.expiresAt = expiresAt
    numbers = [arrival.number]
  }

  /// How many messages it stands for.
  var count: Int { numbers.count }

  /// Lets it stand for more messages.
  mutating func add(_ numbers: [MessageNumber]) {
    self.numbers.formUnion(numbers)
  }
}

/// An announcement of a message, which its further occurrences do not repeat for a while.
private struct Announcement: Sendable, Hashable {
  var end: Date
  var priority: Priority
}

extension ArrivalQuery: Request {
  package var effect: Effect { .arrivals(self) }
  package func answered(_ messages: [Message]) -> AnsweredRequest { .arrivals(self, messages) }
}
