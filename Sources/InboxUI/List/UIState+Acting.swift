import Foundation
import InboxCore

extension UIState {
  /// Changes messages, or uses their content.
  mutating func act(_ command: Command.Acting, at now: Date) -> [Effect] {
    if let group = targetGroup, command.hasTargets { return act(command, on: group, at: now) }
    return switch command {
    case .toggleRead: toggleRead(at: now)
    case .togglePin: togglePin(at: now)
    case .delete: delete(at: now)
    case .restore: restore(at: now)
    case .snooze: askForSnooze(at: now)
    case .markAllRead: askAboutAll(.markAllRead, list.query.filter.unreadOnly, at: now)
    case .deleteAll: askAboutAll(.deleteAll, list.query.filter, at: now)
    case .purge: askToPurge()
    case .purgeAll: askAboutAll(.purge, list.query.filter, at: now)
    case .undo: ask(for: .undo)
    case .redo: ask(for: .redo)
    case .undoList: [.listSteps]
    case .actions: currentNumber.map { [.fetch([$0], .actions)] } ?? []
    case .copy: copyText()
    case .copyLink: targetNumbers.isEmpty ? [] : [.fetch(targetNumbers, .copyLink)]
    case .pipe: take(PromptState.askForPipe(targetNumbers), at: now)
    case .save:
      reader?.message.map { take(SavedFile.open(for: $0, in: partContext(at: now)), at: now) } ?? []
    case .mark:
      list.needsRows(by: 1) ? wait(with: .acting(command)) : list.toggleMark(in: listLayout)
    case .markRange: take(list.markRange(), at: now)
    }
  }

  private mutating func copyText() -> [Effect] {
    interaction.isChoosingLink = screen == .reader
    return targetNumbers.isEmpty ? [] : [.fetch(targetNumbers, .copyText)]
  }

  /// The messages that an action applies to: the marked ones, else the one under the cursor.
  var targets: [ActionTarget] {
    if let boundTargets = interaction.boundTargets { return boundTargets.map(list.present) }
    guard targetGroup == nil else { return [] }
    guard screen != .reader, !list.marked.isEmpty else {
      return currentRow.map { [list.target($0)] } ?? []
    }
    return list.markedTargets
  }

  /// Their numbers; the message in the reader counts also before it was read from the store.
  var targetNumbers: [MessageNumber] {
    if let boundTargets = interaction.boundTargets { return boundTargets.map(\.number) }
    guard targetGroup == nil else { return [] }
    guard screen != .reader, !list.marked.isEmpty else {
      return currentNumber.map { [$0] } ?? []
    }
    return list.marked.keys.sorted()
  }

  /// The message in the reader, else the one under the cursor, whatever is marked.
  private var currentNumber: MessageNumber? {
    screen == .reader ? reader?.number : list.selected
  }

  private mutating func toggleRead(at now: Date) -> [Effect] {
    let targets = targets
    let verb: Verb = targets.contains { $0.status == .unread } ? .read : .unread
    let aimed: Status = verb == .read ? .read : .unread
    return change(targets.filter { ![aimed, .deleted].contains($0.status) }, by: verb)
  }

  private mutating func togglePin(at now: Date) -> [Effect] {
    let targets = targets
    return change(targets, by: targets.contains { !$0.isPinned } ? .pin : .unpin)
  }

  private mutating func delete(at now: Date) -> [Effect] {
    if screen == .reader, let row = readerRow, list.status(of: row) == .deleted {
      showStatus(.alreadyInTrash, at: now)
      return []
    }
    return change(targets.filter { $0.status != .deleted }, by: .delete)
  }

  private mutating func restore(at now: Date) -> [Effect] {
    if screen == .reader, let row = readerRow {
      guard list.status(of: row) == .deleted else {
        showStatus(.notInTrash, at: now)
        return []
      }
    }
    return change(targets.filter { $0.status == .deleted }, by: .restore)
  }

  private mutating func change(_ targets: [ActionTarget], by verb: Verb) -> [Effect] {
    change(targets.map(\.number), by: verb)
  }

  private mutating func askToPurge() -> [Effect] {
    let numbers = targetNumbers
    guard !numbers.isEmpty else { return [] }
    confirmation = ConfirmState(
      action: .purge, selection: .numbers(numbers), count: numbers.count)
    return []
  }

  /// Finds out how many a bulk command would touch; the question comes with the count.
  mutating func askAboutAll(
    _ action: ConfirmState.Action, _ filter: MessageFilter?, at now: Date
  ) -> [Effect] {
    guard let filter else {
      showStatus(.noUnreadMessages, at: now)
      return []
    }
    overlays.uncounted = ConfirmState(
      action: action, selection: .matching(filter, upTo: list.snapshot.newestNumber), count: 0)
    return [.find(.count(filter))]
  }
}

extension UIState {
  /// Changes messages, shows their rows as pending and goes on to the next message.
  ///
  /// - Parameters:
  ///   - numbers: Which messages; marks of the list are cleared.
  ///   - verb: What is done to them.
  /// - Returns: The effects; none where nothing is to be done.
  mutating func change(_ numbers: [MessageNumber], by verb: Verb) -> [Effect] {
    if screen != .reader { list.clearMarks() }
    guard !numbers.isEmpty else { return [] }
    let wanted = Set(numbers)
    var rows = list.snapshot.rows.filter { wanted.contains($0.number) }
    if rows.isEmpty, let readerRow, wanted.contains(readerRow.number) { rows = [readerRow] }
    for row in rows { list.expect(verb, on: row) }
    return [.perform(verb, .numbers(numbers))] + goOn(from: rows, after: verb)
  }

  /// Goes on from the row under the cursor when it alone was acted on; in the reader, from the
  /// message that leaves the list.
  private mutating func goOn(from rows: [MessageRow], after verb: Verb) -> [Effect] {
    if screen == .reader { return list.isLeft(after: verb) ? readOn() : [] }
    if rows.count > 1, interaction.boundTargets != nil {
      return list.selectNearest(except: Set(rows.map(\.number)), in: listLayout)
    }
    switch verb {
    case .delete, .restore, .read, .unread, .snooze, .unsnooze: break
    // A pin moves its rows: the cursor and the view stay where they are.
    case .pin, .unpin:
      if rows.count == 1, list.staysInPlace(rows[0]) { return [] }
      return list.selectNearest(except: Set(rows.map(\.number)), in: listLayout)
    case .view, .peek, .open: return []
    }
    guard rows.count == 1, let index = list.selectedIndex, rows.first?.number == list.selected
    else { return [] }
    let next = list.adjacentRow(of: index, orPrevious: verb != .read && verb != .unread)
    return list.select(next, in: listLayout)
  }
}

// MARK: - Groups

extension UIState {
  /// The folded group that an action applies to; nil where messages are marked or under the cursor.
  var targetGroup: MessageGroup? {
    guard screen.isList, interaction.boundTargets == nil, list.marked.isEmpty else { return nil }
    return list.foldedGroup
  }

  /// Acts on all messages of a folded group, after a question with their number.
  mutating func act(
    _ command: Command.Acting, on group: MessageGroup, at now: Date
  ) -> [Effect] {
    switch command {
    case .toggleRead:
      return ask(about: group, listCounts.groups[group]?.unread == 0 ? .unread : .read, at: now)
    case .togglePin: return ask(about: group, group == .pinned ? .unpin : .pin, at: now)
    case .delete: return ask(about: group, .delete, at: now)
    case .restore: return ask(about: group, .restore, at: now)
    case .purge:
      return filter(of: group, for: .restore, at: now).map { askAboutAll(.purge, $0, at: now) }
        ?? []
    case .snooze: return offerMoments(for: group, at: now)
    default: return refuse(at: now)
    }
  }

  /// Asks whether a verb shall change all messages of a group.
  mutating func ask(about group: MessageGroup, _ verb: Verb, at now: Date) -> [Effect] {
    filter(of: group, for: verb, at: now).map {
      askAboutAll(.change(verb, of: group), $0, at: now)
    } ?? []
  }

  /// The filter of the messages of a group that a verb changes; the status says why there is none.
  mutating func filter(
    of group: MessageGroup, for verb: Verb, at now: Date
  ) -> MessageFilter? {
    let filter = list.filter(of: group, for: verb)
    if filter == nil { showStatus(.groupNotNamed, at: now) }
    return filter
  }

  /// Offers moments until which the messages of a group can be hidden.
  private mutating func offerMoments(for group: MessageGroup, at now: Date) -> [Effect] {
    let verb = list.showsSnoozed ? Verb.unsnooze : Verb.read
    guard let filter = filter(of: group, for: .restore, at: now) else { return [] }
    guard verb != .unsnooze else { return ask(about: group, .unsnooze, at: now) }
    menu = SnoozeMenu.menu(for: group, filter, in: partContext(at: now))
    return []
  }

  /// Changes many messages at once; the cursor goes on from what moves or leaves the list.
  mutating func change(_ selection: MessageSelection, by verb: Verb) -> [Effect] {
    var effects = [Effect.perform(verb, selection)]
    if list.isLeft(after: verb) || verb == .pin || verb == .unpin, let selected = list.selected {
      effects += list.selectNearest(except: [selected], in: listLayout)
    }
    return effects
  }

  /// Refuses what is meant for one message, as the cursor is on a folded group.
  mutating func refuse(at now: Date) -> [Effect] {
    showStatus(.groupFolded(key: unfoldingKey), at: now)
    return []
  }

  /// The key that unfolds a group.
  var unfoldingKey: String? { key(of: .reading(.view)) }
}
