import InboxCore
import InboxTOML

extension UIState {
  /// Handles a key on a screen.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - earlier: The pending keys of its sequence.
  /// - Returns: The effects of the command that the key completes.
  mutating func pressOnScreen(_ key: Key, after earlier: [Key]) -> [Effect] {
    let isOnRange = screen.isList && list.marks.growing != nil
    let resolution = interaction.resolve(key, after: earlier, isOnRange: isOnRange, in: partContext)
    switch resolution {
    case .pending: return []
    case .bookmark(let operation):
      return take(stack.useBookmark(key, for: operation, in: partContext))
    case .binding(let binding, let keys, let count):
      guard !binding.usesTarget || !interaction.shift.isUnseen(at: now) else {
        return showStatus(.justShifted(key: keys.name))
      }
      stack.toggles.keyPressed()
      return perform(binding, by: keys, count: count)
    case .refused(let status): return take(Reply(status: status))
    }
  }

  /// Performs the binding of keys, with its count.
  mutating func perform(_ binding: KeyBinding, by keys: [Key] = [], count: Int? = nil) -> [Effect] {
    switch binding {
    case .command(.finding(.setBookmark)), .command(.finding(.goToBookmark)):
      if case .command(.finding(let command)) = binding { interaction.bookmarkOperation = command }
      interaction.pendingKeys = keys
      return []
    case .command(let command):
      return count.map { perform(command, count: $0) } ?? perform(command)
    case .line(let line): return perform(boundLine: line)
    case .pipe(let command): return useTargets(for: .pipe(command))
    case .shell(let command): return useTargets(for: .shell(command))
    case .chain(let steps):
      guard !stack.standsForSeveral else { return refuseGroup() }
      let targets = stack.targets
      interaction.typeAhead.putBack(steps.map { .step($0, on: targets) })
      return []
    }
  }

  /// Performs a step of a chain on the targets from the start of the chain.
  mutating func perform(step binding: KeyBinding, on targets: [ActionTarget]) -> [Effect] {
    guard binding.contexts?.contains(context) == true else {
      return showStatus(.doesNothing(binding.label))
    }
    stack.boundTargets = targets
    // A key after a chain repeats none of its steps.
    defer { (stack.boundTargets, stack.toggles) = (nil, ToggleMemory()) }
    return perform(binding)
  }

  private mutating func useTargets(for purpose: FetchPurpose) -> [Effect] {
    guard !stack.standsForSeveral else { return refuseGroup() }
    let numbers = stack.targetNumbers
    guard !numbers.isEmpty else { return showStatus(.listEmpty) }
    if stack.boundTargets != nil { interaction.chainedProgram = ChainedProgram(purpose) }
    return [.fetch(numbers, purpose)]
  }

  private mutating func refuseGroup() -> [Effect] {
    take(stack.refuseGroup(partContext))
  }

  /// Performs a line bound to a key; its errors are shown in the status line.
  private mutating func perform(boundLine line: String) -> [Effect] {
    do throws(PromptError) {
      // Pressing a filter's key again clears the filter.
      if case .line(.filter, let argument) = try TypedCommand.parse(line, in: context(of: screen)),
        argument.text == list.filterText
      {
        return try filter(by: LineArgument(""))
      }
      return try perform(line: line)
    } catch {
      return showStatus(.badLine(line, message: error.message))
    }
  }

  // MARK: - Lines

  /// Handles a key in the prompt.
  mutating func type(_ key: Key) -> [Effect] {
    guard let prompt = overlays.prompt else { return [] }
    let (names, context) = (CompletionNames(self), partContext)
    let reply = prompting.type(key, in: prompt, names, on: &stack, in: context)
    return take(reply)
  }

  /// Puts a clicked completion into the prompt.
  private mutating func complete(with text: String) -> [Effect] {
    guard let prompt = overlays.prompt else { return [] }
    let (names, context) = (CompletionNames(self), partContext)
    return take(prompting.complete(with: text, in: prompt, names, on: &stack, in: context))
  }

  /// Runs a clicked command, or opens the prompt for its argument.
  mutating func choose(commandNamed name: String) -> [Effect] {
    guard overlays.prompt?.purpose == .command else { return [] }
    let chosen = PromptState.line(ofCommand: name)
    overlays.prompt = chosen.line
    return chosen.isWhole ? acceptPrompt() : []
  }

  /// Performs an accepted line; an invalid one stays open with its error.
  mutating func acceptPrompt() -> [Effect] {
    guard var line = overlays.prompt else { return [] }
    if line.purpose == .title { return take(prompting.acceptTitle()) }
    if line.purpose == .command, interaction.shift.isUnseen(at: now),
      TypedCommand.usesTarget(line.text)
    {
      overlays.prompt?.error = PromptError(
        column: 1, message: StatusText.justShifted(key: "Enter").words)
      return []
    }
    let names = CompletionNames(self)
    line.completeFilterWord(among: names)
    if let name = line.evidentCommand(among: names) {
      line = PromptState(.command, text: name)
    } else if let error = line.ambiguity(among: names) {
      overlays.prompt?.error = error
      return []
    }
    prompting.history.remember(line)
    overlays.prompt = nil
    let (live, before) = (prompting.search, prompting.filterBefore)
    prompting.end()
    do throws(PromptError) {
      return try perform(line, live)
    } catch {
      overlays.prompt = line
      overlays.prompt?.error = error
      prompting.filterBefore = before
      return []
    }
  }

  private mutating func perform(
    _ line: PromptState, _ live: LiveSearch?
  ) throws(PromptError) -> [Effect] {
    let text = String(line.text.trimmingPrefix { $0 == " " })
    if [.search, .filter].contains(line.purpose) { sourceList.hasFocus = false }
    switch line.purpose {
    case .search:
      if let live, !line.text.isEmpty { return take(live.finish(in: &stack.list)) }
      return search(for: text)
    case .filter:
      let typed = String(line.text.reversed().drop { $0 == " " }.reversed())
      return try filter(by: LineArgument(typed))
    case .command: return try perform(line: line.text)
    case .pipe(let numbers): return text.isEmpty ? [] : [.fetch(numbers, .pipe(text))]
    case .snooze(let numbers):
      let (moment, context) = (LineArgument(line.text), partContext)
      return take(try stack.snooze(numbers, until: moment, in: context))
    case .reply(let number):
      guard !text.isEmpty else { throw .emptyReply(keymap) }
      // The reply marks read: keep the message in a list of unread ones, so that its answer shows.
      list.keep([number])
      return [ChooseAction(number: number, action: MessageAction(id: text, label: text)).effect]
    case .place(let file):
      return text.isEmpty ? [] : [SaveFile(file: file, path: text, isReplacing: false).effect]
    case .tag(var rule):
      rule.deed = "tags = [\(TOMLText.string(text))]"
      return text.isEmpty ? [] : [EditConfiguration(.addRule(rule)).effect]
    // Titles are accepted above; help is filtered while typing.
    case .title, .keys: return []
    }
  }

  // MARK: - The mouse

  /// Handles a mouse event on a drawn frame.
  ///
  /// Clicks and scrolls are dropped while an answer is pending, as their targets may change.
  mutating func receive(_ event: MouseEvent, on frame: Frame) -> [Effect] {
    guard let gesture = interaction.pointer.handle(event, on: frame, at: now), acceptsMouse else {
      return []
    }
    lookAtScreen()
    switch gesture {
    case .click(let click): return perform(click)
    case .menu(let target): return isOnScreen ? openActions(of: target) : []
    case .drag(let position): return moveSplit(to: position)
    case .wheel(let target, let notches): return scroll(target, by: notches)
    }
  }

  private var acceptsMouse: Bool {
    preferences.mouse && interaction.typeAhead.isEmpty && !isAwaitingAnswer
  }

  /// Whether the screen on top has the focus, without an overlay.
  private var isOnScreen: Bool { overlays.open == nil }

  private mutating func scroll(_ target: ScreenTarget?, by notches: Int) -> [Effect] {
    let lines = notches * PointerState.linesPerNotch
    guard context != .help else {
      let room = HelpRoom(self)
      stack.help?.position.scroll(lines, last: room.last)
      return []
    }
    let areas = areas
    switch target {
    case .list, .row, .header:
      return isOnScreen && screen.isList ? list.scroll(lines, in: listLayout) : []
    case .sources, .source: if isOnScreen { sourceList.scroll(lines, in: areas) }
    case .preview:
      if isOnScreen, let shownSplit { preview.reader?.scroll(lines, in: shownSplit.preview) }
    case .reader: if context == .reader { reader?.scroll(lines, in: areas) }
    case .menu, .item:
      guard context == .menu else {
        prompting.titles?.scroll(by: notches)
        return []
      }
      menu?.scroll(by: notches)
      return menu?.previewEffects ?? []
    case .news, .split, .tab, .banner, .keys, .answer, .help, nil: break
    }
    return []
  }

  /// Opens the menu of actions on a row, which gets the cursor, or on the message in the reader.
  private mutating func openActions(of target: ScreenTarget?) -> [Effect] {
    var effects: [Effect] = []
    switch target {
    case .row(let number) where screen == .list || screen == .thread:
      guard let index = list.index(of: number) else { return [] }
      begin()
      if list.selected != number { effects = list.select(index, in: listLayout) }
    case .reader where screen == .reader: begin()
    default: return []
    }
    return effects + act(.actions)
  }

  private mutating func perform(_ click: PointerState.Click) -> [Effect] {
    switch click.target {
    case .keys(let keys, in: let place): return context == place ? press(keys) : []
    case .answer(let isYes, to: let asked):
      guard context == .confirm, overlays.question == asked else { return [] }
      begin()
      return answer(isYes: isYes)
    case .item(let choice) where prompting.titles != nil:
      return take(prompting.clickTitle(choice))
    case .item(.command(let name)) where overlays.prompt?.purpose == .command:
      return choose(commandNamed: name)
    case .item(.completion(let text)): return complete(with: text)
    case .item(let choice):
      guard context == .menu, menu?.items.contains(where: { $0.choice == choice }) == true else {
        return []
      }
      return choose(choice)
    case .menu: return []
    case let target:
      guard context != .menu else {
        // A click outside a menu closes it.
        menu = nil
        return []
      }
      // So does a click outside help.
      if context == .help { return target == .help ? [] : leave() }
      guard isOnScreen, let target else { return [] }
      return performOnScreen(target)
    }
  }

  private mutating func performOnScreen(_ target: ScreenTarget) -> [Effect] {
    switch target {
    case .row, .header, .news:
      guard screen.isList else { return [] }
      begin()
      sourceList.hasFocus = false
      return take(stack.click(target, in: partContext))
    case .source(let row, let folds):
      begin()
      return take(sourceList.click(row, folding: folds, in: areas))
    case .tab(let index):
      begin()
      return showTab(at: index)
    case .banner(let number):
      begin()
      return goToAlert(number)
    case .list, .sources, .preview, .split, .reader, .help, .keys, .menu, .item, .answer: return []
    }
  }

  /// Presses the keys of a clicked hint.
  private mutating func press(_ keys: [Key]) -> [Effect] {
    // A hint within a sequence includes the keys already pressed.
    interaction.pendingKeys = []
    return keys.flatMap { receive(.key($0)) }
  }

  /// Clears what is valid only until the next key.
  private mutating func begin() {
    interaction.dropPendingKeys()
    stack.toggles.keyPressed()
    if list.marks.isByCount, overlays.open == nil { list.clearMarks() }
    (status, overlays.uncounted, interaction.isChoosingLink) = (nil, nil, false)
  }

  private mutating func moveSplit(to position: Position) -> [Effect] {
    guard isOnScreen, let shownSplit else { return [] }
    let fraction = shownSplit.fraction(on: size, borderAt: position)
    return preview.resize(to: fraction, in: environment) ? layOutAgain() : []
  }
}
