import BellboardSupport
import Foundation
import InboxCore

/// What `count` can tell of an inbox at one moment.
struct CountReport: Sendable {
  /// How many messages match the filter.
  var count: Int
  /// Counts of the whole inbox.
  var counts: InboxCounts
  /// The newest few that match the filter.
  var newest: [MessageRow]
  /// When the clock next changes any of it.
  var nextTransition: Date?

  /// Most messages that a tooltip lists.
  static let newestCount = 5

  /// Reads what there is to tell, all of one moment.
  ///
  /// - Throws: `InboxError`.
  init(of inbox: Inbox, matching filter: MessageFilter, at now: Date) throws {
    let snapshot = try inbox.at(now).snapshot(
      of: MessageQuery(filter: filter), in: MessageWindow(limit: Self.newestCount),
      countingMatches: true)
    count = snapshot.matchCount ?? snapshot.rows.count
    counts = snapshot.counts
    newest = snapshot.rows
    nextTransition = snapshot.nextTransition
  }
}

/// What is said of the counts of an inbox, moment after moment.
struct CountLines {
  /// The inbox.
  let inbox: Inbox
  /// The words of the filter, which may mean another moment each time.
  let filter: String
  /// The line; nil is the bare number.
  let template: CountTemplate?
  /// The time zone in which times are read and shown.
  var timeZone = TimeZone.current

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
    try read(at: now).line
  }

  /// The line of this moment if it is another than before.
  ///
  /// - Throws: `InboxError`; `FilterError`.
  mutating func newLine(at now: Date) throws -> String? {
    // Only what is settled tells when the clock moves it next; the counts are right without.
    _ = try? inbox.at(now).settle()
    let (line, transition) = try read(at: now)
    let reading = FilterClock(filter: filter, timeZone: timeZone).nextReading(after: now)
    nextReading = min(reading, transition ?? reading)
    defer { told = line }
    return line == told ? nil : line
  }

  /// The line, and when the clock next changes what is counted.
  private func read(at now: Date) throws -> (line: String, transition: Date?) {
    let filter = try MessageFilter(parsing: filter, now: now, timeZone: timeZone)
    let report = try CountReport(of: inbox, matching: filter, at: now)
    return (template?.text(for: report) ?? String(report.count), report.nextTransition)
  }
}
