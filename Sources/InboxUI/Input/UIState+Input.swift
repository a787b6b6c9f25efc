import Foundation
import InboxCore

extension UIState {
  /// Whether input has to wait, as it would act on what an answer is about to change.
  var isAwaitingAnswer: Bool {
    (prompt == nil || !prompting.changesList) && list.isAwaitingAnswer || session.isAwaitingInbox
      || interaction.awaitedStep != nil || interaction.chainedProgram != nil
      || prompting.titles?.isAccepted == true
      || (interaction.typeAhead.needsRows && list.isWaiting)
  }

  /// Takes input in its order: behind what waits, and not before the answer that it waits for.
  mutating func receive(_ input: TypeAhead.Input, at now: Date) -> [Effect] {
    if case .key(let key) = input, overtakes(key, at: now) { return overtake(with: key, at: now) }
    guard interaction.typeAhead.isEmpty, !isAwaitingAnswer else {
      interaction.typeAhead.add(input)
      return []
    }
    return take(input, at: now)
  }

  /// Requests the next piece of the input that waits, after the effects that were asked for before.
  ///
  /// One piece at a time: the effects of each are performed before the next one acts.
  mutating func resumeTypeAhead(at now: Date) -> [Effect] {
    let isWaiting = isAwaitingAnswer
    interaction.typeAhead.note(isWaiting: isWaiting, at: now)
    return !isWaiting && interaction.typeAhead.release() ? [.pane(.releaseInput)] : []
  }

  /// Takes the next piece of input that waits.
  mutating func takeReleased(at now: Date) -> [Effect] {
    interaction.typeAhead.endRelease()
    guard !isAwaitingAnswer, let input = interaction.typeAhead.takeNext() else { return [] }
    return take(input, at: now)
  }

  /// Lets a command wait for the rows that it leads to; what is typed after it follows.
  mutating func wait(with command: Command) -> [Effect] {
    interaction.typeAhead.putBack([.command(command)])
    return []
  }

  /// What the status line shows while typed keys wait; nil when none do.
  var waitingStatus: StatusMessage? {
    // The status says which inbox is being opened.
    guard isAwaitingAnswer, !session.isAwaitingInbox, interaction.typeAhead.count > 0 else {
      return nil
    }
    return StatusMessage(.keysWait(interaction.typeAhead.count, for: awaited), at: .distantPast)
  }

  private var awaited: StatusText.Awaited {
    if list.isSeeking { return .search }
    if interaction.chainedProgram != nil { return .program }
    return interaction.awaitedStep.map { $0 == .undo ? .undo : .redo } ?? .list
  }

  /// Drops the input that waits, as what it was meant for is not there; the status says so.
  mutating func dropTypeAhead(at now: Date) {
    let count = interaction.typeAhead.drop()
    guard count > 0 else { return }
    showStatus(.keysDropped(count, after: status?.content), at: now)
  }

  private mutating func take(_ input: TypeAhead.Input, at now: Date) -> [Effect] {
    switch input {
    case .key(let key): return press(key, at: now)
    case .command(let command): return perform(command, at: now)
    case .step(let binding, let targets):
      return targets.map { perform(step: binding, on: $0, at: now) } ?? perform(binding, at: now)
    case .pasted(let text):
      return paste(text, at: now)
    }
  }
}

extension UIState {
  /// Whether a key acts before those that wait.
  ///
  /// C-c and C-g give the wait up at once. A key such as Esc also means something on the screen,
  /// and may have been typed ahead with the others, unless the answer is late. While another inbox
  /// is being opened, the key that quits the program is the only one that does not wait.
  private func overtakes(_ key: Key, at now: Date) -> Bool {
    guard isAwaitingAnswer else { return false }
    if session.isAwaitingInbox { return keymap.command(for: key, in: context) == .reading(.quit) }
    let command = keymap.command(for: key, in: context(of: screen))
    guard keymap.command(for: key, in: .prompt) == .typing(.cancel) else { return false }
    return command == nil || command == .screen(.interrupt) || interaction.typeAhead.isLate(at: now)
  }

  /// Gives the wait up; where it cannot be given up, the key acts on the screen as it is.
  private mutating func overtake(with key: Key, at now: Date) -> [Effect] {
    guard !session.isAwaitingInbox else { return press(key, at: now) }
    if prompting.titles?.isAccepted == true {
      endTitleSearch()
      _ = interaction.typeAhead.drop()
      return []
    }
    let step = interaction.awaitedStep
    (interaction.awaitedStep, interaction.chainedProgram) = (nil, nil)
    status = nil
    let stopped = list.isLoaded ? list.stopWaiting() : nil
    if let status = stopped ?? step.map(StatusText.notAwaited) {
      showStatus(status, at: now)
      dropTypeAhead(at: now)
      return []
    }
    _ = interaction.typeAhead.drop()
    return press(key, at: now)
  }
}

extension UIState {
  /// Handles a key on a screen.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - earlier: The keys of a sequence that were pressed before it.
  ///   - now: When it was pressed.
  /// - Returns: The effects of the command that is complete with it.
  mutating func pressOnScreen(_ key: Key, after earlier: [Key], at now: Date) -> [Effect] {
    let isOnRange = screen.isList && list.isGrowingRange
    let resolution = interaction.resolve(
      key, after: earlier, isOnRange: isOnRange, in: partContext(at: now))
    switch resolution {
    case .pending: return []
    case .bookmark(let operation): return use(key, for: operation, at: now)
    case .binding(let binding, let keys, let count):
      return perform(binding, by: keys, count: count, at: now)
    case .loneDigit(let binding):
      interaction.typeAhead.putBack([.key(key)])
      return perform(binding, at: now)
    case .refused(let status): return take(Reply(status: status), at: now)
    }
  }

  /// Performs the binding of keys, with the count that was typed before them.
  mutating func perform(
    _ binding: KeyBinding, by keys: [Key] = [], count: Int? = nil, at now: Date
  ) -> [Effect] {
    switch binding {
    case .command(.finding(.setBookmark)), .command(.finding(.goToBookmark)):
      if case .command(.finding(let command)) = binding { interaction.bookmarkOperation = command }
      interaction.pendingKeys = keys
      return []
    case .command(let command):
      return count.map { perform(command, count: $0, at: now) } ?? perform(command, at: now)
    case .line(let line): return perform(boundLine: line, at: now)
    case .pipe(let command): return useTargets(for: .pipe(command), at: now)
    case .shell(let command): return useTargets(for: .shell(command), at: now)
    case .chain(let steps):
      guard targetGroup == nil else { return refuse(at: now) }
      let targets = targets
      interaction.typeAhead.putBack(steps.map { .step($0, on: targets) })
      return []
    }
  }

  /// Performs a step of a chain on the messages for which the chain was begun.
  mutating func perform(
    step binding: KeyBinding, on targets: [ActionTarget], at now: Date
  ) -> [Effect] {
    guard binding.contexts?.contains(context) == true else {
      showStatus(.doesNothing(binding.label), at: now)
      return []
    }
    interaction.boundTargets = targets
    defer { interaction.boundTargets = nil }
    return perform(binding, at: now)
  }

  private mutating func useTargets(for purpose: FetchPurpose, at now: Date) -> [Effect] {
    guard targetGroup == nil else { return refuse(at: now) }
    let numbers = targetNumbers
    guard !numbers.isEmpty else {
      showStatus(.listEmpty, at: now)
      return []
    }
    if interaction.boundTargets != nil { interaction.chainedProgram = ChainedProgram(purpose) }
    return [.fetch(numbers, purpose)]
  }

  /// Performs a line that a key is bound to; what is wrong with it is shown in the status line.
  private mutating func perform(boundLine line: String, at now: Date) -> [Effect] {
    do throws(PromptError) {
      // Pressed again, the key of a filter shows all.
      if case .line(.filter, let argument) = try TypedCommand.parse(line, in: context(of: screen)),
        argument.text == list.filterText
      {
        return try filter(by: "", column: argument.column, at: now)
      }
      return try perform(line: line, at: now)
    } catch {
      showStatus(.badLine(line, message: error.message), at: now)
      return []
    }
  }
}

// MARK: - Counts

extension UIState {
  /// Most times that a count repeats a command.
  private static let mostRepetitions = 200

  /// Performs a command with a count: so often, on so many messages, or at that place.
  mutating func perform(_ command: Command, count: Int, at now: Date) -> [Effect] {
    stack.noteJump(command)
    if refuseInEmptyList(command, at: now) { return [] }
    switch command {
    case .moving(let motion): return move(motion, count: count, at: now)
    case .stepping(.nextUnread): return seek(.unread(.forward), count: count, at: now)
    case .stepping(.previousUnread): return seek(.unread(.backward), count: count, at: now)
    case .stepping(.screenTop), .stepping(.screenMiddle), .stepping(.screenBottom):
      return list.go(to: ScreenPlace(command, count: count), in: listLayout)
    case .finding(.nextMatch) where screen.isList:
      return seek(.match(.forward), count: count, at: now)
    case .finding(.previousMatch) where screen.isList:
      return seek(.match(.backward), count: count, at: now)
    case .reading(.view):
      stack.jumps.leave(list.selected)
      return list.go(toRank: count, in: listLayout)
    case .acting(let acting) where screen.isList: return act(acting, count: count, at: now)
    case .acting(.undo), .acting(.redo), .stepping, .finding(.nextMatch), .finding(.previousMatch):
      return repeated(command, count: count)
    case .acting, .reading, .viewing, .previewing, .finding, .tabbing, .screen, .typing:
      return perform(command, at: now)
    }
  }

  /// Lets a command be performed several times, each after the answer to the one before.
  private mutating func repeated(_ command: Command, count: Int) -> [Effect] {
    let times = min(count, Self.mostRepetitions)
    interaction.typeAhead.putBack(Array(repeating: .step(.command(command), on: nil), count: times))
    return []
  }

  private mutating func move(
    _ motion: Command.Motion, count: Int, at now: Date
  ) -> [Effect] {
    guard screen.isList else { return scroll(motion, count: count) }
    if let direction = motion.direction { reportEnd(direction, at: now) }
    switch motion {
    case .moveDown: return list.step(to: count, in: listLayout)
    case .moveUp: return list.step(to: -count, in: listLayout)
    case .top, .bottom: return list.go(toRank: count, in: listLayout)
    case .pageDown, .pageUp, .halfPageDown, .halfPageUp:
      return repeated(.moving(motion), count: count)
    }
  }

  /// Scrolls a text by a motion several times, or to a line.
  private mutating func scroll(_ motion: Command.Motion, count: Int) -> [Effect] {
    let (areas, room) = (areas, HelpRoom(self))
    let isPlace = motion == .top || motion == .bottom
    var steps = Array(repeating: motion, count: min(count, 100_000))
    if isPlace { steps = [.top] + Array(repeating: .moveDown, count: steps.count - 1) }
    for step in steps {
      if screen == .help {
        help?.move(step, in: room)
      } else {
        reader?.move(step, in: areas)
      }
    }
    return []
  }

  /// Acts on so many messages from the cursor on; marked ones go before.
  private mutating func act(_ command: Command.Acting, count: Int, at now: Date) -> [Effect] {
    if command == .undo || command == .redo { return repeated(.acting(command), count: count) }
    guard list.marked.isEmpty || command == .mark, let start = list.selectedIndex else {
      return act(command, at: now)
    }
    let rows = list.snapshot.rows[start...].prefix(count)
    guard rows.count == count || !list.snapshot.hasLater else {
      showStatus(.tooFewAtHand(rows.count), at: now)
      return []
    }
    guard !rows.contains(where: { list.foldedGroup(of: $0) != nil }) else {
      showStatus(.foldedInTheWay(key: unfoldingKey), at: now)
      return []
    }
    if command == .mark { return list.mark(rows.map(\.number), in: listLayout) }
    interaction.boundTargets = rows.map(list.target)
    defer { interaction.boundTargets = nil }
    return act(command, at: now)
  }
}

// MARK: - Keys of a line

extension UIState {
  /// Handles a key while a line is typed.
  mutating func type(_ key: Key, at now: Date) -> [Effect] {
    guard var line = prompt else { return [] }
    let context = partContext(at: now)
    if prompting.moveInTitles(key, of: line, in: context) { return [] }
    switch keymap.command(for: key, in: .prompt) {
    case .typing(.nextTyped): return stepTyped(.forward, from: line, at: now)
    case .typing(.previousTyped): return stepTyped(.backward, from: line, at: now)
    default: break
    }
    let completion = line.completion(among: CompletionNames(self))
    let before = line.text
    let outcome = line.press(
      key, by: keymap, history: prompting.history, completion: completion)
    prompt = line
    switch outcome {
    case .stays: return line.text == before ? [] : applyLine(at: now)
    case .cancelled:
      prompt = nil
      return prompting.cancel(on: &stack, listLayout)
    case .accepted: return acceptPrompt(at: now)
    }
  }

  /// Types pasted text into a line; anywhere else it never acts.
  mutating func paste(_ text: String, at now: Date) -> [Effect] {
    guard context == .prompt else { return [] }
    prompt?.insert(text)
    return applyLine(at: now)
  }

  private mutating func stepTyped(
    _ direction: SearchDirection, from line: PromptState, at now: Date
  ) -> [Effect] {
    take(prompting.step(direction, from: line, in: &stack.list, listLayout), at: now)
  }

  private mutating func applyLine(at now: Date) -> [Effect] {
    guard let prompt else { return [] }
    let context = partContext(at: now)
    return take(prompting.apply(prompt, to: &stack, listLayout, in: context), at: now)
  }

  /// Runs a command that was clicked, or lets its argument be typed.
  mutating func choose(commandNamed name: String, at now: Date) -> [Effect] {
    guard prompt?.purpose == .command else { return [] }
    let chosen = PromptState.line(ofCommand: name)
    prompt = chosen.line
    return chosen.isWhole ? acceptPrompt(at: now) : []
  }

  /// Performs a line that was accepted; one that cannot be read stays, with what is wrong.
  private mutating func acceptPrompt(at now: Date) -> [Effect] {
    guard var line = prompt else { return [] }
    if line.purpose == .title { return take(prompting.acceptTitle(), at: now) }
    if let name = line.evidentCommand(among: CompletionNames(self)) {
      line = PromptState(.command, text: name)
    }
    prompting.history.remember(line)
    prompt = nil
    let (live, before) = (prompting.search, prompting.filterBefore)
    prompting.end()
    do throws(PromptError) {
      return try perform(line, live, at: now)
    } catch {
      prompt = line
      prompt?.error = error
      prompting.filterBefore = before
      return []
    }
  }

  private mutating func perform(
    _ line: PromptState, _ live: LiveSearch?, at now: Date
  ) throws(PromptError) -> [Effect] {
    let text = String(line.text.trimmingPrefix { $0 == " " })
    switch line.purpose {
    case .search:
      if let live, !line.text.isEmpty { return take(live.finish(in: &stack.list), at: now) }
      return search(for: text, at: now)
    case .filter: return try filter(by: line.text, column: 1, at: now)
    case .command: return try perform(line: line.text, at: now)
    case .pipe(let numbers): return text.isEmpty ? [] : [.fetch(numbers, .pipe(text))]
    case .snooze(let numbers):
      return try snooze(numbers, until: line.text, column: 1, at: now)
    case .reply(let number):
      guard !text.isEmpty else { throw .emptyReply(keymap) }
      // It marks read: a list that hides what is read keeps the message, so that the answer shows.
      list.keep([number])
      return [.answer(number, MessageAction(id: text, label: text))]
    case .place(let file):
      return text.isEmpty ? [] : [.pane(.save(file, to: text, replacing: false))]
    // A title is accepted before, and keys are narrowed already.
    case .title, .keys: return []
    }
  }
}
