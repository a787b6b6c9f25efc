import InboxCore
import InboxTOML

extension UIState {
  /// Handles a key on a screen.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - earlier: The pending keys of its sequence.
  mutating func pressOnScreen(_ key: Key, after earlier: [Key]) {
    let isOnRange = screen.isList && list.marks.growing != nil
    switch interaction.resolve(key, after: earlier, isOnRange: isOnRange, in: partContext) {
    case .pending: break
    case .bookmark(let operation): take(stack.useBookmark(key, for: operation, in: partContext))
    case .binding(let binding, let keys, let count):
      guard !binding.usesTarget || !interaction.shift.isUnseen(at: now) else {
        return showStatus(.justShifted(key: keys.name))
      }
      stack.toggles.keyPressed()
      perform(binding, by: keys, count: count)
    case .refused(let status): showStatus(status)
    }
  }

  /// Performs the binding of keys, with its count.
  mutating func perform(_ binding: KeyBinding, by keys: [Key] = [], count: Int? = nil) {
    switch binding {
    case .command(.finding(let command)) where command == .setBookmark || command == .goToBookmark:
      interaction.bookmarkOperation = command
      interaction.pendingKeys = keys
    case .command(let command): perform(command, count: count)
    case .line(let line): perform(boundLine: line)
    case .pipe(let command): useTargets(for: .pipe(command))
    case .shell(let command): useTargets(for: .shell(command))
    case .chain(let steps):
      guard !stack.standsForSeveral else { return take(stack.refuseGroup(partContext)) }
      let targets = stack.targets
      interaction.typeAhead.putBack(steps.map { .step($0, on: targets) })
    }
  }

  /// Performs a step of a chain on the targets from the start of the chain.
  mutating func perform(step binding: KeyBinding, on targets: [ActionTarget]) {
    guard binding.contexts?.contains(context) == true else {
      return showStatus(.doesNothing(binding.label))
    }
    stack.boundTargets = targets
    // A key after a chain repeats none of its steps.
    defer { (stack.boundTargets, stack.toggles) = (nil, ToggleMemory()) }
    perform(binding)
  }

  private mutating func useTargets(for purpose: FetchPurpose) {
    guard !stack.standsForSeveral else { return take(stack.refuseGroup(partContext)) }
    let numbers = stack.targetNumbers
    guard !numbers.isEmpty else { return showStatus(.listEmpty) }
    if stack.boundTargets != nil { interaction.chainedProgram = ChainedProgram(purpose: purpose) }
    effects.append(.fetch(numbers, purpose))
  }

  /// Performs a line bound to a key; its errors are shown in the status line.
  private mutating func perform(boundLine line: String) {
    do throws(PromptError) {
      // Pressing a filter's key again clears the filter.
      if case .line(.filter, let argument) = try TypedCommand.parse(line, in: context(of: screen)),
        argument.text == list.filterText
      {
        try filter(by: LineArgument(""))
      } else {
        try perform(line: line)
      }
    } catch {
      showStatus(.badLine(line, message: error.message))
    }
  }

  // MARK: - Lines

  /// Handles a key in the prompt.
  mutating func type(_ key: Key) {
    guard let prompt = overlays.prompt else { return }
    take(prompting.type(key, in: prompt, CompletionNames(self), on: &stack, in: partContext))
  }

  /// Puts a clicked completion into the prompt.
  private mutating func complete(with text: String) {
    guard let prompt = overlays.prompt else { return }
    let names = CompletionNames(self)
    take(prompting.complete(with: text, in: prompt, names, on: &stack, in: partContext))
  }

  /// Runs a clicked command, or opens the prompt for its argument.
  mutating func choose(commandNamed name: String) {
    guard overlays.prompt?.purpose == .command else { return }
    let chosen = PromptState.line(ofCommand: name)
    overlays.prompt = chosen.line
    if chosen.isWhole { acceptPrompt() }
  }

  /// Performs an accepted line; an invalid one stays open with its error.
  mutating func acceptPrompt() {
    guard var line = overlays.prompt else { return }
    if line.purpose == .title { return take(prompting.acceptTitle()) }
    if line.purpose == .command, interaction.shift.isUnseen(at: now),
      TypedCommand.usesTarget(line.text)
    {
      overlays.prompt?.error = PromptError(
        column: 1, message: StatusText.justShifted(key: "Enter").words)
      return
    }
    let names = CompletionNames(self)
    line.completeFilterWord(among: names)
    if let name = line.evidentCommand(among: names) {
      line = PromptState(.command, text: name)
    } else if let error = line.ambiguity(among: names) {
      overlays.prompt?.error = error
      return
    }
    prompting.history.remember(line)
    overlays.prompt = nil
    let (live, before) = (prompting.search, prompting.filterBefore)
    prompting.end()
    do throws(PromptError) {
      try perform(line, live)
    } catch {
      overlays.prompt = line
      overlays.prompt?.error = error
      prompting.filterBefore = before
    }
  }

  private mutating func perform(_ line: PromptState, _ live: LiveSearch?) throws(PromptError) {
    let text = String(line.text.trimmingPrefix { $0 == " " })
    if [.search, .filter].contains(line.purpose) { sourceList.hasFocus = false }
    switch line.purpose {
    case .search:
      if let live, !line.text.isEmpty { return take(live.finish(in: &stack.list)) }
      search(for: text)
    case .filter:
      let typed = String(line.text.reversed().drop { $0 == " " }.reversed())
      try filter(by: LineArgument(typed))
    case .command: try perform(line: line.text)
    case .snooze(let numbers):
      take(try stack.snooze(numbers, until: LineArgument(line.text), in: partContext))
    case .reply(let number):
      guard !text.isEmpty else { throw .emptyReply(keymap) }
      // The reply marks read: keep the message in a list of unread ones, so that its answer shows.
      list.keep([number])
      let answer = MessageAction(id: text, label: text)
      effects.append(ChooseAction(number: number, action: answer).effect)
    case .pipe(let numbers): if !text.isEmpty { effects.append(.fetch(numbers, .pipe(text))) }
    case .place(let file):
      guard !text.isEmpty else { return }
      effects.append(SaveFile(file: file, path: text, isReplacing: false).effect)
    case .tag(var rule):
      guard case let names = [text].separated, !names.isEmpty else { return }
      rule.deed = "tags = [\(names.map(TOMLText.string).joined(separator: ", "))]"
      effects.append(EditConfiguration(.addRule(rule)).effect)
    // Titles are accepted above; help is filtered while typing.
    case .title, .keys: break
    }
  }

  // MARK: - The mouse

  /// Handles a mouse event on a drawn frame.
  ///
  /// Clicks and scrolls are dropped while an answer is pending, as their targets may change.
  mutating func receive(_ event: MouseEvent, on frame: Frame) {
    guard let gesture = interaction.pointer.handle(event, on: frame, at: now), preferences.mouse,
      interaction.typeAhead.isEmpty, !isAwaitingAnswer
    else { return }
    lookAtScreen()
    switch gesture {
    case .click(let click): perform(click)
    case .menu(let target): if isOnScreen { openActions(of: target) }
    case .drag(let position): moveSplit(to: position)
    case .wheel(let target, let notches): scroll(target, by: notches)
    }
  }

  /// Forgets the last shift, as a person has looked at the screen since, to click on it.
  package mutating func lookAtScreen() {
    interaction.shift = CursorShift()
  }

  /// Whether the screen on top has the focus, without an overlay.
  private var isOnScreen: Bool { overlays.open == nil }

  private mutating func scroll(_ target: ScreenTarget?, by notches: Int) {
    let lines = notches * PointerState.linesPerNotch
    guard context != .help else {
      let content = HelpContent(self)
      stack.help?.position.scroll(lines, last: content.last)
      return
    }
    let areas = areas
    switch target {
    case .list, .row, .header:
      if isOnScreen, screen.isList { effects += list.scroll(lines, in: listLayout) }
    case .sources, .source: if isOnScreen { sourceList.scroll(lines, in: areas) }
    case .preview:
      if isOnScreen, let shownSplit { preview.reader?.scroll(lines, in: shownSplit.preview) }
    case .reader: if context == .reader { reader?.scroll(lines, in: areas) }
    case .menu, .item:
      guard context == .menu else {
        prompting.titles?.scroll(by: notches)
        return
      }
      menu?.scroll(by: notches)
      effects += menu?.previewEffects ?? []
    case .news, .split, .tab, .banner, .keys, .answer, .help, nil: break
    }
  }

  /// Opens the menu of actions on a row, which gets the cursor, or on the message in the reader.
  private mutating func openActions(of target: ScreenTarget?) {
    switch target {
    case .row(let number) where screen == .list || screen == .thread:
      guard let index = list.index(of: number) else { return }
      begin()
      if list.selected != number { effects += list.select(index, in: listLayout) }
    case .reader where screen == .reader: begin()
    default: return
    }
    act(.actions)
  }

  private mutating func perform(_ click: PointerState.Click) {
    switch click.target {
    case .keys(let keys, in: let place): if context == place { press(keys) }
    case .answer(let isYes, to: let asked):
      guard context == .confirm, overlays.question == asked else { return }
      begin()
      answer(isYes: isYes)
    case .item(let choice) where prompting.titles != nil: take(prompting.clickTitle(choice))
    case .item(.command(let name)) where overlays.prompt?.purpose == .command:
      choose(commandNamed: name)
    case .item(.completion(let text)): complete(with: text)
    case .item(let choice):
      guard context == .menu, menu?.items.contains(where: { $0.choice == choice }) == true else {
        return
      }
      choose(choice)
    case .menu: break
    // A click outside a menu closes it, as one outside help does.
    case _ where context == .menu: menu = nil
    case let target where context == .help: if target != .help { leave() }
    case let target?: if isOnScreen { performOnScreen(target) }
    case nil: break
    }
  }

  private mutating func performOnScreen(_ target: ScreenTarget) {
    switch target {
    case .row, .header, .news:
      guard screen.isList else { return }
      begin()
      sourceList.hasFocus = false
      take(stack.click(target, in: partContext))
    case .source(let row, let folds):
      begin()
      take(sourceList.click(row, folding: folds, in: areas))
    case .tab(let index):
      begin()
      showTab(at: index)
    case .banner(let number):
      begin()
      goToAlert(number)
    case .list, .sources, .preview, .split, .reader, .help, .keys, .menu, .item, .answer: break
    }
  }

  /// Presses the keys of a clicked hint.
  private mutating func press(_ keys: [Key]) {
    // A hint within a sequence includes the keys already pressed.
    interaction.pendingKeys = []
    for key in keys { receive(.key(key)) }
  }

  /// Clears what is valid only until the next key.
  private mutating func begin() {
    interaction.dropPendingKeys()
    stack.toggles.keyPressed()
    if list.marks.isByCount, overlays.open == nil { list.marks.clear() }
    (status, overlays.uncounted, interaction.isChoosingLink) = (nil, nil, false)
  }

  private mutating func moveSplit(to position: Position) {
    guard isOnScreen, let shownSplit else { return }
    let fraction = shownSplit.fraction(on: size, borderAt: position)
    if preview.resize(to: fraction, in: environment) { layOutAgain() }
  }
}
