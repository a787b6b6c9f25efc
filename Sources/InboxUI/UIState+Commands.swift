import Foundation
import InboxCore
import InboxText

extension UIState {
  /// Performs a command on the screen on top.
  ///
  /// The keymap and the `:` line let a command through only in the contexts of its row in
  /// ``CommandInfo/table``.
  mutating func perform(_ command: Command, at now: Date) -> [Effect] {
    stack.noteJump(command)
    if refuseInEmptyList(command, at: now) { return [] }
    return switch command {
    case .moving(let motion): move(motion, at: now)
    case .stepping(let command): step(command, at: now)
    case .reading(let command): read(command, at: now)
    case .viewing(let command): perform(command, at: now)
    case .previewing(let command): take(preview.perform(command, in: partContext(at: now)), at: now)
    case .acting(let command): act(command, at: now)
    case .finding(let command): find(command, at: now)
    case .tabbing(let command): show(command, at: now)
    case .screen(let command): perform(command, at: now)
    // They belong to what lies over the screens.
    case .typing: []
    }
  }

  /// Changes how a message is shown, in the reader or, of its fields, in the preview.
  private mutating func perform(_ command: Command.Viewing, at now: Date) -> [Effect] {
    let context = partContext(at: now)
    if command == .toggleFields, screen != .reader {
      return take(preview.toggleFields(in: context), at: now)
    }
    return take(stack.reader?.perform(command, in: context) ?? Reply(), at: now)
  }

  private mutating func move(_ motion: Command.Motion, at now: Date) -> [Effect] {
    let areas = areas
    switch screen {
    case .list, .trash, .thread:
      guard !list.needsRows(for: motion, in: listLayout) else { return wait(with: .moving(motion)) }
      if let direction = motion.direction { reportEnd(direction, at: now) }
      return list.move(motion, in: listLayout)
    case .reader: reader?.move(motion, in: areas)
    case .help:
      let room = HelpRoom(self)
      help?.move(motion, in: room)
    }
    return []
  }

  /// Says that there is no message for a command; false where it needs none.
  mutating func refuseInEmptyList(_ command: Command, at now: Date) -> Bool {
    guard screen.isList, list.isLoaded, list.snapshot.rows.isEmpty,
      interaction.boundTargets?.isEmpty ?? true,
      let status = command.statusInEmptyList
    else { return false }
    showStatus(status, at: now)
    return true
  }

  private mutating func step(_ command: Command.Step, at now: Date) -> [Effect] {
    switch command {
    case .nextUnread: seek(.unread(.forward), at: now)
    case .previousUnread: seek(.unread(.backward), at: now)
    case .nextMessage:
      list.needsRows(by: 1) ? wait(with: .stepping(command)) : showAdjacent(.forward, at: now)
    case .previousMessage:
      list.needsRows(by: -1) ? wait(with: .stepping(command)) : showAdjacent(.backward, at: now)
    case .screenTop, .screenMiddle, .screenBottom:
      list.go(to: ScreenPlace(.stepping(command)), in: listLayout)
    }
  }

  /// Says that the list ends at the cursor, from where a key leads further.
  mutating func reportEnd(_ direction: SearchDirection, at now: Date) {
    guard let row = list.selectedRow, !list.hasRow(direction) else { return }
    showStatus(.atEnd(direction, isGroup: list.foldedGroup(of: row) != nil), at: now)
  }

  private mutating func read(_ command: Command.Reading, at now: Date) -> [Effect] {
    switch command {
    case .view: (screen.isList ? list.unfoldSelected(in: listLayout) : nil) ?? view()
    case .open: targetGroup == nil ? open(at: now) : refuse(at: now)
    case .readPage: readPage(at: now)
    case .goToAlert: goToAlert(at: now)
    case .close: leave()
    case .back: back()
    case .quit: [.host(.quit)]
    }
  }

  /// Scrolls the reader by a page; at its end, goes on to the next unread message.
  private mutating func readPage(at now: Date) -> [Effect] {
    let areas = areas
    guard reader?.isAtEnd(in: areas) == true else {
      reader?.move(.pageDown, in: areas)
      return []
    }
    return seek(.unread(.forward), at: now)
  }

  private mutating func perform(_ command: Command.General, at now: Date) -> [Effect] {
    switch command {
    case .refresh:
      showStatus(.refreshed, at: now)
      session.lastVisit = nil
      return list.refresh(in: listLayout)
    case .redraw:
      showStatus(.redrawn, at: now)
      return [.host(.redraw)]
    case .reload: return configure(by: .reloadConfiguration)
    case .help: return toggleHelp()
    case .commandLine:
      prompt = PromptState(.command)
      return [.pane(.listThemes)]
        + (environment.canSwitchInbox ? [.pane(.listInboxes(counting: false))] : [])
    case .toggleDoNotDisturb:
      let text = alerts.toggleDoNotDisturb(under: preferences.alerts, at: now, in: zone)
      showStatus(text, at: now)
    case .interrupt: showHowToQuit(at: now)
    }
    return []
  }

  /// Ctrl-C ends most programs, but this one would be gone by a slip of the finger.
  private mutating func showHowToQuit(at now: Date) {
    let command: Command.Reading = screens.count > 1 ? .quit : .close
    let keys = keymap.names(of: .reading(command), in: context(of: screen))
    if let key = keys.first { showStatus(.howToQuit(key: key), at: now) }
  }
}

// MARK: - Bookmarks

extension UIState {
  /// Sets the bookmark of a letter, or goes to it.
  mutating func use(
    _ key: Key, for operation: Command.Finding, at now: Date
  ) -> [Effect] {
    guard !keymap.isCancel(key) else { return [] }
    guard case .character(let letter) = key, letter.isLetter || letter.isNumber || letter == "'"
    else {
      showStatus(.badBookmark(key.name), at: now)
      return []
    }
    return operation == .setBookmark ? setBookmark(letter, at: now) : goToBookmark(letter, at: now)
  }

  private mutating func setBookmark(_ letter: Character, at now: Date) -> [Effect] {
    guard let row = currentRow else {
      showStatus(.listEmpty, at: now)
      return []
    }
    stack.jumps.bookmark(row.number, as: letter)
    let key = partContext(at: now).screenKey(of: .finding(.goToBookmark))
    showStatus(naming(row) { .bookmarked(letter, subject: $0, key: key) }, at: now)
    return []
  }

  private mutating func goToBookmark(_ letter: Character, at now: Date) -> [Effect] {
    // Twice the key of bookmarks is the place before the last jump.
    if letter == "'" { return take(stack.jump(.backward, in: listLayout), at: now) }
    guard let number = stack.jumps.bookmarks[letter] else {
      showStatus(.noBookmark(letter), at: now)
      return []
    }
    stack.jumps.leave(list.selected)
    let cursor = list.jump(.ifListed(number), in: listLayout)
    guard screen == .reader else { return cursor }
    return cursor + record(.numbers([number]), of: []) + showReader(number)
  }
}

// MARK: - Menus

extension UIState {
  /// Takes a key while a menu is open.
  mutating func pressInMenu(_ key: Key, at now: Date) -> [Effect] {
    let (keymap, page) = (keymap, MenuBox.itemRows(areas))
    switch menu?.press(key, by: keymap, page: page) {
    case .stays: return menu?.previewEffects ?? []
    case .unbound:
      showStatus(partContext(at: now).unbound([key]), at: now)
      return []
    case .cancelled, nil:
      menu = nil
      return []
    case .chosen(let choice): return choose(choice, closingMenuAt: now)
    }
  }

  /// Closes the menu and performs what was chosen.
  mutating func choose(_ choice: MenuChoice, closingMenuAt now: Date) -> [Effect] {
    menu = nil
    return choose(choice, at: now)
  }

  /// Performs what was chosen; the menu has gone by then.
  private mutating func choose(_ choice: MenuChoice, at now: Date) -> [Effect] {
    switch choice {
    case .action(let number, let action):
      // It marks read: a list that hides what is read keeps the message, so that the answer shows.
      list.keep([number])
      return [.answer(number, action)]
    case .open(let tap): return open([tap])
    case .fetch(let number, let purpose): return [.fetch([number], purpose)]
    case .askForPipe(let number): return take(PromptState.askForPipe([number]), at: now)
    case .askForPlace(let file): prompt = file.prompt(in: partContext(at: now))
    case .sort(let order): return sort(by: order, at: now)
    case .snooze(let numbers, let until): return snooze(numbers, until: until, at: now)
    case .unsnooze(let numbers): return change(numbers, by: .unsnooze)
    case .askForMoment(let numbers): prompt = PromptState(.snooze(numbers))
    case .inbox(let name): return take(session.requestInbox(name, in: environment), at: now)
    case .theme(let name): return configure(by: .useTheme(name))
    case .only(let subject): return showOnly(subject, at: now)
    case .mute(let subject, let change): return [.pane(.mute(subject, change))]
    case .all(let action, let filter): return askAboutAll(action, filter, at: now)
    case .undo(let count): return perform(.acting(.undo), count: count, at: now)
    case .message(let number): return goTo(number)
    case .command(let name): return choose(commandNamed: name, at: now)
    }
    return []
  }

  /// Offers moments until which the present messages can be hidden, or the end of their snooze.
  mutating func askForSnooze(at now: Date) -> [Effect] {
    guard canSnooze(at: now) else { return [] }
    let canUnsnooze = list.showsSnoozed || targets.contains(where: \.isSnoozed)
    menu = SnoozeMenu.menu(
      for: targetNumbers, canUnsnooze: canUnsnooze, in: partContext(at: now))
    return []
  }

  /// Whether any of the present messages can be hidden; the status says why not.
  mutating func canSnooze(at now: Date) -> Bool {
    guard !targetNumbers.isEmpty else {
      showStatus(.noMessage(to: .snooze), at: now)
      return false
    }
    let targets = targets
    guard !targets.isEmpty, targets.allSatisfy({ $0.status == .deleted }) else { return true }
    showStatus(.trashNotSnoozed, at: now)
    return false
  }

  /// Snoozes until a moment of the menu; one that has passed meanwhile is offered anew.
  private mutating func snooze(
    _ numbers: [MessageNumber], until moment: Date, at now: Date
  ) -> [Effect] {
    guard moment <= now else { return change(numbers, by: .snooze(until: moment)) }
    menu = SnoozeMenu.menu(
      for: numbers, canUnsnooze: list.showsSnoozed, in: partContext(at: now))
    showStatus(.momentPassed, at: now)
    return []
  }

  /// Snoozes messages until a moment that was typed at a column.
  mutating func snooze(
    _ numbers: [MessageNumber], until text: String, column: Int, at now: Date
  ) throws(PromptError) -> [Effect] {
    guard !numbers.isEmpty else { return [] }
    do {
      let moment = try partContext(at: now).timeReader.futureDate(text)
      return change(numbers, by: .snooze(until: moment))
    } catch {
      throw PromptError(column: error.column + column - 1, message: error.message)
    }
  }

  /// Offers what can be done with all that is like the present message.
  mutating func offerNarrowing(at now: Date) -> [Effect] {
    guard let row = currentRow else {
      showStatus(.listEmpty, at: now)
      return []
    }
    let group = screen.isList ? list.foldedGroup : nil
    guard group.map({ $0.isOfOneSource || $0.isThread }) ?? true else { return refuse(at: now) }
    menu = NarrowingMenu.menu(of: row, in: partContext(at: now))
    return []
  }

  /// Mutes or unmutes the source of the present message.
  mutating func mute(_ change: MuteChange, at now: Date) -> [Effect] {
    guard let row = currentRow else { return offerNarrowing(at: now) }
    let group = screen.isList ? list.foldedGroup : nil
    guard group?.isOfOneSource ?? true else { return refuse(at: now) }
    return [.pane(.mute(.source(row.source), change))]
  }

  /// Shows only what is from a source or in a thread; a reader is left for the list.
  private mutating func showOnly(_ subject: MuteSubject, at now: Date) -> [Effect] {
    var effects: [Effect] = []
    while !screen.isList { effects += leave() }
    effects += show(list.replacingFilter(subject.filter))
    showFilterStatus(at: now)
    return effects
  }
}

// MARK: - Questions

extension UIState {
  /// Takes the answer to the confirmation; every key that does not mean yes means no.
  mutating func answer(_ key: Key, at now: Date) -> [Effect] {
    answer(isYes: keymap.command(for: key, in: .confirm) == .typing(.yes), at: now)
  }

  /// Takes yes or no to the confirmation.
  mutating func answer(isYes: Bool, at now: Date) -> [Effect] {
    guard let confirmation else { return [] }
    self.confirmation = nil
    guard isYes else {
      showStatus(confirmation.refusal, at: now)
      return []
    }
    let effects = effects(of: confirmation)
    for effect in effects {
      showProgress(of: effect, .init(done: 0, total: confirmation.count), at: now)
    }
    return effects
  }

  private mutating func effects(of confirmation: ConfirmState) -> [Effect] {
    switch confirmation.action {
    case .markAllRead:
      list.keep(list.snapshot.rows.map(\.number))
      return [.perform(.read, confirmation.selection)]
    case .deleteAll: return [.perform(.delete, confirmation.selection)]
    case .change(let verb, _): return change(confirmation.selection, by: verb)
    case .purge:
      list.clearMarks()
      guard case .numbers(let numbers) = confirmation.selection else {
        return [.purge(confirmation.selection)]
      }
      return [.purge(confirmation.selection)]
        + list.selectNearest(except: Set(numbers), in: listLayout)
    case .open(let taps): return open(taps)
    case .launch(let taps): return launch(TapLinks(of: taps))
    case .replace(let path, let file): return [.pane(.save(file, to: path, replacing: true))]
    }
  }

  /// Brings up the pending confirmation once its messages are counted; false when the count is of
  /// others.
  mutating func confirm(_ filter: MessageFilter, _ count: Int) -> Bool {
    guard var counted = overlays.uncounted, case .matching(let asked, _) = counted.selection,
      asked == filter
    else { return false }
    overlays.uncounted = nil
    counted.count = count
    if count > 0 { confirmation = counted }
    return true
  }

  /// Changes the messages that a key would act on; of a folded group all, after a question.
  mutating func change(by verb: Verb, at now: Date) -> [Effect] {
    if let group = targetGroup {
      return filter(of: group, for: verb, at: now).map {
        askAboutAll(verb == .read ? .markAllRead : .change(verb, of: group), $0, at: now)
      } ?? []
    }
    let targets = targets
    let numbers = targets.filter { $0.status != .deleted }.map(\.number)
    if numbers.isEmpty {
      showStatus(targets.isEmpty ? .listEmpty : .nothingToChange, at: now)
    }
    return change(numbers, by: verb)
  }
}
