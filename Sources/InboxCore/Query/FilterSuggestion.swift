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
    for term in filter.allTerms where !term.isNegated {
      if let condition = try suggestion(for: term.condition, isNarrowed: isNarrowed) {
        return MessageFilter([.init(condition)]).text
      }
    }
    return nil
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
      return NearestPath(of: pattern.path, among: sources).path
        .map { .source(SourcePattern(subtreeAt: $0).text) }
    case .category(let text):
      let pattern = CategoryPattern(text)
      let categories = try distinctLabels(.category)
      guard !pattern.matches(anyOf: categories) else { return nil }
      return NearestPath(of: pattern.path, among: categories).path
        .map { .category(SourcePattern(subtreeAt: $0).text) }
    case .tag(let text):
      let tags = try distinctLabels(.tag)
      guard !tags.contains(where: { $0.utf8.elementsEqual(text.storable.utf8) }) else { return nil }
      return NearestPath(of: text, among: tags).path.map(MessageFilter.Condition.tag)
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

/// The known path, or parent of known paths, that is most similar to an unknown one.
private struct NearestPath {
  /// The path; nil when none is similar.
  let path: String?

  init(of unknown: String, among paths: [String]) {
    let known = Set(paths.flatMap { $0.parentPaths + [$0] }).sorted()
    let wanted = unknown.lowercased()
    func last(_ path: String) -> String {
      path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    }
    // `backup` is most likely the end of `cron/backup`, `cro` the start of `cron`, and `crno` a
    // mistyped `cron`.
    path =
      known.first { $0.lowercased() == wanted } ?? known.first { last($0) == wanted }
      ?? known.first { !wanted.isEmpty && $0.lowercased().hasPrefix(wanted) }
      ?? NearestName.nearest(to: unknown, in: known)
      ?? NearestName.nearest(to: unknown, in: known.map(last)).flatMap { nearest in
        known.first { last($0) == nearest }
      }
  }
}
