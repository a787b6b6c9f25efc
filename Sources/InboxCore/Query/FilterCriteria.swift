import Foundation
import InboxText

/// The criteria of a filter and its scopes at one moment, gathered from the terms by kind.
///
/// All of them must hold; terms that widen, of the same key, are united within one.
struct FilterCriteria: Hashable {
  /// The moment, in milliseconds since 1970.
  var now: Int64
  /// The statuses that are wanted.
  var statuses: Set<Status> = [.unread, .read]
  /// Any of these; empty means active, and leaves the trash as it is.
  var phases: Set<MessageFilter.Phase> = []
  /// Further sets of phases, by scopes; one of each must hold.
  var scopePhases: [Set<MessageFilter.Phase>] = []
  /// Phases that must not hold.
  var excludedPhases: Set<MessageFilter.Phase> = []
  /// Pinned, not pinned, either; both at once is nothing.
  var pinned = FlagValues()
  /// Open questions, all others, either; both at once is nothing.
  var asking = FlagValues()
  /// Alert-only messages, all others, either where they are not hidden; both at once is nothing.
  var alertOnly = FlagValues()
  /// Resolved messages, all others, either; both at once is nothing.
  var resolved = FlagValues()
  /// How often a message has to have come; each group must hold.
  var frequencies: [FrequencyGroup] = []
  /// The priorities that are wanted; nil means any.
  var priorities: Set<Priority>?
  /// Not earlier than this, in milliseconds since 1970.
  var earliest: Int64?
  /// Earlier than this, in milliseconds since 1970.
  var end: Int64?
  /// Groups of names; each must hold.
  var groups: [NameGroup] = []
  /// Words and phrases that must all be found.
  var searched: [TextTerm] = []
  /// Words and phrases that must not be found.
  var excludedTexts: [TextTerm] = []

  /// Patterns that must be found, and such that must not.
  var parts: [PartCondition] = []

  /// Criteria of which any have to hold, beside the others; empty without alternatives.
  var alternatives: [FilterCriteria] = []

  /// The search with what it excludes, in the language of FTS5; nil when nothing is searched.
  var search: String? {
    let wanted = TextTerm.expression(searched)
    guard let wanted, let excluded else { return wanted }
    return "(\(wanted)) NOT (\(excluded))"
  }

  /// Any of the excluded texts, in the language of FTS5; nil for none.
  var excluded: String? {
    excludedTexts.isEmpty ? nil : excludedTexts.map(\.expression).joined(separator: " OR ")
  }

  /// Names of one kind: a message must carry one of them, or none when negated.
  struct NameGroup: Hashable {
    enum Kind: Int {
      case category = 1
      case tag = 2
      case thread
      case source
    }

    var kind: Kind
    var names: [String]
    var isNegated: Bool
  }

  /// A pattern in any part of the texts, or nowhere in them.
  struct PartCondition: Hashable {
    var text: String
    var isNegated: Bool
  }

  /// A comparison with the number of occurrences.
  struct Frequency: Hashable {
    var comparison: MessageFilter.Comparison
    var count: Int
  }

  /// Comparisons of which one must hold, or none when negated.
  struct FrequencyGroup: Hashable {
    var frequencies: [Frequency]
    var isNegated: Bool

    /// Whether only messages that came more than once fulfill it.
    var impliesRepetition: Bool {
      !isNegated
        && frequencies.allSatisfy { frequency in
          switch frequency.comparison {
          case .equal, .atLeast: frequency.count > 1
          case .more: frequency.count > 0
          case .atMost, .less: false
          }
        }
    }
  }

  /// Whether only open questions are wanted.
  var asksOnly: Bool { asking.isOnly(true) }

  /// Whether only alert-only messages are wanted.
  var wantsAlertOnly: Bool { alertOnly.isOnly(true) }

  /// Whether one phase alone is wanted.
  func isOnly(_ phase: MessageFilter.Phase) -> Bool {
    phases.count == 1 && phases.contains(phase)
  }

  /// The places of wanted messages outside of the trash.
  var listPlaces: [Place] {
    guard alternatives.isEmpty else {
      let places = Set(alternatives.flatMap(\.listPlaces))
      return [.list, .hidden].filter(places.contains)
    }
    if wantsAlertOnly { return [.hidden] }
    if phases.isEmpty || isOnly(.active) { return [.list] }
    return phases.contains(.active) ? [.list, .hidden] : [.hidden]
  }

  /// Whether nothing can match.
  var isImpossible: Bool {
    !alternatives.isEmpty && alternatives.allSatisfy(\.isImpossible)
      || statuses.isEmpty || pinned.isEmpty || asking.isEmpty || alertOnly.isEmpty
      || resolved.isEmpty || priorities?.isEmpty == true
  }
}

extension FilterCriteria {
  /// Gathers the terms of a filter.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - now: The moment at which the filter is asked.
  ///   - defaultStatuses: The statuses that are wanted when no term names one.
  init(
    _ filter: MessageFilter, at now: Date, defaultStatuses: Set<Status> = [.unread, .read]
  ) {
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
    gatherPriorities(wanted: wanted, unwanted: unwanted)
    for (conditions, isNegated) in [(wanted, false), (unwanted, true)] {
      let found = conditions.compactMap(\.frequency)
      if !found.isEmpty { frequencies.append(.init(frequencies: found, isNegated: isNegated)) }
    }
    gatherTimes(wanted: wanted, unwanted: unwanted, at: now)
    gatherNames(wanted, isNegated: false)
    gatherNames(unwanted, isNegated: true)
    searched = wanted.compactMap(\.searched)
    excludedTexts = unwanted.compactMap(\.searched)
    parts = filter.terms.compactMap { term in
      term.condition.part.map { PartCondition(text: $0.storable, isNegated: term.isNegated) }
    }
    for scope in filter.scopes {
      self = narrowed(
        by: FilterCriteria(
          MessageFilter(scope), at: now, defaultStatuses: Set(Status.allCases)))
    }
  }

  /// The criteria that hold where any of others do.
  private init(anyOf alternatives: [FilterCriteria], at now: Int64) {
    self.init(now: now)
    self.alternatives = alternatives.filter { !$0.isImpossible }
    if self.alternatives.isEmpty { self.alternatives = alternatives }
    statuses = self.alternatives.reduce(into: []) { $0.formUnion($1.statuses) }
  }

  private typealias Condition = MessageFilter.Condition

  private mutating func gatherStates(wanted: [Condition], unwanted: [Condition]) {
    let named = wanted.compactMap(\.status)
    if !named.isEmpty { statuses = Set(named) }
    statuses.subtract(unwanted.compactMap(\.status))
    phases = Set(wanted.compactMap(\.phase))
    excludedPhases = Set(unwanted.compactMap(\.phase))
    if wanted.contains(.pinned) { pinned.remove(false) }
    if unwanted.contains(.pinned) { pinned.remove(true) }
    if wanted.contains(.asking) { asking.remove(false) }
    if unwanted.contains(.asking) { asking.remove(true) }
    if wanted.contains(.alertOnly) { alertOnly.remove(false) }
    if unwanted.contains(.alertOnly) { alertOnly.remove(true) }
    if wanted.contains(.resolved) { resolved.remove(false) }
    if unwanted.contains(.resolved) { resolved.remove(true) }
  }

  private mutating func gatherPriorities(wanted: [Condition], unwanted: [Condition]) {
    let ranges = wanted.compactMap(\.priorities)
    let excluded = unwanted.compactMap(\.priorities)
    guard !ranges.isEmpty || !excluded.isEmpty else { return }
    let included =
      ranges.isEmpty ? Set(Priority.allCases) : ranges.reduce(into: []) { $0.formUnion($1) }
    priorities = excluded.reduce(into: included) { $0.subtract($1) }
  }

  /// Any of several `before:` is the latest of them, and the like; a negated one is the opposite.
  private mutating func gatherTimes(wanted: [Condition], unwanted: [Condition], at now: Date) {
    func moments(_ conditions: [Condition], isStart: Bool) -> [Int64] {
      conditions.compactMap { condition in
        switch condition {
        case .before(let moment) where !isStart: moment.date(at: now).milliseconds
        case .after(let moment) where isStart: moment.date(at: now).milliseconds
        default: nil
        }
      }
    }
    let starts =
      moments(unwanted, isStart: false)
      + [moments(wanted, isStart: true).min()]
      .compactMap(\.self)
    let ends =
      moments(unwanted, isStart: true)
      + [moments(wanted, isStart: false).max()]
      .compactMap(\.self)
    earliest = starts.max()
    end = ends.min()
  }

  private mutating func gatherNames(_ conditions: [Condition], isNegated: Bool) {
    let names = conditions.compactMap(\.name)
    for kind in [NameGroup.Kind.thread, .category, .tag, .source] {
      // As the columns hold them: a NUL would end the name early.
      let ofKind = names.filter { $0.kind == kind }.map(\.name.storable)
      guard !ofKind.isEmpty else { continue }
      groups.append(NameGroup(kind: kind, names: ofKind, isNegated: isNegated))
    }
  }
}

extension FilterCriteria {
  /// The criteria that hold where these and others do.
  func narrowed(by other: FilterCriteria) -> FilterCriteria {
    guard alternatives.isEmpty, other.alternatives.isEmpty else {
      let mine = alternatives.isEmpty ? [self] : alternatives
      let theirs = other.alternatives.isEmpty ? [other] : other.alternatives
      return FilterCriteria(
        anyOf: mine.flatMap { one in theirs.map { one.narrowed(by: $0) } }, at: now)
    }
    var result = self
    result.statuses.formIntersection(other.statuses)
    if phases.isEmpty {
      result.phases = other.phases
    } else if !other.phases.isEmpty {
      result.scopePhases.append(other.phases)
    }
    result.excludedPhases.formUnion(other.excludedPhases)
    result.pinned.formIntersection(other.pinned)
    result.asking.formIntersection(other.asking)
    result.alertOnly.formIntersection(other.alertOnly)
    result.resolved.formIntersection(other.resolved)
    result.frequencies += other.frequencies
    if let wanted = other.priorities {
      result.priorities = priorities?.intersection(wanted) ?? wanted
    }
    result.earliest = [earliest, other.earliest].compactMap(\.self).max()
    result.end = [end, other.end].compactMap(\.self).min()
    result.groups += other.groups
    result.searched += other.searched
    result.excludedTexts += other.excludedTexts
    result.parts += other.parts
    return result
  }
}

/// The values of a flag that a filter lets through: either, one, or neither.
struct FlagValues: Hashable {
  private var isTrueWanted = true
  private var isFalseWanted = true

  /// Whether a value is let through.
  func contains(_ value: Bool) -> Bool { value ? isTrueWanted : isFalseWanted }

  /// Whether a value is let through and the other is not.
  func isOnly(_ value: Bool) -> Bool { contains(value) && !contains(!value) }

  /// Whether nothing is let through.
  var isEmpty: Bool { !isTrueWanted && !isFalseWanted }

  /// The one value that is let through; nil when both or neither are.
  var only: Bool? { isTrueWanted == isFalseWanted ? nil : isTrueWanted }

  /// Lets a value through no more.
  mutating func remove(_ value: Bool) {
    if value { isTrueWanted = false } else { isFalseWanted = false }
  }

  /// Lets through only what another one does too.
  mutating func formIntersection(_ other: FlagValues) {
    isTrueWanted = isTrueWanted && other.isTrueWanted
    isFalseWanted = isFalseWanted && other.isFalseWanted
  }
}
