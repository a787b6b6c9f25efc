import ArgumentParser
import Foundation
import InboxCore

/// The `--filter` option of a command; several filters are combined with AND.
struct FilterOptions: ParsableArguments {
  @Option(
    name: [.customShort("f"), .customLong("filter")], parsing: .unconditionalSingleValue,
    help: "Filter, such as 'is:unread source:ntfy/*'; repeatable, all have to match.",
    completion: .filterWords)
  var filters: [String] = []

  /// The filters combined into one text, after another one if there is one; nil if none is given.
  ///
  /// - Throws: `FilterError`; its column counts within its own filter.
  func text(behind first: String? = nil) throws -> String? {
    let filters = [first].compactMap(\.self) + filters
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

/// Filter words as arguments of a command that only reads, with or instead of `--filter`.
struct FilterWordOptions: ParsableArguments {
  @Argument(
    help: "Filter words, such as is:unread source:ci; all have to match.", completion: .filterWords)
  var words: [String] = []

  @OptionGroup var options: FilterOptions

  /// Creates the options without the parser.
  static func plain(words: [String], filter: String?) -> FilterWordOptions {
    var plain = FilterWordOptions()
    plain.words = words
    plain.options = FilterOptions()
    plain.options.filters = [filter].compactMap(\.self)
    return plain
  }

  var isEmpty: Bool { words.isEmpty && options.filters.isEmpty }

  /// The words and filters combined into one text; nil if there are none.
  ///
  /// - Throws: `FilterError`; its column counts within the words, or its own filter.
  func text() throws -> String? {
    try options.text(behind: words.isEmpty ? nil : words.joined(separator: " "))
  }

  /// Parses them, with relative times resolved at `now`; without any the whole list matches.
  ///
  /// - Throws: `FilterError`.
  func filter(at now: Date) throws -> MessageFilter {
    try MessageFilter(parsing: try text() ?? "", now: now, timeZone: .current)
  }
}
