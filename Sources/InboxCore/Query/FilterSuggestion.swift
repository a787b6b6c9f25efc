import GRDB
import InboxText

extension Inbox {
  /// A suggestion for a filter that matches nothing, such as `is:unread` for the word `unread`.
  ///
  /// - Parameter filter: The filter.
  /// - Returns: A term in filter words for the first one that names something unknown; nil where
  ///   nothing similar is known.
  /// - Throws: ``InboxError``.
  package func suggestion(for filter: MessageFilter) throws -> String? {
    try store.read { try $0.suggestion(for: filter) }
  }
}

extension Database {
  /// The term that a person may have meant by a filter without matches; nil for none.
  func suggestion(for filter: MessageFilter) throws -> String? {
    let isNarrowed = filter.isNarrowed
    if let condition = try name(meantBy: filter) { return MessageFilter([.init(condition)]).text }
    for term in filter.allTerms where !term.isNegated {
      if let condition = try suggestion(for: term.condition, isNarrowed: isNarrowed) {
        return MessageFilter([.init(condition)]).text
      }
    }
    return nil
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
    return KnownPaths(try distinctLabels(.tag)).first(beginningWith: word)
      .map(MessageFilter.Condition.tag)
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
      return KnownPaths(try distinctLabels(.tag)).nearest(toName: name)
        .map(MessageFilter.Condition.tag)
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
