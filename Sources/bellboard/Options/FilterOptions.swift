import ArgumentParser
import Foundation
import InboxCore

/// The filter of a command; where it is given several times, all of them have to hold.
struct FilterOptions: ParsableArguments {
  @Option(
    name: [.customShort("f"), .customLong("filter")], parsing: .unconditionalSingleValue,
    help: "Filter words, such as 'is:unread source:ntfy/*'; given several times, all hold.")
  var filters: [String] = []

  /// The filters as one text; nil when none is given.
  ///
  /// - Throws: `FilterError`, whose column is that within its own filter.
  func text() throws -> String? {
    guard filters.count > 1 else { return filters.first }
    let parts = filters.filter { !$0.allSatisfy(\.isWhitespace) }
    for part in parts { _ = try MessageFilter(parsing: part, now: Date(), timeZone: .current) }
    return parts.count > 1 ? parts.map { "(\($0))" }.joined(separator: " ") : parts.first ?? ""
  }

  /// The filters as they are meant at a moment; without any, everything in the list.
  ///
  /// - Throws: `FilterError`.
  func filter(at now: Date) throws -> MessageFilter {
    try MessageFilter(parsing: try text() ?? "", now: now, timeZone: .current)
  }
}
