import Foundation
import InboxText

extension MessageFilter {
  /// Whether every new message matches on arrival, or none; nil where that depends on the message.
  ///
  /// None has been read, opened or counted again, and it arrives on this machine. It may be from long
  /// ago, scheduled, expired or resolved; most are active.
  var isMetOnArrival: Bool? {
    let possible = clauses.map(\.groups).filter { !Self.isContradiction($0) }
    let open = possible.map { $0.filter { !Self.isMetByMost($0) } }
    guard !open.isEmpty else { return false }
    // Alternatives leave out nothing where their opposites contradict each other.
    let opposites = open.filter { $0.count == 1 }.joined().joined().map { [$0.opposite] }
    return open.contains(where: \.isEmpty) || Self.isContradiction(opposites) ? true : nil
  }

  /// The first term that keeps it, or one of its alternatives, from matching any new message, or all
  /// terms where they contradict each other; nil for none, and where every message matches anyway.
  var textMissedOnArrival: String? {
    guard isMetOnArrival != true else { return nil }
    return clauses.first { Self.isContradiction($0.groups) }.map { clause in
      let term = clause.conjuncts.joined().first { Self.isContradiction([[$0]]) }
      return term.map { MessageFilter([$0]).text } ?? clause.text
    }
  }

  private var clauses: [MessageFilter] { alternatives.isEmpty ? [self] : alternatives }

  private var conjuncts: [[Term]] { [terms] + scopes }

  private var groups: [[Term]] { conjuncts.flatMap(\.groups) }

  /// Whether all new messages meet a group, but for those that are scheduled or expired.
  private static func isMetByMost(_ group: [Term]) -> Bool {
    group.contains(Term(.phase(.active))) || isContradiction(group.map { [$0.opposite] })
  }

  /// Whether no new message meets all groups: those on one of its fields contradict each other.
  private static func isContradiction(_ groups: [[Term]]) -> Bool {
    let ofOneField = groups.filter { Set($0.map(\.condition.field)).count == 1 }
    return Dictionary(grouping: ofOneField) { $0[0].condition.field }.contains { field, groups in
      let terms = groups.joined()
      var cases = field.cases(of: Set(terms.map(\.condition)))
      if field == .category("") || field == .tag("") {
        // It may have all names but those that are excluded.
        let excluded = terms.filter(\.isNegated).map(\.condition)
        cases = [Set(cases.filter { $0.isDisjoint(with: excluded) }.joined())]
      }
      return !cases.contains { met in
        groups.allSatisfy { $0.contains { met.contains($0.condition) != $0.isNegated } }
      }
    }
  }
}

extension MessageFilter.Term {
  /// The term that holds where this one does not.
  var opposite: Self { Self(condition, isNegated: !isNegated) }
}

extension [MessageFilter.Term] {
  /// The groups that must all hold: the terms of each key, of which any must, and each other one.
  var groups: [[Element]] {
    reduce(into: []) { groups, term in
      let key = term.isNegated ? nil : term.condition.key
      let same = groups.firstIndex { !$0[0].isNegated && $0[0].condition.key == key }
      if let same, key != nil { groups[same].append(term) } else { groups.append([term]) }
    }
  }
}

extension MessageFilter.Condition {
  /// The condition that stands for all those on one field of a message; itself for one that is
  /// compared with no other.
  fileprivate var field: Self {
    switch self {
    case .status, .pinned, .opened, .machine, .occurrences: .anyState
    case .phase: .phase(.active)
    case .priority: .priority(.equal, .default)
    case .source: .source("")
    case .category: .category("")
    case .thread: .thread("")
    case .tag: .tag("")
    case .title: .title("")
    case .id: .id("")
    // Whether an absolute time is before a relative one depends on the clock.
    case .before(.at(_)), .after(.at(_)): .before(.at(.distantPast))
    case .before(.relative(_)), .after(.relative(_)): .before(.relative(seconds: 0))
    default: self
    }
  }

  /// Those of some conditions on this field that a new message meets, for each kind of value.
  fileprivate func cases(of conditions: Set<Self>) -> [Set<Self>] {
    guard conditions != [self] || self == .anyState else { return [conditions, []] }
    let now = Date(timeIntervalSince1970: 0)
    let plain = Message(number: MessageNumber(1), id: "", source: "", receivedAt: now)
    var messages = [plain]
    func add(_ change: (inout Message) -> Void) {
      messages.append(plain)
      change(&messages[messages.count - 1])
    }
    add { $0.startsAt = now + 1 }
    add { $0.expiresAt = now }
    add { ($0.startsAt, $0.expiresAt) = (now + 1, now) }
    for level in Priority.allCases { add { $0.priority = level } }
    for condition in conditions {
      switch condition {
      case .before(let moment), .after(let moment):
        add { $0.receivedAt = moment.date(at: now) }
        add { $0.receivedAt = moment.date(at: now) - 0.001 }
      case .source(let name), .category(let name), .thread(let name), .tag(let name),
        .title(let name), .id(let name):
        let path = SourcePattern(name.storable).path
        for name in [name.storable, path, path + "/\u{10FFFF}"] {
          add {
            ($0.id, $0.source, $0.title, $0.thread) = (name, name, name, name)
            ($0.categories, $0.tags) = ([name], [name])
          }
        }
      default: break
      }
    }
    return messages.map { message in conditions.filter { message.meets($0, at: now) } }
  }
}
