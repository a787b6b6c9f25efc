import BellboardSupport
import Foundation
import InboxCore

/// The report of `count`: the counts of an inbox at one moment.
struct CountReport: Sendable {
  /// How many messages match the filter.
  var count: Int
  /// Counts by status of what matches the filter but for the statuses that it names.
  var counts: InboxCounts
  /// The newest few that match the filter.
  var newest: [MessageRow]
  /// When the clock next changes any of it.
  var nextTransition: Date?

  /// Most messages that a tooltip lists.
  static let newestCount = 5

  /// Reads what there is to tell of one moment.
  ///
  /// - Throws: `InboxError`.
  init(of inbox: Inbox, matching filter: MessageFilter, at now: Date) throws {
    let snapshot = try inbox.at(now).snapshot(
      of: MessageQuery(filter: filter), in: MessageWindow(limit: Self.newestCount),
      countingMatches: true)
    count = snapshot.matchCount ?? snapshot.rows.count
    let rest = filter.mapAlternatives { $0.removing(\.isStatus) }
    counts = rest == .all ? snapshot.counts : try inbox.at(now).counts(among: rest)
    newest = snapshot.rows
    nextTransition = snapshot.nextTransition
  }
}

extension Inbox {
  /// The counts by status of what some terms match.
  fileprivate func counts(among rest: MessageFilter) throws -> InboxCounts {
    let statuses: [MessageFilter] = [.unread, MessageFilter([.init(.status(.read))]), .trash]
    let hidden: [MessageFilter.Term] = [.snoozed, .scheduled, .expired].map { .init(.phase($0)) }
    let counts = try counts(
      of: statuses.map { status in rest.mapAlternatives { $0.adding(status.terms) } }
        + [rest.mapAlternatives { $0.removing(\.isPhase).adding(hidden) }])
    return InboxCounts(
      unread: counts[0], read: counts[1], deleted: counts[2], hidden: counts[3])
  }
}

extension MessageFilter {
  fileprivate func removing(_ isUnwanted: (Condition) -> Bool) -> MessageFilter {
    var filter = self
    filter.terms.removeAll { isUnwanted($0.condition) }
    return filter
  }

  fileprivate func adding(_ terms: [Term]) -> MessageFilter {
    var filter = self
    filter.terms += terms
    return filter
  }
}

extension MessageFilter.Condition {
  fileprivate var isStatus: Bool {
    if case .status = self { true } else { false }
  }

  fileprivate var isPhase: Bool {
    if case .phase = self { true } else { false }
  }
}

/// The lines of `count`, moment after moment.
struct CountLines {
  /// The inbox.
  let inbox: Inbox
  /// The words of the filter, which may mean another moment each time.
  let filter: String
  /// The line; nil is the bare number.
  let template: CountTemplate?
  /// The time zone in which times are read; nil is that of the system, asked for when it matters.
  var timeZone: TimeZone?

  /// The line that was last printed.
  private var told: String?
  /// When the clock may change the line, as it was last seen.
  private(set) var nextReading = Date.distantPast

  /// Begins with nothing printed.
  init(of inbox: Inbox, matching filter: String, template: CountTemplate? = nil) {
    self.inbox = inbox
    self.filter = filter
    self.template = template
  }

  /// The line of one moment.
  ///
  /// - Throws: `InboxError`; `FilterError`.
  func line(at now: Date) throws -> String {
    guard template == nil else { return try read(at: now).line }
    return String(try inbox.at(now).count(matching: try meaning(at: now)))
  }

  /// The line of this moment if it is another than before.
  ///
  /// - Throws: `InboxError`; `FilterError`.
  mutating func newLine(at now: Date) throws -> String? {
    // Only what is settled tells when the clock moves it next; the counts are right without.
    _ = try? inbox.at(now).settle()
    let (line, transition) = try read(at: now)
    let reading = FilterClock(filter: filter, timeZone: timeZone ?? .current).nextReading(
      after: now)
    nextReading = min(reading, transition ?? reading)
    defer { told = line }
    return line == told ? nil : line
  }

  /// The line, and when the clock next changes what is counted.
  private func read(at now: Date) throws -> (line: String, transition: Date?) {
    let report = try CountReport(of: inbox, matching: meaning(at: now), at: now)
    return (template?.text(for: report) ?? String(report.count), report.nextTransition)
  }

  /// What the words of the filter mean at one moment.
  private func meaning(at now: Date) throws(FilterError) -> MessageFilter {
    try MessageFilter(parsing: filter, now: now, timeZone: timeZone ?? .autoupdatingCurrent)
  }
}
