import InboxCore

extension MessageFilter {
  /// The statuses that the filter names.
  var statuses: Set<Status> {
    Set(
      terms.compactMap { term in
        guard case .status(let status) = term.condition, !term.isNegated else { return nil }
        return status
      })
  }

  /// Whether it looks among the snoozed messages.
  var namesSnoozed: Bool { terms.contains(.init(.phase(.snoozed))) }

  /// Whether only deleted messages match.
  var isTrash: Bool { statuses == [.deleted] }

  /// Whether a message leaves the list by being read.
  var hidesRead: Bool {
    !statuses.isEmpty && !statuses.contains(.read)
      || terms.contains(.init(.status(.read), isNegated: true))
  }

  /// The same filter, of unread messages only; nil when it matches none of them.
  var unreadOnly: MessageFilter? {
    guard statuses.isEmpty || statuses.contains(.unread) else { return nil }
    let others = terms.filter { term in
      if case .status = term.condition { return term.isNegated }
      return true
    }
    return MessageFilter(others + [.init(.status(.unread))])
  }
}
