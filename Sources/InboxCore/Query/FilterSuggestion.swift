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
      guard case .custom(let path, let comparison, let value) = term.condition, !filter.isNarrowed,
        let reason = try absence(of: path)
      else { continue }
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
    let query = MessageQuery(filter: filter.within(.done))
    let criteria = try FilterCriteria(query, at: now).expandingCategories(in: self)
    guard !([criteria] + criteria.alternatives).allSatisfy(\.tests.isEmpty) else {
      let (order, window) = (RowOrder(query.order, of: criteria), MessageWindow(limit: 1))
      return try !rowReader(criteria, order, window: window).reader.page(window).rows.isEmpty
    }
    let done = criteria.condition(for: .settled)
    let rows = """
      (SELECT * FROM message WHERE place = \(Place.done.rawValue) AND lead = 0
      ORDER BY sort_at DESC LIMIT \(FilterNames.newestCount)) AS m
      """
    return try count(in: rows, where: done) > 0
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
    let limit = FilterNames.newestCount
    let row = try row(
      """
      SELECT count(*), count(json_type(CASE WHEN json_valid(custom) THEN custom END, ?))
      FROM (SELECT custom FROM message ORDER BY number DESC LIMIT \(limit))
      """, ["$" + path.map { ".\(JSONValue.string($0).json)" }.joined()])
    guard let row, try row.count(1) == 0 else { return nil }
    let key = FilterWord.customPrefix + path.joined(separator: ".")
    return .absent(key, newest: try row.count(0) < limit ? nil : limit)
  }

  /// The source, category or tag that begins with a filter's only word; nil for none.
  private func name(meantBy filter: MessageFilter) throws -> MessageFilter.Condition? {
    let terms = filter.allTerms
    // A host that narrows the list does not propose the names of others.
    guard !filter.isNarrowed, terms.count == 1, !terms[0].isNegated,
      case .word(let word) = terms[0].condition,
      FilterWord.state(named: word) == nil
    else { return nil }
    if let path = KnownPaths(try distinctSources()).first(beginningWith: word) {
      return .source(SourcePattern(subtreeAt: path).text)
    }
    if let path = KnownPaths(try distinctLabels(.category)).first(beginningWith: word) {
      return .category(SourcePattern(subtreeAt: path).text)
    }
    return KnownPaths(try distinctLabels(.tag)).first(beginningWith: word).map { .tag($0) }
  }

  private func suggestion(
    for condition: MessageFilter.Condition, isNarrowed: Bool
  ) throws -> MessageFilter.Condition? {
    switch condition {
    case .word(let text): return FilterWord.state(named: text)
    // A host that narrows the list does not propose the names of others.
    case _ where isNarrowed: return nil
    case .source(let text):
      let pattern = SourcePattern(text.storable)
      let sources = try distinctSources()
      guard !sources.contains(where: pattern.matches) else { return nil }
      return KnownPaths(sources).nearest(to: pattern.path)
        .map { .source(SourcePattern(subtreeAt: $0).text) }
    case .category(let text):
      let pattern = CategoryPattern(text)
      let categories = try distinctLabels(.category)
      guard !pattern.matches(anyOf: categories) else { return nil }
      return KnownPaths(categories).nearest(to: pattern.path)
        .map { .category(SourcePattern(subtreeAt: $0).text) }
    case .tag(let name):
      return KnownPaths(try distinctLabels(.tag)).nearest(toName: name).map { .tag($0) }
    case .machine(let name):
      return KnownPaths(try machineNames()).nearest(toName: name)
        .map(MessageFilter.Condition.machine)
    default: return nil
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
  private let names: [String]
  private let paths: [String]

  init(_ names: [String]) {
    self.names = names
    paths = Set(names.flatMap { $0.parentPaths + [$0] }).sorted()
  }

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

  /// The same for a name; nil when it is known.
  func nearest(toName name: String) -> String? {
    names.contains { $0.utf8.elementsEqual(name.storable.utf8) } ? nil : nearest(to: name)
  }

  private static func last(_ path: String) -> String {
    path.split(separator: "/").last.map { $0.lowercased() } ?? ""
  }
}
