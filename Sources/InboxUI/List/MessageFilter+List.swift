import Foundation
import InboxCore

extension MessageFilter {
  /// The statuses that the filter names, except negated ones.
  var statuses: Set<Status> {
    Set(allTerms.compactMap { $0.isNegated ? nil : $0.condition.status })
  }

  /// Whether the filter selects messages of a phase.
  func names(_ phase: Phase) -> Bool {
    allTerms.contains { $0 == .init(.phase(phase)) || $0 == .init(.anyState) }
  }

  /// Whether the filter matches only deleted messages.
  var isTrash: Bool {
    alternatives.isEmpty
      ? statuses == [.deleted] : alternatives.allSatisfy { $0.isTrash }
  }

  /// Whether the filter matches only unread messages.
  var isUnread: Bool {
    guard alternatives.isEmpty else { return alternatives.allSatisfy(\.isUnread) }
    let negated = terms.compactMap { $0.isNegated ? $0.condition.status : nil }
    let named = statuses.isEmpty ? [.unread, .read] : statuses
    return named.subtracting(negated) == [.unread]
  }

  /// Whether it names words of the text.
  var namesText: Bool {
    allTerms.contains { term in
      switch term.condition {
      case .word, .phrase, .part: true
      default: false
      }
    }
  }

  /// Whether it names a status or pinned messages, which a toggle changes.
  var dependsOnToggles: Bool {
    allTerms.contains { $0.condition.status != nil || $0.condition == .pinned }
  }

  /// Whether it excludes a row by its status or pin.
  func excludes(_ row: MessageRow) -> Bool {
    guard alternatives.isEmpty else { return alternatives.allSatisfy { $0.excludes(row) } }
    return !statuses.isEmpty && !statuses.contains(row.status)
      || terms.contains(.init(.status(row.status), isNegated: true))
      || terms.contains(.init(.pinned, isNegated: row.isPinned))
  }

  /// The filter limited to unread messages; nil if it matches none.
  var unreadOnly: MessageFilter? {
    guard alternatives.isEmpty else {
      return MessageFilter(anyOf: alternatives.compactMap(\.unreadOnly))
    }
    guard statuses.isEmpty || statuses.contains(.unread) else { return nil }
    var unread = self
    unread.terms.removeAll { $0.condition.status != nil && !$0.isNegated }
    unread.terms.append(.init(.status(.unread)))
    return unread
  }

  /// Both filters combined, with the terms of the other last in each alternative.
  func joined(with other: MessageFilter) -> MessageFilter {
    other.mapAlternatives { alternative in
      var joined = alternative
      joined.terms = terms + alternative.terms
      return joined
    }
  }
}

extension ListState {
  /// The status text with the filter, the number of matches, and the key that shows all.
  ///
  /// The number of rows is added where it differs, as the position is counted in rows.
  func filterStatus(_ keymap: Keymap, at now: Date, in zone: TimeZone) -> StatusText {
    let count = isLoaded ? total : nil
    let rows = shownCount == count ? nil : shownCount
    guard ownFilter != .all else { return .filtered(nil, count: count, rows: rows, key: nil) }
    let keys = keymap.names(of: .reading(.back), in: .list)
    let isPreset = [.unread, .pinned, .trash].contains(ownFilter)
    let name = filterName(at: now, in: zone)
    return .filtered(isPreset ? name.lowercased() : name, count: count, rows: rows, key: keys.first)
  }
}
