import Foundation
import InboxCore

extension ScreenStack {
  /// Performs an action on the marked messages, the one under the cursor or a folded group.
  ///
  /// - Parameters:
  ///   - command: The action.
  ///   - groups: The numbers of the groups, which decide what is toggled.
  ///   - context: The screen around it.
  /// - Returns: The reply.
  mutating func act(
    _ command: Command.Acting, groups: GroupCountState, in context: PartContext
  ) -> Reply {
    if command.marks {
      if list.foldedGroup != nil, command == .mark || list.marks.isEmpty {
        return refuseGroup(context)
      }
    } else if command.hasTargets {
      if let group = targetGroup { return act(command, on: group, groups: groups, context) }
      if hasMarkedThreads { return actOnMarkedThreads(command, context) }
    }
    switch command {
    case .toggleRead, .togglePin, .done, .delete, .restore:
      return changeTargets(by: command, in: context)
    case .doneAll:
      let (action, filter) = ConfirmState.bulk(list.verbForAll, list.query.filter)
      return askAboutAll(action, filter)
    case .snooze: return offerSnoozes(context)
    case .markAllRead: return askAboutAll(.markAllRead, list.query.filter.unreadOnly)
    case .deleteAll: return askAboutAll(.deleteAll, list.query.filter)
    case .purge: return askToPurge(targetNumbers)
    case .purgeAll: return askAboutAll(.purge, list.query.filter)
    case .undo: return Reply(messages: [.step(.undo)])
    case .redo: return Reply(messages: [.step(.redo)])
    case .undoList: return Reply(effects: [ListSteps().effect])
    case .actions: return offerActions()
    case .copy: return fetchTargets(for: .copyText)
    case .copyLink: return fetchTargets(for: .copyLink)
    case .pipe:
      let numbers = targetNumbers
      return Reply(overlay: numbers.isEmpty ? nil : .prompt(PromptState(.pipe(numbers))))
    case .save: return reader?.message.map { SavedFile.open(for: $0, in: context) } ?? Reply()
    case .mark:
      guard !list.needsRows(by: 1) else {
        return Reply(messages: [.performOnceRead(.acting(command))])
      }
      return Reply(effects: list.toggleMark(in: context.layout))
    case .markRange: return list.markRange()
    }
  }

  /// Offers the actions of the present message; what its menu does with texts is for the marked ones.
  private func offerActions() -> Reply {
    let usesMarks = top != .reader && boundTargets == nil && !list.marks.isEmpty
    let marked = usesMarks ? targetNumbers : []
    return Reply(effects: currentNumber.map { [.fetch([$0], .actions(marked: marked))] } ?? [])
  }

  private func fetchTargets(for purpose: FetchPurpose) -> Reply {
    Reply(effects: targetNumbers.isEmpty ? [] : [.fetch(targetNumbers, purpose)])
  }

  /// Changes the targets that the command changes.
  private mutating func changeTargets(
    by command: Command.Acting, in context: PartContext
  ) -> Reply {
    if command == .delete, isReaderInTrash == true { return Reply(status: .alreadyInTrash) }
    if command == .restore, isReaderInTrash == false { return Reply(status: .notInTrash) }
    var targets = toggled(by: command, at: context.now)
    if command == .done { targets.removeAll { $0.status == .deleted } }
    guard let verb = command.verb(on: targets) else { return Reply() }
    let changed = targets.filter { $0.isChanged(by: verb) }
    note(command, changed, after: verb, at: context.now)
    return change(changed.map(\.number), by: verb, in: context)
  }

  /// The targets of a toggle: those of the same key before it, so that it changes nothing to press
  /// it twice.
  private func toggled(by command: Command.Acting, at now: Date) -> [ActionTarget] {
    guard top != .reader, boundTargets == nil, list.marks.isEmpty else { return targets }
    return toggles.targets(of: command, at: now)?.map(list.present) ?? targets
  }

  /// Records what a toggle changes, unless that is under the cursor, where it stays.
  private mutating func note(
    _ command: Command.Acting, _ changed: [ActionTarget], after verb: Verb, at now: Date
  ) {
    guard command == .toggleRead || command == .togglePin, top != .reader,
      changed.map(\.number) != [list.selected]
    else { return }
    let targets = changed.map { target in
      var target = target
      if command == .toggleRead { target.status = verb == .read ? .read : .unread }
      if command == .togglePin { target.isPinned = verb == .pin }
      return target
    }
    toggles.note(command, targets, at: now)
  }

  /// Whether the message in the reader on top is deleted; nil without one.
  private var isReaderInTrash: Bool? {
    top == .reader ? readerRow.map { list.status(of: $0) == .deleted } : nil
  }

  /// Asks whether messages shall be deleted from the trash for good.
  func askToPurge(_ numbers: [MessageNumber]) -> Reply {
    guard !numbers.isEmpty else { return Reply() }
    return Reply(overlay: .question(ConfirmState(.purge, about: numbers, in: list)))
  }

  /// Counts the messages of a bulk action; the question opens with the count.
  func askAboutAll(_ action: ConfirmState.Action, _ filter: MessageFilter?) -> Reply {
    guard let filter else { return Reply(status: .noUnreadMessages) }
    let question = ConfirmState(
      action: action, selection: .matching(filter).seen(in: list), count: 0)
    return Reply(effects: [CountMessages(filter: filter).effect], uncounted: .count(question))
  }

  // MARK: - Changes

  /// Changes messages and shows their rows as pending; the cursor moves on from one that leaves the
  /// list.
  ///
  /// - Parameters:
  ///   - numbers: Which messages; marks of the list are cleared.
  ///   - verb: The change.
  ///   - context: The screen around it.
  /// - Returns: The reply; without effects where there are no messages.
  mutating func change(
    _ numbers: [MessageNumber], by verb: Verb, in context: PartContext
  ) -> Reply {
    if top != .reader { list.marks.clear() }
    guard !numbers.isEmpty else { return Reply(status: .noneChanged()) }
    let wanted = Set(numbers)
    var rows = list.snapshot.rows.filter { wanted.contains($0.number) }
    if rows.isEmpty, let readerRow, wanted.contains(readerRow.number) { rows = [readerRow] }
    for row in rows { list.expect(verb, on: row) }
    let change = ChangeMessages(verb: verb, selection: .numbers(numbers))
    if top == .reader, list.isLeft(after: verb) { return readOn(from: change, in: context) }
    movedOn = (change.effect, place, nil)
    // Among marked rows, the cursor stays until they have left.
    let left = rows.count == 1 || boundTargets != nil ? Set(rows.map(\.number)) : []
    let moved = list.moveOn(from: left, after: verb, in: context.layout)
    return Reply(effects: [change.effect] + moved)
  }

  /// Changes the messages that a key would act on; of a folded group all, after a question.
  mutating func changeTargets(by verb: Verb, in context: PartContext) -> Reply {
    if hasMarkedThreads { return Reply(list.readMarkedThreads(for: .change(verb))) }
    if let group = targetGroup {
      if let day = list.readFoldedDay(group, for: .change(verb)) { return Reply(day) }
      guard let filter = list.filter(of: group, for: verb) else {
        return Reply(status: .groupNotNamed)
      }
      return askAboutAll(verb == .read ? .markAllRead : .change(verb, of: group), filter)
    }
    let targets = targets
    let numbers = targets.filter { $0.status != .deleted }.map(\.number)
    var reply = change(numbers, by: verb, in: context)
    if numbers.isEmpty { reply.status = targets.isEmpty ? .listEmpty : .noneChanged() }
    return reply
  }

  /// Changes many messages at once; the cursor moves on from one that moves or leaves the list.
  ///
  /// Where only a filter names them, it stays until its message has left: it may not be one of them.
  mutating func change(
    _ selection: MessageSelection, of group: MessageGroup? = nil, by verb: Verb, asked: Int? = nil,
    as own: Effect? = nil, in layout: ListLayout
  ) -> [Effect] {
    let change = own ?? .perform(verb, selection, asked: asked)
    movedOn = (change, place, nil)
    var changed = Set(group == nil && own == nil ? [] : [list.selected].compactMap(\.self))
    if case .numbers(let numbers) = selection.whole {
      // As without threads: the marked messages stay on screen, the rows of threads do not.
      if verb == .read { list.keep(list.marked.keys) }
      list.marks.clear()
      changed = Set(numbers)
    }
    return [change] + list.moveOn(from: changed, after: verb, in: layout)
  }

  /// Shows the next message after one that a change takes out of the list, or closes the reader when
  /// there is none.
  private mutating func readOn(from change: ChangeMessages, in context: PartContext) -> Reply {
    movedOn = (change.effect, place, nil)
    guard reader?.number == list.selected, let index = list.selectedIndex,
      let next = list.adjacentRow(of: index, orPrevious: false)
    else { return Reply(effects: [change.effect], messages: [.leave]) }
    let (moved, view) = (list.select(next, in: context.layout), view(context))
    var change = change
    change.views = view.effects.compactMap { $0.request(ChangeMessages.self) }
    movedOn?.change = change.effect
    return Reply(effects: [change.effect] + moved, messages: view.messages)
  }

  // MARK: - Views

  /// Shows the message under the cursor in the reader and counts the view.
  mutating func view(_ context: PartContext) -> Reply {
    guard let row = list.selectedRow else { return Reply() }
    let isDeleted = list.status(of: row) == .deleted
    return Reply(
      effects: isDeleted ? [] : record(.numbers([row.number]), of: [row], context),
      messages: [.showReader(row.number)])
  }

  /// Counts a view, which marks read unless ``ScreenPreferences/viewMarksRead`` is off.
  mutating func record(
    _ selection: MessageSelection, of rows: [MessageRow], _ context: PartContext
  ) -> [Effect] {
    let verb: Verb = context.preferences.viewMarksRead ? .view : .peek
    for row in rows { list.expect(verb, on: row) }
    return [.perform(verb, selection)]
  }

  /// Marks the messages of a collapsed thread read as it is left, in a single undo step.
  func readThread(by preferences: ScreenPreferences) -> [Effect] {
    guard top == .thread, preferences.viewMarksRead, let unread = list.readWhenLeft else {
      return []
    }
    return [.perform(.read, .matching(unread).seen(in: list))]
  }

  /// Reads what is shown again.
  func reread(in layout: ListLayout) -> [Effect] { list.reread(in: layout) + reloadReader() }

  /// Reads the message in the reader again.
  func reloadReader() -> [Effect] { reader.map { [.fetch([$0.number], .reader)] } ?? [] }
}

/// The messages that the last key toggled as marked or counted ones.
///
/// The same key, pressed again, takes that back; the marks are gone by then, and the cursor may be on
/// another message.
struct ToggleMemory: Sendable {
  /// What was toggled, and when its status times out, and with it what a person knows of it.
  private typealias Toggle = (command: Command.Acting, targets: [ActionTarget], end: Date)

  private var last: Toggle?
  /// The toggle of the key before the present one.
  private var before: Toggle?

  /// Begins another key.
  mutating func keyPressed() { (before, last) = (last, nil) }

  /// Records the targets of a toggle, in the state that it leads to.
  mutating func note(_ command: Command.Acting, _ targets: [ActionTarget], at now: Date) {
    last = (command, targets, now.addingTimeInterval(StatusMessage.lifetime))
  }

  /// The targets if the key before toggled them by the same command; nil otherwise.
  func targets(of command: Command.Acting, at now: Date) -> [ActionTarget]? {
    guard let before, before.command == command,
      before.end.isAhead(upTo: StatusMessage.lifetime, at: now)
    else { return nil }
    return before.targets
  }
}
