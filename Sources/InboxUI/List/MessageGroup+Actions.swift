import InboxCore

extension MessageGroup {
  /// Whether it is a thread; false for messages without one.
  var isThread: Bool {
    if case .thread(_?) = self { true } else { false }
  }

  /// Whether all its messages have the same source.
  var isOfOneSource: Bool {
    if case .source = self { true } else { false }
  }
}

extension Command.Acting {
  /// Whether it applies to the marked messages or the one under the cursor.
  var hasTargets: Bool {
    switch self {
    case .toggleRead, .togglePin, .snooze, .delete, .restore, .purge, .actions, .copy, .copyLink,
      .pipe, .mark, .markRange:
      true
    case .markAllRead, .deleteAll, .purgeAll, .undo, .redo, .undoList, .save: false
    }
  }

  /// Whether it changes messages.
  var changesMessages: Bool {
    switch self {
    case .toggleRead, .togglePin, .delete, .restore, .purge, .snooze: true
    default: false
    }
  }

  /// Whether it marks rows.
  var marks: Bool { self == .mark || self == .markRange }
}

extension ListState {
  /// The messages of a group that a verb changes; nil if no filter selects the group.
  func filter(of group: MessageGroup, for verb: Verb) -> MessageFilter? {
    let isCollapsed = group.isThread && snapshot.query.collapsesThreads
    guard let kind = isCollapsed ? .thread : snapshot.query.grouping?.kind,
      let scope = MessageFilter(of: group, by: kind)
    else { return nil }
    var shown = query.filter
    // The row of a thread stands for the messages of its source.
    if isCollapsed, let row = selectedRow { shown = shown.within(.init(exactly: row.source)) }
    switch verb {
    case .read: return (shown.unreadOnly ?? shown).within(scope)
    case .unread:
      return shown.within(scope).within(MessageFilter([.init(.status(.read))]))
    default: return shown.within(scope)
    }
  }
}
