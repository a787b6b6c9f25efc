import InboxCore

extension UIState {
  /// Maximum number of repetitions by a count.
  private static let mostRepetitions = 200
  /// Maximum messages that a count changes without a question.
  private static let mostUnasked = 9

  /// Performs a command on the screen on top.
  ///
  /// Keymap and `:` line only pass commands in the contexts of their row in ``CommandInfo/table``.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - count: The count typed before its key: of repetitions, of messages, or a position.
  mutating func perform(_ command: Command, count: Int? = nil) {
    if isOnSources,
      let reply = sourceList.perform(command, count: count, on: list, in: areas)
    {
      return take(reply)
    }
    stack.noteJump(command)
    if let status = refusalInEmptyList(of: command) { return showStatus(status) }
    if let count, repeats(command) { return repeated(command, count: count) }
    switch command {
    case .moving(let motion): move(motion, count: count)
    case .stepping(let command): step(command, count: count)
    case .reading(let command): read(command, count: count)
    case .viewing(let command): perform(command)
    case .previewing(let command): take(preview.perform(command, in: partContext))
    case .acting(let command):
      if let count, screen.isList { act(command, count: count) } else { act(command) }
    case .finding(let command): find(command, count: count)
    case .tabbing(let command): show(command)
    case .screen(let command): perform(command)
    // Overlays handle the others.
    case .typing(let command): if command == .accept { runSelectedRow() }
    }
  }

  /// Whether a command with a count is performed that many times, each after the answer to the last.
  private func repeats(_ command: Command) -> Bool {
    switch command {
    case .acting(.undo), .acting(.redo), .stepping(.nextLate), .stepping(.nextMessage),
      .stepping(.previousMessage):
      true
    case .finding(.nextMatch), .finding(.previousMatch): !screen.isList
    default: false
    }
  }

  /// Queues repetitions of a command; each waits for the answer to the previous one.
  private mutating func repeated(_ command: Command, count: Int) {
    let times = min(count, Self.mostRepetitions)
    interaction.typeAhead.putBack(Array(repeating: .step(.command(command), on: nil), count: times))
  }

  /// Changes the display of a message in the reader; for its fields, also in the preview.
  private mutating func perform(_ command: Command.Viewing) {
    let context = partContext
    if command == .toggleFields, screen != .reader {
      return take(preview.toggleFields(in: context))
    }
    let reply = stack.reader?.perform(command, in: context) ?? Reply()
    if command == .toggleFields, let shows = reader?.showsFields {
      preview.showFields(shows, in: split?.preview)
    }
    take(reply)
  }

  private mutating func move(_ motion: Command.Motion, count: Int?) {
    guard screen.isList else { return scroll(motion, count: count) }
    if count == nil, list.needsRows(for: motion, in: listLayout) {
      return wait(with: .moving(motion))
    }
    if let end = motion.direction.flatMap(list.endStatus) { showStatus(end) }
    guard let count else {
      effects += list.move(motion, in: listLayout)
      return
    }
    switch motion {
    case .moveDown: effects += list.step(to: count, in: listLayout)
    case .moveUp: effects += list.step(to: -count, in: listLayout)
    case .top, .bottom: effects += list.go(toRank: count, in: listLayout)
    case .pageDown, .pageUp, .halfPageDown, .halfPageUp: repeated(.moving(motion), count: count)
    }
  }

  /// Scrolls reader or help by a motion, with a count by a repeated one or to a line.
  private mutating func scroll(_ motion: Command.Motion, count: Int?) {
    var steps = Array(repeating: motion, count: min(count ?? 1, 100_000))
    if count != nil, motion == .top || motion == .bottom {
      steps = [.top] + Array(repeating: .moveDown, count: steps.count - 1)
    }
    if screen == .help {
      let content = HelpContent(self)
      for step in steps { stack.help?.move(step, in: content) }
    } else {
      let areas = areas
      for step in steps { reader?.move(step, in: areas) }
    }
  }

  /// Why a command cannot run in an empty list; nil if it can.
  private func refusalInEmptyList(of command: Command) -> StatusText? {
    guard screen.isList, list.isLoaded, list.snapshot.rows.isEmpty,
      stack.boundTargets?.isEmpty ?? true
    else { return nil }
    return command.statusInEmptyList
  }

  private mutating func step(_ command: Command.Step, count: Int?) {
    switch command {
    case .nextUnread: seek(.unread(.forward), count: count)
    case .previousUnread: seek(.unread(.backward), count: count)
    case .nextMessage, .previousMessage:
      let step = command == .nextMessage ? 1 : -1
      guard !list.needsRows(by: step) else { return wait(with: .stepping(command)) }
      take(stack.showAdjacent(step > 0 ? .forward : .backward, in: partContext))
    case .nextLate:
      if let number = late.next() { goTo(number) } else { showStatus(.noneLate) }
    case .screenTop, .screenMiddle, .screenBottom:
      effects += list.go(to: command, count: count ?? 1, in: listLayout)
    }
  }

  /// Seeks the next row of a kind.
  private mutating func seek(_ kind: SeekKind, count: Int?) {
    take(stack.seek(kind, count: count ?? 1, in: partContext))
  }

  private mutating func seekMatch(_ direction: SearchDirection, count: Int?) {
    guard screen == .reader else { return seek(.match(direction), count: count) }
    let areas = areas
    let last = prompting.history.lines(of: .search).last
    take(Reply(status: reader?.step(by: direction == .forward ? 1 : -1, of: last, in: areas)))
  }

  /// Changes messages, or uses their content.
  mutating func act(_ command: Command.Acting) {
    if command == .copy { interaction.isChoosingLink = screen == .reader }
    take(stack.act(command, groups: listCounts.groups, in: partContext))
  }

  /// Acts on a number of messages from the cursor on; marked messages take precedence.
  private mutating func act(_ command: Command.Acting, count: Int) {
    guard list.marks.isEmpty || command == .mark, let start = list.selectedIndex else {
      return act(command)
    }
    let rows = list.snapshot.rows[start...].prefix(count)
    guard rows.count == count || !list.snapshot.hasLater else {
      return showStatus(.tooFewAtHand(rows.count))
    }
    let hasFolded = rows.contains { list.foldedGroup(of: $0) != nil }
    let hasThread = command != .mark && rows.contains { $0.collapsedThread != nil }
    guard !hasFolded, !hasThread || command.changesMessages else {
      let key = partContext.screenKey(of: .reading(.view))
      return showStatus(hasFolded ? .foldedInTheWay(key: key) : .threadCollapsed(key: key))
    }
    if command == .mark {
      effects += list.mark(rows.map(\.number), in: listLayout)
    } else if hasThread || (count > Self.mostUnasked && command.changesMessages) {
      // The marks show what the question is about.
      list.marks.markByCount(rows.map(list.target))
      if !hasThread, let question = stack.ask(aboutMarkedFor: command) { return take(question) }
      act(command)
    } else {
      stack.boundTargets = rows.map(list.target)
      defer { stack.boundTargets = nil }
      act(command)
    }
  }

  private mutating func read(_ command: Command.Reading, count: Int?) {
    switch command {
    case .view:
      if let count { effects += stack.jump(toRank: count, in: listLayout) } else { view() }
    case .open: take(stack.open(partContext))
    case .readPage: readPage()
    case .goToAlert: goToAlert()
    case .close: leave()
    case .back: back()
    case .quit: effects.append(.host(.quit))
    }
  }

  /// Scrolls the reader by a page; at its end, goes to the next unread message.
  private mutating func readPage() {
    let areas = areas
    guard reader?.isAtEnd(in: areas) == true else {
      reader?.move(.pageDown, in: areas)
      return
    }
    seek(.unread(.forward), count: nil)
  }

  private mutating func perform(_ command: Command.General) {
    switch command {
    case .refresh:
      showStatus(.refreshed)
      session.lastVisit = nil
      late.forget(upTo: list.snapshot.sequence)
      effects += list.refresh(in: listLayout)
    case .redraw:
      showStatus(.redrawn)
      effects.append(.host(.redraw))
    case .reload: configure(by: .reloadConfiguration)
    case .keepLook: effects.append(KeepLook(of: self).effect)
    case .help: toggleHelp()
    case .commandLine:
      overlays.prompt = PromptState(.command)
      effects.append(ListThemes().effect)
      if environment.canSwitchInbox { effects.append(ListInboxes(isCounting: false).effect) }
    case .toggleDoNotDisturb:
      showStatus(alerts.toggleDoNotDisturb(under: preferences.alerts, at: now, in: zone))
    case .interrupt: showHowToQuit()
    }
  }

  /// Shows how to quit: Ctrl-C ends most programs, but is easily pressed by accident.
  private mutating func showHowToQuit() {
    let command: Command.Reading = stack.screens.count > 1 ? .quit : .close
    let keys = keymap.names(of: .reading(command), in: context(of: screen))
    if let key = keys.first { showStatus(.howToQuit(key: key)) }
  }

  // MARK: - Menus

  /// Handles a key in a menu.
  mutating func pressInMenu(_ key: Key) {
    let (keymap, page) = (keymap, MenuBox.itemRows(areas))
    switch menu?.press(key, by: keymap, page: page) {
    case .stays: effects += menu?.previewEffects ?? []
    case .unbound: showStatus(partContext.unbound([key]))
    case .cancelled, nil: menu = nil
    case .chosen(let choice): choose(choice)
    }
  }

  /// Closes the menu and performs the choice.
  mutating func choose(_ choice: ParentMessage) {
    menu = nil
    handle(choice)
  }

  /// Filters the list by a source or thread; closes the screens above it first.
  mutating func showOnly(_ subject: MuteSubject) {
    while !screen.isList { leave() }
    show(list.replacingFilter(subject.filter))
    showFilterStatus()
  }

  // MARK: - Lists

  /// Searches, filters, sorts or groups the list, or shows another one.
  private mutating func find(_ command: Command.Finding, count: Int?) {
    switch command {
    case .search:
      guard screen != .help else { return take(stack.help?.beginSearch() ?? Reply()) }
      take(prompting.beginSearch(in: screen.isList ? list : nil))
    case .nextMatch: seekMatch(.forward, count: count)
    case .previousMatch: seekMatch(.backward, count: count)
    case .filter:
      take(prompting.beginFilter(of: list))
      effects.append(ListFilterNames().effect)
    case .sort: menu = .orders(ticking: list.query.order)
    case .thread: toggleThread()
    case .trash: toggleTrash()
    case .showDone: toggleDone()
    case .inboxes: take(session.requestInboxes(in: environment))
    case .narrow: take(stack.offerNarrowing(partContext))
    case .catchUp: catchUp()
    case .always: take(stack.offerRules(partContext))
    case .jumpBack: take(stack.jump(.backward, in: listLayout))
    case .jumpForward: take(stack.jump(.forward, in: listLayout))
    case .follow: take(list.toggleFollowing(in: listLayout))
    case .sources:
      take(sourceList.toggle(hasFocus: isOnSources, isEmpty: isInboxEmpty, in: &environment))
    case .messages: sourceList.hasFocus = false
    case .goToMessage: take(prompting.beginTitles(inTrash: list.isTrash))
    // The next key is their letter.
    case .setBookmark, .goToBookmark: interaction.bookmarkOperation = command
    case .groupBySource: group(by: .source)
    case .groupByThread: group(by: .thread)
    case .groupByPriority: group(by: .priority)
    case .groupByDay: group(by: .day)
    case .ungroup: group(by: .none)
    case .toggleFold, .fold, .unfold, .foldAll, .unfoldAll:
      take(list.fold(command, isOrdering: grouping.isOrdering, in: partContext))
    }
  }

  // MARK: - The `:` line

  /// Performs a line of the `:` prompt.
  ///
  /// - Throws: ``PromptError`` if it is invalid or not available here.
  mutating func perform(line: String) throws(PromptError) {
    switch try TypedCommand.parse(line, in: context(of: screen)) {
    case .plain(let command): perform(command)
    case .line(let command, let argument): try perform(command, argument)
    case .rank(let rank): effects += stack.jump(toRank: rank, in: listLayout)
    case .shell(let argument): perform(.shell(try argument.program()))
    case .write: showStatus(.nothingToWrite)
    case nil: break
    }
  }

  /// Performs a command with its argument.
  private mutating func perform(
    _ command: LineCommand, _ argument: LineArgument
  ) throws(PromptError) {
    let context = partContext
    switch command {
    case .filter: try filter(by: argument)
    case .search: search(for: argument.text)
    case .message: take(prompting.beginTitles(argument.text, inTrash: list.isTrash))
    case .snooze: take(try stack.snoozeTargets(until: argument, in: context))
    case .inbox:
      guard !argument.text.isEmpty else { return take(session.requestInboxes(in: environment)) }
      if !session.inboxNames.isEmpty { try argument.require("inbox", among: session.inboxNames) }
      take(session.requestInbox(argument.text, in: environment))
    case .delete:
      take(stack.askAboutAll(.deleteAll, try argument.filterOfChanges(at: now, in: zone)))
    case .read, .unread, .pin, .unpin, .unsnooze, .done, .undone:
      guard let verb = command.verb else { return }
      guard !argument.text.isEmpty else { return take(stack.changeTargets(by: verb, in: context)) }
      let matching = try argument.filterOfChanges(at: now, in: zone)
      let (action, filter) = ConfirmState.bulk(verb, matching)
      take(stack.askAboutAll(action, filter))
    case .mute:
      guard !argument.text.isEmpty, stack.currentRow != nil else {
        return take(stack.offerNarrowing(context))
      }
      take(stack.mute(.mute(until: try argument.moment(at: now, in: zone)), context))
    case .unmute: take(stack.mute(.unmute, context))
    case .set: try set(argument)
    case .tab: try addTab(argument)
    case .link:
      let number = try argument.number()
      if let message = reader?.message { take(NumberedLinks(of: message).open(number)) }
    case .theme:
      guard !argument.text.isEmpty else {
        menu = .themes(in: environment)
        return
      }
      // An argument with a slash is a file; the themes of a host are unknown here.
      if !argument.text.contains("/"), hostOptions == nil {
        try argument.require("theme", among: environment.themeNames)
      }
      configure(by: .useTheme(argument.text))
    case .sort: sort(by: try argument.choice("order"))
    case .group: group(by: try argument.choice("grouping"))
    case .help:
      if let line = argument.lineCommand, let info = line.info {
        showStatus(.explanation(line.usage, summary: info.summary))
      } else {
        showStatus(try argument.command().explanation(in: context))
      }
    }
  }

  /// Changes a setting until the configuration is reloaded.
  private mutating func set(_ argument: LineArgument) throws(PromptError) {
    let before = environment.preferences
    let (name, value) = try argument.change(&environment.preferences)
    environment.typedSettings.record(name, value, before: before)
    showStatus(.set(name, value: value))
    layOutAgain()
  }

  /// Adds the current filter as the last tab of the configuration.
  private mutating func addTab(_ argument: LineArgument) throws(PromptError) {
    let tab = ListTab(name: try argument.newTab(), filter: list.filterText)
    let tabs = barTabs ?? [ListTab(name: "All", filter: "")]
    if let problem = tab.conflict(with: tabs) { throw PromptError(column: 1, message: problem) }
    let added = preferences.tabs.isEmpty ? tabs + [tab] : [tab]
    effects.append(EditConfiguration(.addTabs(added)).effect)
  }

  /// Filters the list; an invalid filter throws an error with its column.
  mutating func filter(by argument: LineArgument) throws(PromptError) {
    let filter = try argument.filter(at: now, in: zone)
    let next = list.replacingFilter(filter, text: argument.text)
    // The live filter already shows it.
    if next.query != list.query || list.filterText != argument.text { show(next) }
    showFilterStatus()
  }

  /// Searches the list or the reader; an empty text repeats the last search.
  mutating func search(for text: String) {
    take(prompting.search(for: text, on: &stack, in: areas))
  }
}
