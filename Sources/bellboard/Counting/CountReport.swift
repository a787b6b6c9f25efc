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
  init(of inbox: Inbox, matching filter: MessageFilter, at now: Date) throws {
    let snapshot = try inbox.snapshot(
      of: MessageQuery(filter: filter), in: MessageWindow(limit: Self.newestCount), at: now,
      isCounted: true)
    count = snapshot.matchCount ?? snapshot.rows.count
    counts = snapshot.counts
    newest = snapshot.rows
    nextTransition = snapshot.nextTransition
  }
}

/// A line for the counts of an inbox.
typealias CountTemplate = TextTemplate<CountReport>

extension TextTemplate<CountReport> {
  /// Reads a template for counts.
  init(parsing text: String) throws {
    try self.init(parsing: text, fields: TemplateField.all)
  }
}

extension TemplateField<CountReport> {
  /// What a template can name, as one table.
  static let all: [TemplateField] = [
    .init(name: "count") { String($0.count) },
    .init(name: "unread") { String($0.counts.unread) },
    .init(name: "read") { String($0.counts.read) },
    .init(name: "total") { String($0.counts.listed) },
    .init(name: "deleted") { String($0.counts.deleted) },
    .init(name: "hidden") { String($0.counts.hidden) },
    .init(name: "class") { $0.count > 0 ? "some" : "none" },
    .init(name: "title") { $0.newest.first.map(headline) ?? "" },
    .init(name: "source") { $0.newest.first?.source ?? "" },
    .init(name: "titles") { $0.newest.map(headline).joined(separator: "\n") },
  ]

  /// What a message says in one line: its title, or how its text begins.
  private static func headline(of row: MessageRow) -> String {
    let text = [row.title, row.excerpt].compactMap(\.self).first { !$0.isEmpty } ?? ""
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }
}
