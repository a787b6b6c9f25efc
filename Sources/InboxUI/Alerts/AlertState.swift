import Foundation
public import InboxCore
import InboxText

/// A message with its alerts.
struct RaisedAlert: Sendable, Hashable {
  var message: Message
  var alerts: Alerts

  var rings: Bool { alerts.rings(for: message) }
}

/// The alerts of the screen: the banner, pending announcements and do not disturb.
struct AlertState: Sendable, Hashable {
  /// Throttling interval of the bell and of desktop notifications, in seconds.
  private static let pause = 1.0
  /// Seconds in which repeats of a message do not ring or notify the desktop, unless they are more
  /// urgent.
  private static let repeatPause = 60.0

  /// Seconds without a key or a click after which the person was away.
  private static let absence = 300.0

  /// The banner over the top bar.
  private(set) var banner: Banner?
  /// The last message with an alert.
  private(set) var latest: MessageNumber?
  /// The do not disturb choice of this session; nil uses the policy.
  private var quietChoice: Bool?
  /// Since when only urgent messages alert; nil while all do.
  private var quietSince: Date?
  /// Alerts that wait for the end of the throttling interval.
  private var waiting: [RaisedAlert] = []
  /// Recently announced messages, for suppressing repeats.
  private var announced: [MessageNumber: Announcement] = [:]
  /// The end of the throttling interval.
  private var pausedUntil: Date?
  /// The time up to which due messages were read; nil before the first read.
  private var dueThrough: Date?
  /// When the next transition is due.
  private var nextDue: Date?
  /// The time of the last key or click, or of the first event.
  private var seenAt: Date?
  /// The messages that events brought back since the last read of what is due.
  private var woken: Set<MessageNumber> = []

  /// Creates the alerts of a screen, with the last message that alerted.
  init(latest: MessageNumber? = nil) { self.latest = latest }

  /// Creates the alerts of another inbox, and keeps the do not disturb choice.
  init(continuing earlier: AlertState) { quietChoice = earlier.quietChoice }

  /// The message in the banner; nil if it is of another inbox.
  var shown: MessageNumber? { banner.flatMap { $0.inbox == nil ? $0.arrival.number : nil } }

  /// The message of another inbox in the banner.
  var shownElsewhere: (inbox: String, number: MessageNumber)? {
    banner.flatMap { banner in banner.inbox.map { ($0, banner.arrival.number) } }
  }

  mutating func dropBanner() { banner = nil }

  /// Whether only urgent messages alert.
  func isQuiet(by policy: AlertPolicy, at now: Date, in zone: TimeZone) -> Bool {
    policy.isQuiet(at: now, in: zone, choice: quietChoice)
  }

  /// Why only urgent messages alert, in words; nil if all do.
  func quietText(by policy: AlertPolicy, at now: Date, in zone: TimeZone) -> String? {
    guard isQuiet(by: policy, at: now, in: zone) else { return nil }
    guard quietChoice == nil, !policy.isQuiet, let hours = policy.quietHours else {
      return "do not disturb"
    }
    return "quiet until \(hours.endText)"
  }

  /// Notes whether only urgent messages alert; at the end of that, counts what came meanwhile, with
  /// the news that the list has.
  mutating func followQuiet(
    by policy: AlertPolicy, after visit: LastVisit?, at now: Date, in zone: TimeZone
  ) -> [Effect] {
    guard !isQuiet(by: policy, at: now, in: zone) else {
      quietSince = quietSince ?? now
      return []
    }
    defer { quietSince = nil }
    let told = visit.flatMap { $0.newCount > 0 ? $0.date : nil }
    return quietSince.map {
      [CountNews(since: min($0, told ?? $0), end: now, isTold: false).effect]
    } ?? []
  }

  /// Notes a key or a click; whether it is the first after an absence, which begins with the screen.
  fileprivate mutating func isReturn(_ event: Event, at now: Date) -> Bool {
    defer { if event.isByPerson || seenAt == nil { seenAt = now } }
    return event.isByPerson
      && seenAt.map { now.timeIntervalSince($0) >= Self.absence } ?? false
  }

  /// Toggles do not disturb; returns the status text.
  mutating func toggleDoNotDisturb(
    under policy: AlertPolicy, at now: Date, in zone: TimeZone
  ) -> StatusText {
    let isQuiet = !isQuiet(by: policy, at: now, in: zone)
    // Off where nothing else is on is no choice: later quiet hours come as they would have.
    let isNone = !isQuiet && !policy.isQuiet(at: now, in: zone, choice: nil)
    quietChoice = isNone ? nil : isQuiet
    return isQuiet ? .quietOn(policy.quietPriority) : .quietOff
  }

  /// Reads the messages of new log entries that may alert, and updates or removes the banner.
  mutating func arrivalEffects(of entries: [LogEntry]) -> [Effect] {
    var numbers: [MessageNumber] = []
    var effects: [Effect] = []
    for entry in entries {
      switch entry.verb {
      case .received, .resurfaced, .woken:
        if entry.mayAlert { numbers += entry.numbers }
        if entry.verb == .woken { woken.formUnion(entry.numbers) }
      case .merged:
        if let shown = bannerMessage(in: entry) { effects = [ArrivalQuery.shown(shown).effect] }
      case .viewed, .opened, .read, .deleted, .snoozed, .done, .purged, .pruned, .resolved:
        if bannerMessage(in: entry) != nil { banner = nil }
      default: break
      }
    }
    return effects + (numbers.isEmpty ? [] : [ArrivalQuery.numbers(numbers).effect])
  }

  /// The message in the banner, if a log entry is about it.
  private func bannerMessage(in entry: LogEntry) -> MessageNumber? {
    shown.flatMap { entry.numbers.contains($0) ? $0 : nil }
  }

  /// Reads messages that became due since the last read, whichever process has settled them.
  ///
  /// Messages that were due before the first read do not alert.
  mutating func dueArrivals(upTo nextTransition: Date?, at now: Date) -> [Effect] {
    let due = nextDue
    nextDue = nextTransition
    guard let start = dueThrough, start <= now else {
      dueThrough = now
      return []
    }
    guard let due, due <= now else { return [] }
    dueThrough = now
    return [ArrivalQuery.due(after: start, through: now).effect]
  }

  /// Handles messages that may alert.
  ///
  /// - Parameters:
  ///   - arrivals: The messages.
  ///   - query: The query that they answer.
  ///   - isInThread: Whether a thread is open; its messages do not alert.
  ///   - isInSight: Whether a message is visible; it needs no banner.
  ///   - context: The policy, the host and the time.
  /// - Returns: The effects.
  mutating func receive(
    _ arrivals: [Message], of query: ArrivalQuery, inThread isInThread: (String) -> Bool,
    isInSight: (MessageNumber) -> Bool, in context: PartContext
  ) -> [Effect] {
    if case .shown = query {
      if let arrival = arrivals.first, arrival.number == shown { banner?.arrival = arrival }
      return []
    }
    var news = arrivals
    if case .due = query {
      // Their snoozes ended when the event came, which has alerted.
      news.removeAll { woken.contains($0.number) }
      woken = []
    }
    let raised = raise(news.filter { $0.thread.map(isInThread) != true }, in: context)
    let unseen = raised.filter { $0.alerts.banner && !isInSight($0.message.number) }
    let hasMore = query.hasMore(than: arrivals)
    showBanner(of: unseen.map(\.message), isMore: hasMore, until: bannerEnd(in: context))
    let now = context.now
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

  private func raise(_ messages: [Message], in context: PartContext) -> [RaisedAlert] {
    let policy = context.preferences.alerts
    let isQuiet = isQuiet(by: policy, at: context.now, in: context.zone)
    let decide = context.environment.hostOptions?.decideAlerts
    return messages.map { message in
      let alerts = policy.alerts(for: message, isQuiet: isQuiet, at: context.now)
      return RaisedAlert(message: message, alerts: decide?(message, alerts) ?? alerts)
    }
  }

  private func bannerEnd(in context: PartContext) -> Date {
    context.now.addingTimeInterval(context.preferences.alerts.bannerSeconds)
  }

  /// Whether a message repeats a recently announced one, no more urgent than that.
  private func isAnnounced(_ message: Message) -> Bool {
    guard message.occurrences > 1, let last = announced[message.number] else { return false }
    return message.priority <= last.priority
  }

  /// Shows arrivals in the banner, which keeps the most urgent one of this inbox.
  private mutating func showBanner(
    of arrivals: [Message], from inbox: String? = nil, isMore: Bool = false, until end: Date
  ) {
    guard let best = Self.best(arrivals), inbox == nil || !covers(best) else { return }
    let present = banner.flatMap { $0.inbox == inbox ? $0 : nil }
    var banner = present ?? Banner(arrival: best, inbox: inbox, expiresAt: end)
    let shown = arrivals.last { $0.number == banner.arrival.number }
    banner.arrival = shown ?? banner.arrival
    if inbox != nil || best.priority >= banner.arrival.priority { banner.arrival = best }
    banner.add(arrivals.map(\.number))
    banner.isMore = banner.isMore || isMore
    banner.expiresAt = end
    self.banner = banner
  }

  /// Shows the banner of another inbox, rings the bell and notifies the desktop.
  ///
  /// A banner of this inbox stays, unless it is less urgent.
  mutating func receive(
    _ messages: [Message], from inbox: String, in context: PartContext
  ) -> [Effect] {
    let raised = raise(messages, in: context)
    let arrivals = raised.filter(\.alerts.banner).map(\.message)
    showBanner(of: arrivals, from: inbox, until: bannerEnd(in: context))
    // The screens of that inbox announce repeats.
    waiting += raised.filter { $0.message.occurrences == 1 }
      .filter { $0.rings || $0.alerts.desktop != .off }
      .map { raised in
        var raised = raised
        raised.message.title = "\(inbox): \(raised.message.title ?? raised.message.source)"
        return raised
      }
    return announce(at: context.now)
  }

  /// Whether the banner shows a message of this inbox that is at least as urgent.
  private func covers(_ arrival: Message) -> Bool {
    guard let banner, banner.inbox == nil else { return false }
    return banner.arrival.priority >= arrival.priority
  }

  /// The newest of the most urgent messages.
  private static func best(_ arrivals: [Message]) -> Message? {
    arrivals.max { ($0.priority, $0.number) < ($1.priority, $1.number) }
  }

  /// Removes an expired banner, and announces pending alerts that are due.
  mutating func tick(by policy: AlertPolicy, at now: Date) -> [Effect] {
    if let end = banner?.expiresAt, !end.isAhead(upTo: policy.bannerSeconds, at: now) {
      banner = nil
    }
    return announce(at: now)
  }

  /// When banner, pending alerts or quiet hours next change.
  func deadlines(under policy: AlertPolicy, at now: Date, in zone: TimeZone) -> [Date] {
    let paused = waiting.isEmpty ? nil : pausedUntil
    let hours = quietChoice == nil ? policy.quietHours : nil
    return [banner?.expiresAt, paused, hours?.nextChange(after: now, in: zone)]
      .compactMap(\.self)
  }

  /// Rings the bell and notifies the desktop of pending alerts, throttled.
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

/// The banner of an alert, shown for some seconds.
struct Banner: Sendable, Hashable {
  /// The message to show.
  var arrival: Message
  /// The inbox of its messages; nil for the current one.
  let inbox: String?
  /// The messages that it counts; a repeat counts once.
  private var numbers: Set<MessageNumber> = []
  /// Whether more messages arrived than were read.
  var isMore = false
  var expiresAt: Date

  /// Creates the banner of a message.
  init(arrival: Message, inbox: String? = nil, expiresAt: Date) {
    (self.arrival, self.inbox, self.expiresAt) = (arrival, inbox, expiresAt)
    numbers = [arrival.number]
  }

  /// The number of messages.
  var count: Int { numbers.count }

  mutating func add(_ numbers: [MessageNumber]) { self.numbers.formUnion(numbers) }
}

/// The last announcement of a message, which suppresses repeats.
private struct Announcement: Sendable, Hashable {
  var end: Date
  var priority: Priority
}

/// The messages that may alert, newest last.
extension ArrivalQuery: StoreRequest {
  package var turn: RequestTurn { .atOnce }

  package func perform(in context: RequestContext) throws -> [Message] {
    try context.inbox.arrivals(self, matching: context.scope ?? .all)
  }

  package func receive(_ messages: [Message], in state: inout UIState) {
    let (stack, layout) = (state.stack, state.listLayout)
    state.effects += state.alerts.receive(
      messages, of: self,
      inThread: { stack.list.query.filter.allTerms.contains(.init(.thread($0))) },
      isInSight: { stack.isInSight($0, in: layout) }, in: state.partContext)
  }
}

/// A count of what came in between, while only urgent messages alerted, and is unread.
private struct CountNews: StoreRequest {
  let since: Date
  let end: Date
  /// Whether it is told already; it is known until a refresh, also while none of it is unread.
  let isTold: Bool

  var turn: RequestTurn { .counting(atOnceIfQuick: false) }

  func perform(in context: RequestContext) throws -> LastVisit {
    try context.inbox.news(since: since, until: end)
  }

  func receive(_ news: LastVisit, in state: inout UIState) {
    state.session.newsTimer.end(at: state.now)
    guard !isTold || state.session.lastVisit?.end == end else { return }
    state.session.lastVisit = news.newCount > 0 || isTold ? news : nil
  }

  func fail(in state: inout UIState) { state.session.newsTimer.fail(at: state.now) }
}

/// The end of snoozes until the person is back on this machine.
private struct NoteReturn: StoreRequest {
  var turn: RequestTurn { .inOrder }

  func perform(in context: RequestContext) throws { try context.inbox.noteReturn() }

  func receive(_: Void, in state: inout UIState) {}
}

extension AlertState: ScreenPart {
  /// Drops the banner of a message that came in sight, and notes that the person is back.
  static func follow(_ event: Event, in state: inout UIState) {
    if let shown = state.alerts.shown, state.stack.isInSight(shown, in: state.listLayout) {
      state.alerts.dropBanner()
    }
    if event.changesInbox { state.session.newsTimer.invalidate(at: state.now) }
    state.effects +=
      (state.alerts.isReturn(event, at: state.now) ? [NoteReturn().effect] : [])
      + state.alerts.followQuiet(
        by: state.preferences.alerts, after: state.session.lastVisit, at: state.now, in: state.zone)
  }

  /// Counts the news of the last visit again, which may have been read or done.
  static func requestReads(in state: inout UIState) {
    guard let visit = state.session.lastVisit, state.session.newsTimer.begin(at: state.now) else {
      return
    }
    state.effects.append(CountNews(since: visit.date, end: visit.end, isTold: true).effect)
  }

  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    [state.session.lastVisit.flatMap { _ in state.session.newsTimer.deadline }]
      + (state.alerts.deadlines(under: state.preferences.alerts, at: now, in: state.zone) as [Date?])
  }

  static func tick(in state: inout UIState) {
    state.effects += state.alerts.tick(by: state.preferences.alerts, at: state.now)
  }
}

/// A desktop notification in short, printable text.
public struct DesktopNotification: Sendable, Hashable {
  /// Maximum columns of the title.
  static let titleColumns = 100
  /// Maximum columns of the body.
  static let bodyColumns = 200

  /// The message number.
  public var number: MessageNumber
  /// The title, on one line.
  public var title: String
  /// The body, on one line; may be empty.
  public var body: String
  /// How the terminal is notified.
  package var method: Alerts.Desktop

  /// Creates a notification from untrusted texts.
  package init(number: MessageNumber, title: String, body: String, method: Alerts.Desktop) {
    self.number = number
    self.title = Self.line(title, columns: Self.titleColumns)
    self.body = Self.line(body, columns: Self.bodyColumns)
    self.method = method
  }

  private static func line(_ text: String, columns: Int) -> String {
    TextLayout.truncate(TextLayout.oneLine(text, columns: columns), columns: columns)
  }
}
