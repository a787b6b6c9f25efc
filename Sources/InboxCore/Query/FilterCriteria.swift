import Foundation
import InboxText

/// The criteria of a filter and its scopes at one time, collected from the terms by kind.
///
/// All of them must hold; terms with the same key are united, bounds are not.
struct FilterCriteria: Hashable {
  private static let either: Set<Bool> = [true, false]

  /// The time, in milliseconds since 1970.
  var now: Int64
  /// The accepted statuses.
  var statuses: Set<Status> = [.unread, .read]
  /// Whether messages of any phase are accepted where none is named, and alert-only ones.
  var isAnywhere = false
  /// Accepted phases; empty means active, and does not restrict the trash.
  var phases: Set<MessageFilter.Phase> = []
  /// Accepted phases of scopes; one of each set must hold.
  var scopePhases: [Set<MessageFilter.Phase>] = []
  /// Excluded phases.
  var excludedPhases: Set<MessageFilter.Phase> = []
  /// Pinned, not pinned, either; neither is impossible.
  var pinned = either
  /// What needs the person, all others, either; neither is impossible.
  var needed = either
  /// Whether what needs the person leads the list.
  var isLed = false
  /// The values of the column `lead` in one group, as of the last settling; nil for all.
  var groupLeads: [Int]?
  /// Open questions, all others, either; neither is impossible.
  var asking = either
  /// Alert-only messages, all others, either where they are not hidden; neither is impossible.
  var alertOnly = either
  /// Resolved messages, all others, either; neither is impossible.
  var resolved = either
  /// Conditions on the number of occurrences; each group must hold.
  var frequencies: [FrequencyGroup] = []
  /// The accepted priorities; nil means any.
  var priorities: Set<Priority>?
  /// Inclusive lower bound, in milliseconds since 1970.
  var earliest: Int64?
  /// Exclusive upper bound, in milliseconds since 1970.
  var end: Int64?
  /// Groups of names; each must hold.
  var groups: [NameGroup] = []
  /// Required words and phrases.
  var searched: [TextTerm] = []
  /// Excluded words and phrases.
  var excludedTexts: [TextTerm] = []

  /// Conditions on one row that no index serves.
  var tests: [RowTest] = []

  /// Criteria of which any must hold, beside the others; empty without alternatives.
  var alternatives: [FilterCriteria] = []

  /// The criteria whose threads are one row each; empty where each message has a row.
  var collapsed: [FilterCriteria] = []
  /// Criteria that one of the messages of a row must match; empty without any.
  var sought: [FilterCriteria] = []

  /// The FTS5 expression of the search with its exclusions; nil without a search.
  var search: String? {
    // Without an operator between them, FTS5 ignores terms without a word.
    let wanted = searched.isEmpty ? nil : searched.map(\.expression).joined(separator: " ")
    guard let wanted, let excluded else { return wanted }
    return "(\(wanted)) NOT (\(excluded))"
  }

  /// The FTS5 expression of any of the excluded texts; nil for none.
  var excluded: String? {
    excludedTexts.isEmpty ? nil : excludedTexts.map(\.expression).joined(separator: " OR ")
  }

  /// Names of one kind: a message must have one of them, or none when negated.
  struct NameGroup: Hashable {
    enum Kind: Int {
      case category = 1
      case tag = 2
      case thread
      case source
      case machine
    }

    var kind: Kind
    var names: [String]
    var isNegated: Bool
    /// The stored categories that the names match; nil until they are expanded.
    var categories: [String]?
  }

  /// Comparisons with the number of occurrences of which one must hold, or none when negated.
  struct FrequencyGroup: Hashable {
    var conditions: [MessageFilter.Condition]
    var isNegated: Bool

    /// Whether only folded messages can satisfy it: a single one does not.
    var impliesRepetition: Bool {
      !isNegated
        && conditions.compactMap(\.frequency).allSatisfy { !$0.comparison.holds(1, $0.count) }
    }
  }

  /// The accepted values of the column `lead`, the first of a list first.
  var leads: [Int] {
    acceptedLeads.filter { groupLeads?.contains($0) ?? true }
  }

  /// The values of the column `lead` that the filter accepts, in any group.
  private var acceptedLeads: [Int] {
    [3, 2, 1, 0].filter { pinned.contains($0 & 1 != 0) && needed.contains($0 & 2 != 0) }
  }

  /// Whether only this phase is accepted.
  func isOnly(_ phase: MessageFilter.Phase) -> Bool { phases.only == phase }

  /// The places of accepted messages outside of the trash.
  var listPlaces: [Place] {
    guard alternatives.isEmpty else {
      let places = Set(alternatives.flatMap(\.listPlaces))
      return [.list, .hidden, .done].filter(places.contains)
    }
    if isAnywhere { return [.list, .hidden, .done] }
    if alertOnly.only == true { return [.hidden] }
    if phases.isEmpty || isOnly(.active) { return [.list] }
    // A question whose time ran out unanswered is listed.
    let places: [(Place, Set<MessageFilter.Phase>)] = [
      (.list, [.active, .expired]), (.hidden, [.snoozed, .scheduled, .expired]), (.done, [.done]),
    ]
    return places.filter { !phases.isDisjoint(with: $0.1) }.map(\.0)
  }

  /// Whether nothing can match.
  var isImpossible: Bool {
    !alternatives.isEmpty && alternatives.allSatisfy(\.isImpossible)
      || statuses.isEmpty || acceptedLeads.isEmpty || asking.isEmpty || alertOnly.isEmpty
      || resolved.isEmpty || priorities?.isEmpty == true
  }
}

extension FilterCriteria {
  /// Collects the terms of a filter.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - now: The time at which the filter is evaluated.
  ///   - defaultStatuses: The accepted statuses when no term names one.
  init(_ filter: MessageFilter, at now: Date, defaultStatuses: Set<Status> = [.unread, .read]) {
    guard filter.alternatives.isEmpty else {
      self.init(
        anyOf: filter.alternatives.map {
          FilterCriteria($0, at: now, defaultStatuses: defaultStatuses)
        }, at: now.milliseconds)
      return
    }
    self.init(now: now.milliseconds)
    statuses = defaultStatuses
    let wanted = filter.terms.filter { !$0.isNegated }.map(\.condition)
    let unwanted = filter.terms.filter(\.isNegated).map(\.condition)
    gatherStates(wanted: wanted, unwanted: unwanted)
    gatherBounds(filter.terms, at: now)
    gatherNames(wanted, isNegated: false)
    gatherNames(unwanted, isNegated: true)
    searched = wanted.compactMap(\.searched)
    excludedTexts = unwanted.compactMap(\.searched)
    tests = filter.terms.compactMap(RowTest.init)
    for scope in filter.scopes {
      self = narrowed(
        by: FilterCriteria(
          MessageFilter(scope), at: now, defaultStatuses: Set(Status.allCases)))
    }
  }

  /// Collects the terms of a query's filter, with its threads as one row each.
  init(_ query: MessageQuery, at now: Date) {
    self.init(query.filter, at: now)
    isLed = query.isLed || query.grouping != nil
    if query.collapsesThreads, query.order.isByTime {
      collapsed = [self]
    }
  }

  /// The disjunction of criteria.
  private init(anyOf alternatives: [FilterCriteria], at now: Int64) {
    self.init(now: now)
    self.alternatives = alternatives.filter { !$0.isImpossible }
    if self.alternatives.isEmpty { self.alternatives = alternatives }
    statuses = self.alternatives.reduce(into: []) { $0.formUnion($1.statuses) }
  }

  private typealias Condition = MessageFilter.Condition

  private static let flags:
    [(Condition, any WritableKeyPath<FilterCriteria, Set<Bool>> & Sendable)] = [
      (.pinned, \.pinned), (.needed, \.needed), (.asking, \.asking), (.alertOnly, \.alertOnly),
      (.resolved, \.resolved),
    ]

  private mutating func gatherStates(wanted: [Condition], unwanted: [Condition]) {
    let named = wanted.compactMap(\.status)
    isAnywhere = wanted.contains(.anyState)
    if isAnywhere || !named.isEmpty { statuses = Set(named.isEmpty ? Status.allCases : named) }
    statuses.subtract(unwanted.compactMap(\.status))
    if unwanted.contains(.anyState) { statuses = [] }
    phases = Set(wanted.compactMap(\.phase))
    excludedPhases = Set(unwanted.compactMap(\.phase))
    for (condition, flag) in Self.flags {
      if wanted.contains(condition) { self[keyPath: flag].remove(false) }
      if unwanted.contains(condition) { self[keyPath: flag].remove(true) }
    }
  }

  private mutating func gatherBounds(_ terms: [MessageFilter.Term], at now: Date) {
    for group in terms.groups {
      let isNegated = group[0].isNegated
      switch group[0].condition {
      case .priority:
        let named = group.compactMap(\.condition.priorities).reduce(Set()) { $0.union($1) }
        let accepted = isNegated ? Set(Priority.allCases).subtracting(named) : named
        priorities = priorities?.intersection(accepted) ?? accepted
      case .occurrences:
        frequencies.append(.init(conditions: group.map(\.condition), isNegated: isNegated))
      case .after(let moment) where !isNegated, .before(let moment) where isNegated:
        earliest = [earliest, moment.date(at: now).milliseconds].compactMap(\.self).max()
      case .before(let moment), .after(let moment):
        end = [end, moment.date(at: now).milliseconds].compactMap(\.self).min()
      default: break
      }
    }
  }

  private mutating func gatherNames(_ conditions: [Condition], isNegated: Bool) {
    let names = conditions.compactMap(\.name)
    for kind in [NameGroup.Kind.thread, .category, .tag, .source, .machine] {
      // As in the columns: a NUL would end the name early.
      let ofKind = names.filter { $0.kind == kind }.map(\.name.storable)
      guard !ofKind.isEmpty else { continue }
      groups.append(NameGroup(kind: kind, names: ofKind, isNegated: isNegated))
    }
  }
}

extension FilterCriteria {
  /// The conjunction with other criteria.
  func narrowed(by other: FilterCriteria) -> FilterCriteria {
    guard collapsed.isEmpty else {
      var result = self
      result.sought = [other]
      return result
    }
    guard alternatives.isEmpty, other.alternatives.isEmpty else {
      let mine = alternatives.isEmpty ? [self] : alternatives
      let theirs = other.alternatives.isEmpty ? [other] : other.alternatives
      var result = FilterCriteria(
        anyOf: mine.flatMap { one in theirs.map { one.narrowed(by: $0) } }, at: now)
      result.isLed = isLed
      return result
    }
    var result = self
    result.statuses.formIntersection(other.statuses)
    if phases.isEmpty {
      result.phases = other.phases
    } else if !other.phases.isEmpty {
      result.scopePhases.append(other.phases)
    }
    result.excludedPhases.formUnion(other.excludedPhases)
    for (_, flag) in Self.flags {
      result[keyPath: flag].formIntersection(other[keyPath: flag])
    }
    result.frequencies += other.frequencies
    if let wanted = other.priorities {
      result.priorities = priorities?.intersection(wanted) ?? wanted
    }
    result.earliest = [earliest, other.earliest].compactMap(\.self).max()
    result.end = [end, other.end].compactMap(\.self).min()
    result.groups += other.groups
    result.searched += other.searched
    result.excludedTexts += other.excludedTexts
    result.tests += other.tests
    return result
  }
}

extension Collection {
  /// The element of a collection with one.
  var only: Element? { count == 1 ? first : nil }
}
