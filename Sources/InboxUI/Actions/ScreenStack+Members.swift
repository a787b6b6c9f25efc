import InboxCore

/// What the messages of rows are read for.
enum MemberPurpose: Sendable, Hashable {
  /// The action of a key.
  case act(Command.Acting)
  /// The change of a `:` command.
  case change(Verb)
  /// Marks on the messages, in the place of those on their threads.
  case mark
}

extension ListState {
  /// Reads the messages of the marked threads that the list has now; nil without such marks.
  func readMarkedThreads(for purpose: MemberPurpose) -> ListMembers? {
    guard !marks.threads.isEmpty else { return nil }
    // In a fixed order, as equal requests are one.
    let threads = marks.threads.sorted { ($0.source, $0.name) < ($1.source, $1.name) }
    return ListMembers(rows: .threads(threads), query: query, purpose: purpose)
  }

  /// Reads the messages of a folded day whose rows stand for threads, which may have messages of
  /// other days; nil for other groups.
  func readFoldedDay(_ group: MessageGroup, for purpose: MemberPurpose) -> ListMembers? {
    guard case .day = group, snapshot.query.collapsesThreads else { return nil }
    return ListMembers(rows: .group(group), query: snapshot.query, purpose: purpose)
  }
}

/// Actions on marks with collapsed threads among them, and on folded days of such threads.
extension ScreenStack {
  /// Performs an action on the marked rows once the messages of threads are read.
  func actOnMarkedThreads(_ command: Command.Acting, _ context: PartContext) -> Reply {
    if command.changesMessages { return Reply(list.readMarkedThreads(for: .act(command))) }
    // The menu is that of the message under the cursor.
    guard command == .actions, list.targetGroup == nil, let number = currentNumber else {
      return refuseGroup(context)
    }
    return Reply(effects: [.fetch([number], .actions(marked: []))])
  }

  /// Performs what the messages of rows were read for: at once, from a menu or after a question.
  ///
  /// - Parameters:
  ///   - request: The rows, and what for.
  ///   - members: The messages of each row, newest first.
  ///   - context: The screen around it.
  /// - Returns: The reply.
  mutating func perform(
    _ request: ListMembers, on members: [[ActionTarget]], in context: PartContext
  ) -> Reply {
    let isMarked = if case .threads = request.rows { true } else { false }
    let marked = isMarked ? list.markedTargets : []
    let targets = Self.distinct(marked + members.joined()).map(list.withPending)
    switch request.purpose {
    case .act(.togglePin):
      // Of a thread the newest message is pinned, in a row of its own.
      let newest = Self.distinct(marked + members.compactMap(\.first)).map(list.withPending)
      guard let verb = Command.Acting.togglePin.verb(on: newest) else { return Reply() }
      guard isMarked, !newest.isEmpty else { return ask(about: newest, verb) }
      return Reply(effects: change(.numbers(newest.map(\.number)), by: verb, in: context.layout))
    case .act(.purge): return askToPurge(targets.filter { $0.status == .deleted }.map(\.number))
    case .act(.snooze):
      let targets = targets.filter { $0.status != .deleted }
      return offerSnoozes(of: targets.map(\.number), targets, context)
    case .change(let verb): return ask(about: targets, verb)
    case .act(let command):
      return command.verb(on: targets).map { ask(about: targets, $0) } ?? Reply()
    case .mark: return Reply()
    }
  }

  /// Asks whether a command shall change the marked messages; nil for one that asks or offers a menu
  /// anyway.
  mutating func ask(aboutMarkedFor command: Command.Acting) -> Reply? {
    let targets = list.markedTargets.map(list.withPending)
    return command.verb(on: targets).map { ask(about: targets, $0) }
  }

  /// Asks whether a verb shall change messages; those that it leaves as they are do not count.
  private mutating func ask(about targets: [ActionTarget], _ verb: Verb) -> Reply {
    let numbers = targets.filter { $0.isChanged(by: verb) }.map(\.number)
    guard !numbers.isEmpty else {
      list.marks.clear()
      return Reply(status: .noneChanged())
    }
    return Reply(
      overlay: .question(ConfirmState(.change(verb, of: nil), about: numbers, in: list)))
  }

  /// The targets by number; a message may be marked alone and with its thread.
  private static func distinct(_ targets: [ActionTarget]) -> [ActionTarget] {
    let byNumber = Dictionary(targets.map { ($0.number, $0) }) { first, _ in first }
    return byNumber.values.sorted { $0.number < $1.number }
  }
}

extension Command.Acting {
  /// The verb of a command, which for a toggle depends on the messages; nil for other commands.
  func verb(on targets: [ActionTarget]) -> Verb? {
    switch self {
    case .toggleRead: targets.contains { $0.status == .unread } ? .read : .unread
    case .togglePin: targets.contains { !$0.isPinned } ? .pin : .unpin
    case .done: targets.allSatisfy(\.isDone) ? .undone : .done
    case .delete: .delete
    case .restore: .restore
    default: nil
    }
  }
}

extension ActionTarget {
  /// Whether a verb changes it.
  func isChanged(by verb: Verb) -> Bool {
    switch verb {
    case .read, .view, .peek, .open: status == .unread
    case .unread: status == .read
    case .delete, .snooze: status != .deleted
    case .restore: status == .deleted
    case .pin: !isPinned
    case .unpin: isPinned
    case .unsnooze: isSnoozed
    case .done: !isDone && status != .deleted
    case .undone: isDone && status != .deleted
    }
  }
}

extension Reply {
  /// The reply that reads messages, and goes on when they are known; empty for nil.
  init(_ members: ListMembers?) {
    guard let members else { return }
    (effects, uncounted) = ([members.effect], .members(members))
  }
}

// MARK: - Answers

extension ScreenStack {
  /// Marks the messages of marked threads in their place, unless threads are collapsed again.
  mutating func spreadMarks(by request: ListMembers, to members: [[ActionTarget]]) {
    guard case .threads(let threads) = request.rows else { return }
    for place in lists.indices
    where lists[place].query.filter == request.query.filter
      && !lists[place].query.collapsesThreads
    {
      for (thread, messages) in zip(threads, members) {
        lists[place].marks.replace(.thread(thread), by: messages.map(lists[place].withPending))
      }
    }
  }
}
