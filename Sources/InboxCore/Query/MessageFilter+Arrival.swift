import Foundation
import InboxText

extension MessageFilter {
  /// Whether every new message matches on arrival, or none; nil where that depends on the message.
  ///
  /// None has been read, opened or counted again, and it arrives on this machine. It may be from long
  /// ago, scheduled, expired or resolved.
  var isMetOnArrival: Bool? {
    let possible = clauses.filter { !Self.isContradiction($0.groups) }
    let open = possible.map { clause in
      (clause.groups + clause.impliedGroups).filter { group in
        !Self.isContradiction(group.map { [$0.opposite] })
      }
    }
    guard !open.isEmpty else { return false }
    // Alternatives leave out nothing where their opposites contradict each other.
    let opposites = open.filter { $0.count == 1 }.joined().joined().map { [$0.opposite] }
    return open.contains(where: \.isEmpty) || Self.isContradiction(opposites) ? true : nil
  }

  /// What keeps it from matching any new message; nil for nothing.
  ///
  /// Of each alternative that is the first term that matches none, or all terms where they contradict
  /// each other.
  var textMissedOnArrival: String? {
    guard isMetOnArrival == false else { return nil }
    let texts = clauses.map { clause in
      let term = clause.groups.joined().first { Self.isContradiction([[$0]]) }
      return (term.map { MessageFilter([$0]) } ?? clause).text
    }
    return texts.reduce([]) { $0.contains($1) ? $0 : $0 + [$1] }.joined(separator: " OR ")
  }

  private var groups: [[Term]] { ([terms] + scopes).flatMap(\.groups) }

  /// What it asks for besides: one that only excludes phases shows what is active.
  private var impliedGroups: [[Term]] {
    let phases = groups.joined().filter { [.phase, .anyState].contains($0.condition.field) }
    return phases.isEmpty || !phases.allSatisfy(\.isNegated) ? [] : [[Term(.phase(.active))]]
  }

  /// Whether no new message meets all groups: one is the opposite of another, or those on one of its
  /// fields contradict each other.
  private static func isContradiction(_ groups: [[Term]]) -> Bool {
    let sampled = groups.filter { $0.allSatisfy(\.condition.isSampled) }
    return groups.contains { $0.count == 1 && groups.contains([$0[0].opposite]) }
      || Dictionary(grouping: sampled) { $0[0].condition.sampledField }.values.contains { groups in
        !Message.samples(for: groups).contains { message in
          groups.allSatisfy { $0.contains(where: message.meets) }
        }
      }
  }
}

extension MessageFilter.Term {
  /// The term that holds where this one does not.
  var opposite: Self { Self(condition, isNegated: !isNegated) }

  /// The field of terms of which any must hold; nil for one that must hold by itself.
  var key: MessageFilter.Field? { isNegated ? nil : condition.key }
}

extension [MessageFilter.Term] {
  /// The groups that must all hold: the terms of each key, of which any must, and each other one.
  var groups: [[Element]] {
    reduce(into: []) { groups, term in
      let same = term.key.flatMap { key in groups.firstIndex { $0[0].key == key } }
      if let same { groups[same].append(term) } else { groups.append([term]) }
    }
  }
}

extension MessageFilter.Condition {
  /// Whether ``Message/samples(for:)`` tell it from its opposite, or it holds for no or every new
  /// message; a relative time is before or after others depending on the clock.
  fileprivate var isSampled: Bool {
    switch self {
    case .needed, .asking, .alertOnly, .resolved, .before(.relative(_)), .after(.relative(_)): false
    default: field != .other
    }
  }

  fileprivate var sampledField: MessageFilter.Field { field == .after ? .before : field }
}

extension Message {
  private static let arrival = Date(timeIntervalSince1970: 0)

  /// A new message with a name wherever it can have one, and a change.
  static func sample(
    named name: String = "", _ change: (inout Message) -> Void = { _ in }
  ) -> Message {
    var message = Message(number: MessageNumber(1), id: name, source: name, receivedAt: arrival)
    (message.title, message.thread, message.machine) = (name, name, name)
    (message.categories, message.tags) = ([name], [name])
    change(&message)
    return message
  }

  /// New messages with all values that groups of terms on one field tell apart.
  fileprivate static func samples(for groups: [[MessageFilter.Term]]) -> [Message] {
    var (times, names): ([Date], [String]) = ([], [])
    for condition in groups.joined().map(\.condition) {
      switch condition {
      case .before(.at(let date)), .after(.at(let date)): times += [date, date - 0.001]
      case .source(let name), .category(let name), .thread(let name), .tag(let name),
        .title(let name), .id(let name):
        let path = SourcePattern(name.storable).path
        names += [name.storable, path, path + "/\u{10FFFF}"]
      default: break
      }
    }
    let named = names.map { sample(named: $0) }
    // Of categories and tags it may have all that are not excluded.
    let most = named.filter { name in groups.allSatisfy { !$0[0].isNegated || name.meets($0[0]) } }
    return named + times.map { time in sample { $0.receivedAt = time } }
      + Priority.allCases.map { level in sample { $0.priority = level } } + [
        sample { $0.startsAt = arrival + 1 }, sample { $0.expiresAt = arrival },
        sample { ($0.startsAt, $0.expiresAt) = (arrival + 1, arrival) },
        sample { ($0.categories, $0.tags) = (most.flatMap(\.categories), most.flatMap(\.tags)) },
      ]
  }

  /// Whether it meets a term as it arrives.
  func meets(_ term: MessageFilter.Term) -> Bool {
    let subject = MessageFilter.Subject(message: self, now: Self.arrival)
    return RowTest(term)?.passes(self) ?? (subject.fulfills(term.condition) != term.isNegated)
  }
}
