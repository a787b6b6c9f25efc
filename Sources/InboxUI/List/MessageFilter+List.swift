import InboxCore

extension MessageFilter {
  /// The statuses that the filter names.
  var statuses: Set<Status> {
    Set(
      allTerms.compactMap { term in
        guard case .status(let status) = term.condition, !term.isNegated else { return nil }
        return status
      })
  }

  /// Whether it looks among the snoozed messages.
  var namesSnoozed: Bool { allTerms.contains(.init(.phase(.snoozed))) }

  /// Whether only deleted messages match.
  var isTrash: Bool {
    alternatives.isEmpty
      ? statuses == [.deleted] : alternatives.allSatisfy { $0.isTrash }
  }

  /// Whether a message leaves the list by being read.
  var hidesRead: Bool {
    guard alternatives.isEmpty else { return alternatives.allSatisfy(\.hidesRead) }
    return !statuses.isEmpty && !statuses.contains(.read)
      || terms.contains(.init(.status(.read), isNegated: true))
  }

  /// The same filter, of unread messages only; nil when it matches none of them.
  var unreadOnly: MessageFilter? {
    guard alternatives.isEmpty else {
      return MessageFilter(anyOf: alternatives.compactMap(\.unreadOnly))
    }
    guard statuses.isEmpty || statuses.contains(.unread) else { return nil }
    let others = terms.filter { term in
      if case .status = term.condition { return term.isNegated }
      return true
    }
    return MessageFilter(others + [.init(.status(.unread))])
  }

  /// The filter with the terms of another one behind its own, in each alternative of that.
  func joined(with other: MessageFilter) -> MessageFilter {
    other.mapAlternatives { alternative in
      var joined = alternative
      joined.terms = terms + alternative.terms
      return joined
    }
  }
}

extension ListState {
  /// The status that names what the list shows, how many they are, and the key that shows all.
  func filterStatus(_ keymap: Keymap) -> StatusText {
    let count = isLoaded ? total : nil
    guard ownFilter != .all else { return .filtered(nil, count: count, key: nil) }
    let keys = keymap.names(of: .reading(.back), in: .list)
    let isPreset = [.unread, .pinned, .trash].contains(ownFilter)
    let name = isPreset ? filterName.lowercased() : filterName
    return .filtered(name, count: count, key: keys.first)
  }
}
