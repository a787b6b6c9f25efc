import Foundation
import GRDB
import InboxText

/// Why a filter matches nothing.
package enum EmptyReason: Sendable, Hashable {
  /// The term, in filter words, that a person may have meant, such as `is:unread` for `unread`.
  case meant(String)
  /// No message has the value that a term compares; with a number, none of that many newest ones.
  case absent(String, newest: Int?)
  /// All that it matches is done.
  case done

  /// The reason in words; nil for ``done``.
  package var words: String? {
    switch self {
    case .meant(let term): "did you mean \(term)?"
    case .absent(let key, nil): "no message has \(key)"
    case .absent(let key, let count?): "none of the newest \(count) messages has \(key)"
    case .done: nil
    }
  }
}

extension Inbox {
  /// Why a filter matches nothing; nil where that is not known.
  ///
  /// - Throws: ``InboxError``.
  package func emptyReason(for filter: MessageFilter) throws -> EmptyReason? {
    try read { database, now in try database.emptyReason(for: filter, at: now) }
  }
}

extension Database {
  /// Why a filter matches nothing; nil where that is not known.
  func emptyReason(for filter: MessageFilter, at now: Date) throws -> EmptyReason? {
    var meant = try name(meantBy: filter)
    for term in filter.allTerms where !term.isNegated && meant == nil {
      meant = try suggestion(for: term.condition, isNarrowed: filter.isNarrowed)
      // A host that narrows the list does not tell of others.
      guard case .custom(let path, let comparison, let value) = term.condition, !filter.isNarrowed
      else { continue }
      guard let reason = try absence(of: path) else {
        guard comparison != .equal, let reason = try absence(ofNumbersAt: path) else { continue }
        return reason
      }
      guard let similar = try self.path(similarTo: path) else { return reason }
      meant = .custom(similar, comparison, value)
    }
    if let meant { return .meant(MessageFilter([.init(meant)]).text) }
    return try hasDone(filter, at: now) ? .done : nil
  }

  /// Whether a filter matches what is done; where no index serves one of its conditions, the newest
  /// of that.
  private func hasDone(_ filter: MessageFilter, at now: Date) throws -> Bool {
    guard !filter.allTerms.isEmpty else { return false }
    let criteria = try FilterCriteria(filter.within(.done), at: now).expandingCategories(in: self)
    let isServed = ([criteria] + criteria.alternatives).allSatisfy(\.tests.isEmpty)
    let newest = "AND lead = 0 ORDER BY sort_at DESC LIMIT \(FilterNames.newestCount)"
    let rows =
      "SELECT * FROM message WHERE place = \(Place.done.rawValue) \(isServed ? "" : newest)"
    let done = criteria.condition(for: .settled)
    let sql = "SELECT 1 FROM (\(rows)) AS m WHERE \(done.sql) LIMIT 1"
    return try value(sql, done.statementArguments) == 1
  }

  /// The path of the sender's data in the newest messages that is most similar to one without values.
  private func path(similarTo path: [String]) throws -> [String]? {
    let known = try customPaths(limit: FilterNames.maximumCount).compactMap { name in
      if case .custom(let path, _, _) = name.condition { path.joined(separator: ".") } else { nil }
    }
    return KnownPaths(known).nearest(to: path.joined(separator: "."))?.components(separatedBy: ".")
  }

  /// The absence of a path of the sender's data in the newest messages; nil where one has it.
  private func absence(of path: [String]) throws -> EmptyReason? {
    try absence(
      of: FilterWord.customPrefix + path.joined(separator: "."),
      SQLCondition(
        "json_type(CASE WHEN json_valid(custom) THEN custom END, ?) IS NOT NULL",
        "$" + path.map { ".\(JSONValue.string($0).json)" }.joined()))
  }

  /// The same of numbers at a path, which other comparisons than equality are with.
  private func absence(ofNumbersAt path: [String]) throws -> EmptyReason? {
    let name = "a number in " + FilterWord.customPrefix + path.joined(separator: ".")
    let test = RowTest(.init(.custom(path, .more, "-inf")))
    return try test.flatMap { try absence(of: name, $0.condition(of: "m")) }
  }

  private func absence(of name: String, _ condition: SQLCondition) throws -> EmptyReason? {
    let limit = FilterNames.newestCount
    let row = try row(
      """
      SELECT count(*), count(CASE WHEN \(condition.sql) THEN 1 END)
      FROM (SELECT custom FROM message ORDER BY number DESC LIMIT \(limit)) AS m
      """, condition.statementArguments)
    guard let row, try row.count(1) == 0 else { return nil }
    return .absent(name, newest: try row.count(0) < limit ? nil : limit)
  }

  /// The source, category or tag that begins with a filter's only word; nil for none.
  private func name(meantBy filter: MessageFilter) throws -> MessageFilter.Condition? {
    let terms = filter.allTerms
    // A host that narrows the list does not propose the names of others.
    guard !filter.isNarrowed, terms.count == 1, !terms[0].isNegated,
      case .word(let word) = terms[0].condition,
      FilterWord.state(named: word) == nil
    else { return nil }
    for kind in [FilterCriteria.NameGroup.Kind.source, .category, .tag] {
      let known = KnownPaths(try names(of: kind))
      if let name = known.first(beginningWith: word) { return kind.condition(naming: name) }
    }
    return nil
  }

  private func suggestion(
    for condition: MessageFilter.Condition, isNarrowed: Bool
  ) throws -> MessageFilter.Condition? {
    if case .word(let text) = condition { return FilterWord.state(named: text) }
    // A host that narrows the list does not propose the names of others.
    guard !isNarrowed, let (kind, name) = condition.name, kind != .thread else { return nil }
    let names = try names(of: kind)
    let isKnown = names.contains { Message.sample(named: $0).meets(.init(condition)) }
    let path = kind == .tag || kind == .machine ? name : SourcePattern(name.storable).path
    return isKnown ? nil : KnownPaths(names).nearest(to: path).map(kind.condition)
  }

  private func names(of kind: FilterCriteria.NameGroup.Kind) throws -> [String] {
    switch kind {
    case .source: try distinctSources()
    case .machine: try machineNames()
    default: try distinctLabels(kind)
    }
  }
}

extension FilterCriteria.NameGroup.Kind {
  /// The condition of a name and, where it is a path, of all below it.
  fileprivate func condition(naming name: String) -> MessageFilter.Condition {
    switch self {
    case .source: .source(SourcePattern(subtreeAt: name).text)
    case .category: .category(SourcePattern(subtreeAt: name).text)
    case .tag: .tag(name)
    case .thread: .thread(name)
    case .machine: .machine(name)
    }
  }
}

extension FilterWord {
  /// The condition of `is:NAME` for a name such as `unread`; nil for other words.
  fileprivate static func state(named name: String) -> MessageFilter.Condition? {
    let word = named.first { $0.name == "is:" + name.lowercased() }
    guard case .condition(let condition)? = word?.meaning else { return nil }
    return condition
  }
}

/// Known paths and their parents, which a text may stand for.
private struct KnownPaths {
  private let paths: [String]

  init(_ names: [String]) { paths = Set(names.flatMap { $0.parentPaths + [$0] }).sorted() }

  /// The path that is a text, ends in it or begins with it, in any case.
  ///
  /// `backup` is most likely the end of `cron/backup`, and `cro` the start of `cron`; a mistyped
  /// `crno` is neither.
  func first(beginningWith text: String) -> String? {
    let wanted = text.lowercased()
    return paths.first { $0.lowercased() == wanted } ?? paths.first { Self.last($0) == wanted }
      ?? paths.first { !wanted.isEmpty && $0.lowercased().hasPrefix(wanted) }
  }

  /// The path that is most similar to an unknown one.
  func nearest(to unknown: String) -> String? {
    first(beginningWith: unknown) ?? NearestName.nearest(to: unknown, in: paths)
      ?? NearestName.nearest(to: unknown, in: paths.map(Self.last)).flatMap { nearest in
        paths.first { Self.last($0) == nearest }
      }
  }

  private static func last(_ path: String) -> String {
    path.split(separator: "/").last.map { $0.lowercased() } ?? ""
  }
}
