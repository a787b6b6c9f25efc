import BellboardSupport
import Foundation
import InboxCore
import InboxText
import InboxUI

/// The counts of an inbox at one time, as `count` prints them.
struct CountReport: Sendable {
  /// How many messages match the filter.
  var count: Int
  /// Counts by status of what matches the filter without its status terms.
  var counts: InboxCounts
  /// The newest matches, at most ``newestCount``.
  var newest: [MessageRow]
  /// The time of the next transition; nil for never.
  var nextTransition: Date?

  /// Maximum number of newest messages, enough for a tooltip.
  static let newestCount = 5

  /// Reads the counts of the messages that match a filter.
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
  /// Counts by status the messages that match a filter without status terms.
  fileprivate func counts(among rest: MessageFilter) throws -> InboxCounts {
    let statuses: [MessageFilter] = [.unread, MessageFilter([.init(.status(.read))]), .trash]
    let hidden: [MessageFilter.Term] = [.snoozed, .scheduled, .expired].map { .init(.phase($0)) }
    let counts = try counts(
      of: statuses.map { rest.adding($0.terms) }
        + [hidden, MessageFilter.done.terms].map { terms in
          rest.mapAlternatives { $0.removing(\.isPhase) }.adding(terms)
        })
    return InboxCounts(
      unread: counts[0], read: counts[1], deleted: counts[2], hidden: counts[3], done: counts[4])
  }
}

extension MessageFilter {
  fileprivate func removing(_ isUnwanted: (Condition) -> Bool) -> MessageFilter {
    var filter = self
    filter.terms.removeAll { isUnwanted($0.condition) }
    return filter
  }
}

extension MessageFilter.Condition {
  fileprivate var isStatus: Bool { if case .status = self { true } else { false } }

  fileprivate var isPhase: Bool { if case .phase = self { true } else { false } }
}

/// Produces the lines of `count` at successive times.
struct CountLines {
  let inbox: Inbox
  /// The text of the filter, parsed for each line as its times may be relative.
  let filter: String
  /// The template of a line; nil for the bare number.
  let template: Template?
  /// The time zone of the filter's times; nil is that of the system, read only if needed.
  var timeZone: TimeZone?

  /// The last line that was printed.
  private var told: String?
  /// When the line may next change by the clock.
  private(set) var nextReading = Date.distantPast

  /// Starts with nothing printed.
  init(of inbox: Inbox, matching filter: String, template: Template? = nil) {
    self.inbox = inbox
    self.filter = filter
    self.template = template
  }

  /// The line at a time.
  ///
  /// - Throws: `InboxError`; `FilterError`.
  func line(at now: Date) throws -> String {
    guard template == nil else { return try read(at: now).line }
    return String(try inbox.at(now).count(matching: try meaning(at: now)))
  }

  /// The line at a time; nil if it has not changed.
  ///
  /// - Throws: `InboxError`; `FilterError`.
  mutating func newLine(at now: Date) throws -> String? {
    // The next transition is known only after settling; the counts are right without.
    _ = try? inbox.at(now).settle()
    let (line, transition) = try read(at: now)
    let reading = FilterClock(filter: filter, timeZone: timeZone ?? .current).nextReading(
      after: now)
    nextReading = min(reading, transition ?? reading)
    defer { told = line }
    return line == told ? nil : line
  }

  /// Reads the line and the time of the next transition.
  private func read(at now: Date) throws -> (line: String, transition: Date?) {
    let report = try CountReport(of: inbox, matching: meaning(at: now), at: now)
    return (template?.text(of: report) ?? String(report.count), report.nextTransition)
  }

  /// Parses the filter with relative times resolved at `now`.
  private func meaning(at now: Date) throws(FilterError) -> MessageFilter {
    try MessageFilter(parsing: filter, now: now, timeZone: timeZone ?? .autoupdatingCurrent)
  }
}

extension CountLines {
  /// Prints each changed line until a signal arrives or the reader closes the output.
  mutating func printChanges(to output: StandardOutput) throws {
    // Watch before the first read, so that no change is missed between the two.
    let wait = try InboxWait(streaming: inbox, to: output)
    while true {
      if let line = try newLine(at: Date()) {
        try output.line(line)
        try output.flush()
      }
      if case .signal = try wait.wait(atMost: nextReading.timeIntervalSinceNow) { return }
    }
  }
}

/// Computes when a filter with relative times, such as `after:-1h`, must be parsed again.
struct FilterClock {
  let filter: String
  /// The time zone of its times.
  let timeZone: TimeZone

  /// Interval for a filter that counts back from now, in seconds.
  private static let step = 60.0
  /// Maximum interval, in seconds.
  private static let day = 86_400.0

  /// The time to parse the filter again.
  ///
  /// That is when its days change, each full minute if it counts back from now, and after a day at
  /// the latest.
  func nextReading(after now: Date) -> Date {
    let meaning = filter(at: now)
    if meaning?.allTerms.contains(where: \.isMoving) == true {
      let minute = (now.timeIntervalSince1970 / Self.step).rounded(.down) + 1
      return Date(timeIntervalSince1970: minute * Self.step)
    }
    var (same, other) = (now, now.addingTimeInterval(Self.day))
    guard filter(at: other) != meaning else { return other }
    while other.timeIntervalSince(same) > 0.5 {
      let middle = same.addingTimeInterval(other.timeIntervalSince(same) / 2)
      if filter(at: middle) == meaning { same = middle } else { other = middle }
    }
    return other
  }

  private func filter(at now: Date) -> MessageFilter? {
    try? MessageFilter(parsing: filter, now: now, timeZone: timeZone)
  }
}

extension MessageFilter.Term {
  /// Whether its time is relative to now.
  fileprivate var isMoving: Bool {
    switch condition {
    case .before(.relative), .after(.relative): true
    default: false
    }
  }
}

extension CountReport: TemplateSubject {
  static let templateFields: [TemplateField<CountReport>] = [
    .init("count", number: { $0.count }),
    .init("unread", number: { $0.counts.unread }),
    .init("read", number: { $0.counts.read }),
    .init("total", number: { $0.counts.listed }),
    .init("deleted", number: { $0.counts.deleted }),
    .init("hidden", number: { $0.counts.hidden }),
    .init("done", number: { $0.counts.done }),
    .init("class", text: { $0.count > 0 ? "some" : "none" }),
    .init("title", text: { $0.newest.first.map(headline) }),
    .init("source", text: { $0.newest.first?.source }),
    .init("titles", text: { $0.newest.map(headline).joined(separator: "\n") }),
  ]

  /// The headline of a message: the first line of its title, else of its excerpt.
  private static func headline(of row: MessageRow) -> String {
    let text = [row.title, row.excerpt].compactMap(\.self).first { !$0.isEmpty } ?? ""
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }
}
