import ArgumentParser
import Foundation
import InboxCore

/// The `--filter` option of a command; several filters are combined with AND.
struct FilterOptions: ParsableArguments {
  @Option(
    name: [.customShort("f"), .customLong("filter")], parsing: .unconditionalSingleValue,
    help: "Filter, such as 'is:unread source:ntfy/*'; repeatable, all have to match.")
  var filters: [String] = []

  /// The filters combined into one text; nil if none is given.
  ///
  /// - Throws: `FilterError`; its column counts within its own filter.
  func text() throws -> String? {
    guard filters.count > 1 else { return filters.first }
    let parts = filters.filter { !$0.allSatisfy(\.isWhitespace) }
    for part in parts { _ = try MessageFilter(parsing: part, now: Date(), timeZone: .current) }
    return parts.count > 1 ? parts.map { "(\($0))" }.joined(separator: " ") : parts.first ?? ""
  }

  /// Parses the filters, with relative times resolved at `now`; no filter matches the whole list.
  ///
  /// - Throws: `FilterError`.
  func filter(at now: Date) throws -> MessageFilter {
    try MessageFilter(parsing: try text() ?? "", now: now, timeZone: .current)
  }
}
