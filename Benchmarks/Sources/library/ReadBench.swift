import Foundation
import InboxCore

/// First pages of every kind of filter in every order, searches and counts.
struct ReadBench {
  let inbox: Inbox
  let now: Date
  /// Only reads whose name has this part are timed.
  let part: String

  /// Rows of a page: what a terminal of forty lines asks for.
  private static let pageSize = 80

  private static let filters: KeyValuePairs = [
    "all": [""],
    "status": [
      "is:unread", "is:read", "is:deleted", "is:pinned", "is:asking", "is:snoozed", "is:scheduled",
      "is:expired",
    ],
    "source": ["source:cli", "source:http/host3", "source:http/*", "source:ntfy/*"],
    "category, tag or thread": [
      "category:build", "category:ops", "thread:t5", "tag:ci", "tag:host7",
    ],
    "priority": [
      "priority=min", "priority=low", "priority=default", "priority>=high", "priority>high",
      "priority<=low", "priority<default",
    ],
    "time": ["before:2026-01-01", "after:2026-05-28"],
    "negated term": [
      "-is:read", "-is:unread", "-is:pinned", "-is:expired", "-source:http/*", "-source:cli",
      "-category:build", "-thread:t5", "-tag:host7", "-priority=default", "-before:2026-05-01",
    ],
    "negated text": ["-finished", "-\"job 700\""],
    "status and rare source": ["is:active is:expired source:ntfy/topic3"],
  ]
  private static let searches = [
    ("rare word", "xyzzy"), ("beginning of a rare word", "xyz"),
    ("a word in every row", "benchmark"), ("a beginning in every row", "bench"),
    ("a beginning of forty words", "host"), ("a phrase in every row", "\"of the benchmark\""),
    ("a rare phrase", "\"job 700\""), ("two words", "host3 finished"), ("no such word", "qqq"),
  ]

  /// Prints the figures.
  func run() throws {
    for (kind, filters) in Self.filters {
      for filter in filters {
        for order in MessageOrder.allCases {
          try time("\(filter) \(order)", in: "first page by \(kind)", filter, order, 10)
        }
      }
    }
    for (name, text) in Self.searches { try time("search: \(name)", in: nil, text, .newest, 2) }
    let filters: [MessageFilter] = [.unread, .all, .trash]
    try time("counts by status, one call", goal: 1) { _ = try inbox.counts(of: filters) }
    try time("all counts", goal: 1) { _ = try inbox.counts() }
    try time("read 100 000 whole messages", goal: 1_000, runs: 3) {
      try inbox.messages(matching: .init(), limit: 100_000) { _ in }
    }
  }

  private func time(
    _ name: String, in group: String?, _ text: String, _ order: MessageOrder, _ goal: Double
  ) throws {
    let filter = try MessageFilter(parsing: text, now: now, timeZone: .gmt)
    let query = MessageQuery(filter: filter, order: order)
    try time(name, in: group, goal: goal) {
      _ = try inbox.snapshot(of: query, in: .init(limit: Self.pageSize))
    }
  }

  private func time(
    _ name: String, in group: String? = nil, goal: Double?, runs: Int = 9, _ body: () throws -> Void
  ) throws {
    guard part.isEmpty || name.contains(part) else { return }
    try Timing(name, in: group, goal: goal, runs: runs, body).report()
  }
}
