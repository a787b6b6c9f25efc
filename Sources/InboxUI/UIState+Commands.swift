import InboxCore

extension UIState {
  /// Performs a command on the screen on top.
  ///
  /// Keymap and `:` line only pass commands in the contexts of their row in ``CommandInfo/table``.
  mutating func perform(_ command: Command) -> [Effect] {
    if let effects = performOnSources(command) { return effects }
    stack.noteJump(command)
    if refuseInEmptyList(command) { return [] }
    return switch command {
    case .moving(let motion): move(motion)
    case .stepping(let command): step(command)
    case .reading(let command): read(command)
    case .viewing(let command): perform(command)
    case .previewing(let command): take(preview.perform(command, in: partContext))
    case .acting(let command): act(command)
    case .finding(let command): find(command)
    case .tabbing(let command): show(command)
    case .screen(let command): perform(command)
    // Overlays handle the others.
    case .typing(let command): command == .accept ? runSelectedRow() : []
    }
  }

  /// Changes the display of a message in the reader; for its fields, also in the preview.
  private mutating func perform(_ command: Command.Viewing) -> [Effect] {
    let context = partContext
    if command == .toggleFields, screen != .reader {
      return take(preview.toggleFields(in: context))
    }
    let reply = stack.reader?.perform(command, in: context) ?? Reply()
    if command == .toggleFields, let shows = reader?.showsFields {
      let areas = split?.preview
      preview.showFields(shows, in: areas)
    }
    return take(reply)
  }

  private mutating func move(_ motion: Command.Motion) -> [Effect] {
    let areas = areas
    switch screen {
    case .list, .trash, .thread:
      guard !list.needsRows(for: motion, in: listLayout) else { return wait(with: .moving(motion)) }
      let status = motion.direction.flatMap(list.endStatus)
      return take(Reply(effects: list.move(motion, in: listLayout), status: status))
    case .reader: reader?.move(motion, in: areas)
    case .help:
      let room = HelpRoom(self)
      stack.help?.move(motion, in: room)
    }
    return []
  }

  /// Shows why a command cannot run in an empty list; false if it can.
  mutating func refuseInEmptyList(_ command: Command) -> Bool {
    guard screen.isList, list.isLoaded, list.snapshot.rows.isEmpty,
      stack.boundTargets?.isEmpty ?? true,
      let status = command.statusInEmptyList
    else { return false }
    showStatus(status)
    return true
  }

  private mutating func step(_ command: Command.Step) -> [Effect] {
    switch command {
    case .nextUnread: seek(.unread(.forward))
    case .previousUnread: seek(.unread(.backward))
    case .nextMessage:
      list.needsRows(by: 1) ? wait(with: .stepping(command)) : showAdjacent(.forward)
    case .previousMessage:
      list.needsRows(by: -1) ? wait(with: .stepping(command)) : showAdjacent(.backward)
    case .nextLate: goToLate()
    case .screenTop, .screenMiddle, .screenBottom:
      list.go(to: ScreenPlace(.stepping(command)), in: listLayout)
    }
  }

  /// Goes to the next message that arrived late.
  private mutating func goToLate() -> [Effect] {
    guard let number = late.next() else { return showStatus(.noneLate) }
    return goTo(number)
  }

  private mutating func showAdjacent(_ direction: SearchDirection) -> [Effect] {
    take(stack.showAdjacent(direction, in: partContext))
  }

  /// Seeks the next row of a kind.
  mutating func seek(_ kind: SeekKind, count: Int = 1) -> [Effect] {
    take(stack.seek(kind, count: count, in: partContext))
  }

  /// Changes messages, or uses their content.
  mutating func act(_ command: Command.Acting) -> [Effect] {
    if command == .copy { interaction.isChoosingLink = screen == .reader }
    let groups = listCounts.groups
    return take(stack.act(command, groups: groups, in: partContext))
  }

  private mutating func read(_ command: Command.Reading) -> [Effect] {
    switch command {
    case .view:
      (screen.isList ? list.unfoldSelected(in: listLayout) ?? viewThread() : nil)
        ?? view()
    case .open: take(stack.open(partContext))
    case .readPage: readPage()
    case .goToAlert: goToAlert()
    case .close: leave()
    case .back: back()
    case .quit: [.host(.quit)]
    }
  }

  /// Scrolls the reader by a page; at its end, goes to the next unread message.
  private mutating func readPage() -> [Effect] {
    let areas = areas
    guard reader?.isAtEnd(in: areas) == true else {
      reader?.move(.pageDown, in: areas)
      return []
    }
    return seek(.unread(.forward))
  }

  private mutating func perform(_ command: Command.General) -> [Effect] {
    switch command {
    case .refresh:
      showStatus(.refreshed)
      session.lastVisit = nil
      late.forget(upTo: list.snapshot.sequence)
      return list.refresh(in: listLayout)
    case .redraw:
      showStatus(.redrawn)
      return [.host(.redraw)]
    case .reload: return configure(by: .reloadConfiguration)
    case .keepLook: return [lookToKeep.effect]
    case .help: return toggleHelp()
    case .commandLine:
      overlays.prompt = PromptState(.command)
      return [ListThemes().effect]
        + (environment.canSwitchInbox ? [ListInboxes(isCounting: false).effect] : [])
    case .toggleDoNotDisturb:
      let text = alerts.toggleDoNotDisturb(under: preferences.alerts, at: now, in: zone)
      showStatus(text)
    case .interrupt: showHowToQuit()
    }
    return []
  }

  /// Shows how to quit: Ctrl-C ends most programs, but is easily pressed by accident.
  private mutating func showHowToQuit() {
    let command: Command.Reading = stack.screens.count > 1 ? .quit : .close
    let keys = keymap.names(of: .reading(command), in: context(of: screen))
    if let key = keys.first { showStatus(.howToQuit(key: key)) }
  }

  // MARK: - Menus

  /// Handles a key in a menu.
  mutating func pressInMenu(_ key: Key) -> [Effect] {
    let (keymap, page) = (keymap, MenuBox.itemRows(areas))
    switch menu?.press(key, by: keymap, page: page) {
    case .stays: return menu?.previewEffects ?? []
    case .unbound:
      return showStatus(partContext.unbound([key]))
    case .cancelled, nil:
      menu = nil
      return []
    case .chosen(let choice): return choose(choice)
    }
  }

  /// Closes the menu and performs the choice.
  mutating func choose(_ choice: MenuChoice) -> [Effect] {
    menu = nil
    let context = partContext
    switch choice {
    case .action(let chosen):
      // The action marks read: keep the message in a list of unread ones, so that its answer shows.
      list.keep([chosen.number])
      return [chosen.effect]
    case .open(let tap): return take(stack.open([tap]))
    case .copy(let text): return [CopyText(text: text, choice: preferences.clipboard).effect]
    case .fetch(let numbers, let purpose): return [.fetch(numbers, purpose)]
    case .askForPipe(let numbers): return take(PromptState.askForPipe(numbers))
    case .askForPlace(let file): overlays.prompt = file.prompt(in: context)
    case .sort(let order): return sort(by: order)
    case .snooze(let numbers, let until):
      return take(stack.snooze(numbers, until: until, in: context))
    case .change(let numbers, let verb): return take(stack.change(numbers, by: verb, in: context))
    case .askForMoment(let numbers): overlays.prompt = PromptState(.snooze(numbers))
    case .inbox(let name): return take(session.requestInbox(name, in: environment))
    case .theme(let name): return configure(by: .useTheme(name))
    case .only(let subject): return showOnly(subject)
    case .mute(let subject, let change):
      return [ChangeMute(subject: subject, change: change).effect]
    case .disallowActions(let source): return [DisallowActions(source: source).effect]
    case .all(let action, let filter): return take(stack.askAboutAll(action, filter))
    case .offerRules: return find(.always)
    case .rule(let rule):
      guard rule.deed == nil else { return [EditConfiguration(.addRule(rule)).effect] }
      overlays.prompt = PromptState(.tag(rule))
    case .undo(let count): return perform(.acting(.undo), count: count)
    case .message(let number): return goTo(number)
    case .command(let name): return choose(commandNamed: name)
    // A click in the menu of a prompt, which does not close it.
    case .completion: break
    }
    return []
  }

  /// Filters the list by a source or thread; closes the screens above it first.
  private mutating func showOnly(_ subject: MuteSubject) -> [Effect] {
    var effects: [Effect] = []
    while !screen.isList { effects += leave() }
    effects += show(list.replacingFilter(subject.filter))
    showFilterStatus()
    return effects
  }

  // MARK: - Lists

  /// Searches, filters, sorts or groups the list, or shows another one.
  mutating func find(_ command: Command.Finding) -> [Effect] {
    switch command {
    case .search:
      guard screen != .help else { return take(stack.help?.beginSearch() ?? Reply()) }
      return take(prompting.beginSearch(in: screen.isList ? list : nil))
    case .nextMatch: return seekMatch(.forward)
    case .previousMatch: return seekMatch(.backward)
    case .filter:
      return take(prompting.beginFilter(of: list)) + [ListFilterNames(filter: .all).effect]
    case .sort: menu = .orders(ticking: list.query.order)
    case .thread: return toggleThread()
    case .trash: return toggleTrash()
    case .showDone: return toggleDone()
    case .inboxes: return take(session.requestInboxes(in: environment))
    case .narrow: return take(stack.offerNarrowing(partContext))
    case .catchUp: return catchUp()
    case .always: return take(stack.offerRules(partContext))
    case .jumpBack: return take(stack.jump(.backward, in: listLayout))
    case .jumpForward: return take(stack.jump(.forward, in: listLayout))
    case .follow: return take(list.toggleFollowing(in: listLayout))
    case .sources:
      let (isOn, isEmpty) = (isOnSources, isInboxEmpty)
      return take(sourceList.toggle(hasFocus: isOn, isEmpty: isEmpty, in: &environment))
    case .messages: sourceList.hasFocus = false
    case .goToMessage: return take(prompting.beginTitles(inTrash: list.isTrash))
    // The next key is their letter.
    case .setBookmark, .goToBookmark: interaction.bookmarkOperation = command
    case .groupBySource: return group(by: .source)
    case .groupByThread: return group(by: .thread)
    case .groupByPriority: return group(by: .priority)
    case .groupByDay: return group(by: .day)
    case .ungroup: return group(by: .none)
    case .toggleFold, .fold, .unfold, .foldAll, .unfoldAll:
      let (isOrdering, context) = (grouping.isOrdering, partContext)
      return take(list.fold(command, isOrdering: isOrdering, in: context))
    }
    return []
  }

  private mutating func seekMatch(_ direction: SearchDirection) -> [Effect] {
    guard screen == .reader else { return seek(.match(direction)) }
    let areas = areas
    let last = prompting.history.lines(of: .search).last
    let status = reader?.step(by: direction == .forward ? 1 : -1, of: last, in: areas)
    return take(Reply(status: status))
  }

  // MARK: - The `:` line

  /// Performs a line of the `:` prompt.
  ///
  /// - Throws: ``PromptError`` if it is invalid or not available here.
  mutating func perform(line: String) throws(PromptError) -> [Effect] {
    switch try TypedCommand.parse(line, in: context(of: screen)) {
    case .plain(let command): return perform(command)
    case .line(let command, let argument): return try perform(command, argument)
    case .rank(let rank): return stack.jump(toRank: rank, in: listLayout)
    case .shell(let argument): return perform(.shell(try argument.program()))
    case .write: showStatus(.nothingToWrite)
    case nil: break
    }
    return []
  }

  /// Performs a command with its argument.
  private mutating func perform(
    _ command: LineCommand, _ argument: LineArgument
  ) throws(PromptError) -> [Effect] {
    let context = partContext
    switch command {
    case .filter: return try filter(by: argument)
    case .search: return search(for: argument.text)
    case .message: return take(prompting.beginTitles(argument.text, inTrash: list.isTrash))
    case .snooze:
      return take(try stack.snoozeTargets(until: argument, in: context))
    case .inbox:
      guard !argument.text.isEmpty else { return take(session.requestInboxes(in: environment)) }
      if !session.inboxNames.isEmpty { try argument.require("inbox", among: session.inboxNames) }
      return take(session.requestInbox(argument.text, in: environment))
    case .delete:
      let filter = try argument.filterOfChanges(at: now, in: zone)
      return take(stack.askAboutAll(.deleteAll, filter))
    case .read, .unread, .pin, .unpin, .unsnooze, .done, .undone:
      guard let verb = command.verb else { return [] }
      guard !argument.text.isEmpty else { return take(stack.changeTargets(by: verb, in: context)) }
      let matching = try argument.filterOfChanges(at: now, in: zone)
      let (action, filter) = ConfirmState.bulk(verb, matching)
      return take(stack.askAboutAll(action, filter))
    case .mute:
      guard !argument.text.isEmpty, stack.currentRow != nil else {
        return take(stack.offerNarrowing(context))
      }
      let end = try argument.moment(at: now, in: zone)
      return take(stack.mute(.mute(until: end), context))
    case .unmute: return take(stack.mute(.unmute, context))
    case .set: return try set(argument)
    case .tab: return try addTab(argument)
    case .link:
      let number = try argument.number()
      return reader?.message.map { take(NumberedLinks(of: $0).open(number)) } ?? []
    case .theme:
      guard !argument.text.isEmpty else {
        menu = .themes(in: environment)
        return []
      }
      // An argument with a slash is a file; the themes of a host are unknown here.
      if !argument.text.contains("/"), hostOptions == nil {
        try argument.require("theme", among: environment.themeNames)
      }
      return configure(by: .useTheme(argument.text))
    case .sort: return sort(by: try argument.order())
    case .group: return group(by: try argument.grouping())
    case .help:
      if let line = argument.lineCommand, let info = line.info {
        return showStatus(.explanation(line.usage, summary: info.summary))
      }
      return showStatus(try argument.command().explanation(in: context))
    }
  }

  /// Changes a setting until the configuration is reloaded.
  private mutating func set(_ argument: LineArgument) throws(PromptError) -> [Effect] {
    let before = environment.preferences
    let (name, value) = try argument.change(&environment.preferences)
    environment.typedSettings.record(name, value, before: before)
    showStatus(.set(name, value: value))
    return layOutAgain()
  }

  /// Adds the current filter as the last tab of the configuration.
  private func addTab(_ argument: LineArgument) throws(PromptError) -> [Effect] {
    let tab = ListTab(name: try argument.newTab(), filter: list.filterText)
    let tabs = barTabs ?? [ListTab(name: "All", filter: "")]
    if let problem = tab.conflict(with: tabs) {
      throw PromptError(column: argument.column, message: problem)
    }
    return [EditConfiguration(.addTabs(preferences.tabs.isEmpty ? tabs + [tab] : [tab])).effect]
  }

  /// Filters the list; an invalid filter throws an error with its column.
  mutating func filter(by argument: LineArgument) throws(PromptError) -> [Effect] {
    let filter = try argument.filter(at: now, in: zone)
    let next = list.replacingFilter(filter, text: argument.text)
    // The live filter already shows it.
    let isShown = next.query == list.query && list.filterText == argument.text
    let effects = isShown ? [] : show(next)
    showFilterStatus()
    return effects
  }

  /// Searches the list or the reader; an empty text repeats the last search.
  mutating func search(for text: String) -> [Effect] {
    let areas = areas
    return take(prompting.search(for: text, on: &stack, in: areas))
  }
}
