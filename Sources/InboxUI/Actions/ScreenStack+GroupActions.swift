import InboxCore

/// Actions on all messages of a folded group, and on all that a question was about.
extension ScreenStack {
  /// Acts on all messages of a folded group or collapsed thread, after a question with their number.
  func act(
    _ command: Command.Acting, on group: MessageGroup, groups: GroupCountState,
    _ context: PartContext
  ) -> Reply {
    if command.changesMessages, let day = list.readFoldedDay(group, for: .act(command)) {
      return Reply(day)
    }
    switch command {
    case .togglePin:
      // Of a thread the newest message is pinned, in a row of its own.
      if list.foldedGroup == nil, let number = list.selected {
        return Reply(messages: [.change([number], by: .pin)])
      }
      return ask(about: group, group == .pinned ? .unpin : .pin)
    case .purge:
      return list.filter(of: group, for: .restore).map { askAboutAll(.purge, $0) }
        ?? Reply(status: .groupNotNamed)
    case .snooze: return offerSnoozes(of: group, context)
    default:
      return verb(of: command, on: [], groups: groups).map { ask(about: group, $0) }
        ?? refuseGroup(context)
    }
  }

  /// The verb of a command on its targets, or on the messages that rows stand for; nil for commands
  /// without one.
  func verb(
    of command: Command.Acting, on targets: [ActionTarget], groups: GroupCountState
  ) -> Verb? {
    guard standsForSeveral else { return command.verb(on: targets) }
    switch command {
    case .toggleRead:
      let unread =
        list.foldedGroup.flatMap { groups[$0]?.unread } ?? list.selectedRow?.threadSummary?.unread
      return unread == 0 ? .unread : .read
    case .done: return list.verbForAll
    default: return command.verb(on: targets)
    }
  }

  /// Asks whether a verb shall change all messages of a group.
  func ask(about group: MessageGroup, _ verb: Verb) -> Reply {
    list.filter(of: group, for: verb).map { askAboutAll(.change(verb, of: group), $0) }
      ?? Reply(status: .groupNotNamed)
  }

  private func offerSnoozes(of group: MessageGroup, _ context: PartContext) -> Reply {
    guard let filter = list.filter(of: group, for: .restore) else {
      return Reply(status: .groupNotNamed)
    }
    guard !list.showsSnoozed else { return ask(about: group, .unsnooze) }
    return Reply(overlay: .menu(SnoozeMenu.menu(for: group, filter, in: context)))
  }

  /// Refuses a command for single messages, as the cursor is on a folded group or a thread, or one is
  /// marked.
  func refuseGroup(_ context: PartContext) -> Reply {
    if hasMarkedThreads, list.foldedGroup == nil {
      return Reply(status: .threadMarked(key: context.screenKey(of: .reading(.back))))
    }
    let key = context.screenKey(of: .reading(.view))
    return Reply(
      status: list.foldedGroup == nil ? .threadCollapsed(key: key) : .groupFolded(key: key))
  }

  /// Does what a question was about, after a yes.
  mutating func perform(_ confirmed: ConfirmState, in layout: ListLayout) -> Reply {
    let (selection, asked) = (confirmed.selection, confirmed.count)
    switch confirmed.action {
    case .markAllRead:
      list.keep(list.snapshot.rows.map(\.number))
      return Reply(effects: [.perform(.read, selection, asked: asked)])
    case .deleteAll: return Reply(effects: [.perform(.delete, selection, asked: asked)])
    case .change(let verb, let group):
      return Reply(effects: change(selection, of: group, by: verb, asked: asked, in: layout))
    case .purge:
      list.marks.clear()
      let effect = PurgeMessages(selection: selection, asked: asked).effect
      return Reply(effects: change(selection, by: .delete, as: effect, in: layout))
    case .open(let taps): return Reply(messages: [.open(taps)])
    case .launch(let taps): return Reply(messages: [.launch(taps)])
    case .allowActions(var asked, _):
      asked.consents = true
      return Reply(effects: [asked.effect])
    case .takeBack(let asked): return Reply(effects: [TakeBackAction(asked: asked).effect])
    case .startDaemon(_, let script):
      let launch = Launch.run(script: script, name: "daemon", input: "", variables: [:])
      return Reply(effects: [launch.effect])
    case .replace(let path, let file):
      return Reply(effects: [SaveFile(file: file, path: path, isReplacing: true).effect])
    }
  }
}

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
  var hasTargets: Bool { use != nil }

  /// Whether it changes messages.
  var changesMessages: Bool {
    switch self {
    case .toggleRead, .togglePin, .done, .delete, .restore, .purge, .snooze: true
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
