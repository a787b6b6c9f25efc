package import Foundation
import InboxCore
import InboxText

extension UIState {
  /// Handles an event: updates the state, and returns effects for the inbox, the pane and the host.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time of the event.
  /// - Returns: The effects, to perform in order.
  package mutating func update(_ event: Event, at now: Date) -> [Effect] {
    self.now = now
    if case .measured(let measure) = event { environment.measure = measure }
    TextMeasure.$current.withValue(environment.measure) { updateMeasured(event) }
    defer { effects = [] }
    return effects
  }

  /// Handles an event in the measure of the terminal.
  private mutating func updateMeasured(_ event: Event) {
    let target = event.isOfKey || isMovingByKey ? nil : KeyTarget(self)
    if case .key = event { interaction.shift.lastKey = now }
    handle(event)
    if let moved = stack.movedOn, moved.to == nil {
      stack.movedOn = (moved.change, moved.from, stack.place)
    }
    requestRows()
    if let target { interaction.shift.note(from: target, to: KeyTarget(self), at: now) }
    take(list.growRange())
    for part in Self.parts { part.follow(event, in: &self) }
    resumeTypeAhead()
    list.applyRules(in: listLayout, at: now)
    // Nothing is shown before the terminal has a size.
    guard size.rows > 0 else { return }
    // They come last, as they depend on the visible rows.
    for part in Self.parts { part.requestReads(in: &self) }
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .key(let key): receive(.key(key))
    case .pasted(let text): receive(.pasted(text))
    case .mouse(let event, let frame): receive(event, on: frame)
    case .resized(let size):
      environment.size = size
      layOutAgain()
    case .background(let background): environment.background = background
    case .graphics(let graphics): environment.graphics = graphics
    case .measured: if size.rows > 0 { layOutAgain() }
    case .answered(let answer): answer.receive(&self)
    case .requestFailed(let effect, let reason):
      fail(effect, reason)
      let dropped = interaction.failChain(by: effect).map(\.label)
      if !dropped.isEmpty { showStatus(.notDone(dropped, after: status?.content)) }
    case .progressed(let effect, let progress): showProgress(of: effect, progress)
    case .postponed(let request): if request.query == list.query { list.wait.beginRows() }
    case .changed(let wake): inboxChanged(wake)
    case .configured(let theme, let keymap, let preferences, let problems):
      configure(theme, keymap, preferences, problems)
    case .failed(let reason):
      session.configurationRequest = nil
      showStatus(.failure(reason))
    // Another status takes precedence.
    case .missedAlerts(let count):
      if count > 0, status == nil { showStatus(.missedAlerts(count)) }
    case .returned(let visit):
      session.lastVisit = visit
      late.begin(after: visit?.sequence, isVisit: true)
    case .countedOthers(let inboxes): session.countedInboxes = inboxes
    case .arrivedElsewhere(let name, let messages):
      guard name != inboxName else { break }
      effects += alerts.receive(messages, from: name, in: partContext)
    case .tick: for part in Self.parts { part.tick(in: &self) }
    case .linked(let link): follow(link)
    }
  }

  /// Handles a key now, without queueing.
  mutating func press(_ key: Key) {
    guard key != .unknown, acts(key) else { return }
    status = nil
    interaction.history.keyPressed(at: now)
    // Drop a question that would appear later: typed keys would answer it.
    if overlays.uncounted != nil {
      overlays.uncounted = nil
      showStatus(.notAsked)
    }
    if copiesLink(by: key) { return }
    let earlier = interaction.pendingKeys
    interaction.pendingKeys = []
    if handleInTour(key, after: earlier) { return }
    switch context {
    case .confirm, .menu:
      guard !interaction.shift.isUnseen(at: now) || keymap.isCancel(key) else {
        return showStatus(.justShifted(key: key.name))
      }
      if context == .menu { pressInMenu(key) } else { answer(key) }
    case .prompt: type(key)
    case .list, .trash, .sources, .reader, .help:
      if list.marks.isByCount { list.marks.clear() }
      pressOnScreen(key, after: earlier)
    }
  }

  /// Passes a key to the tour; true if it only ended the tour.
  private mutating func handleInTour(_ key: Key, after earlier: [Key]) -> Bool {
    guard tour != nil, overlays.open == nil else { return false }
    let context = partContext
    // Esc first does what it does without a tour.
    let isBack = keymap.meaning(of: [key], in: context.keys) == .bound(.command(.reading(.back)))
    let isEnded =
      keymap.isCancel(key) && earlier.isEmpty && interaction.pendingCount == nil
      && !(isBack && goesBack)
    if isEnded || tour?.handle(earlier + [key], in: context) == false { tour = nil }
    return isEnded
  }

  /// Whether a key is handled: on a too small terminal only keys that close or redraw are.
  private func acts(_ key: Key) -> Bool {
    guard !size.holdsScreens else { return true }
    switch keymap.command(for: key, in: context(of: screen)) {
    case .reading(.quit), .reading(.close), .screen(.redraw): return true
    default: return false
    }
  }

  /// Updates the layout, and reads rows that became visible.
  mutating func layOutAgain() {
    layOut()
    effects += list.readAtMargin(in: listLayout)
  }

  /// Updates the layout after a new size, theme or preference.
  mutating func layOut() {
    environment.sourceColumns = SourceListScreen.columns(in: self)
    let areas = areas
    list.reveal(in: listLayout)
    if let split { preview.reader?.layOut(in: split.preview) }
    reader?.layOut(in: areas)
    guard stack.help != nil else { return }
    let content = HelpContent(self)
    stack.help?.position.clamp(to: content.last)
  }

  private mutating func configure(
    _ theme: Theme?, _ keymap: Keymap?, _ preferences: ScreenPreferences?,
    _ problems: [String]
  ) {
    if let theme { environment.use(theme) }
    if let keymap { environment.keymap = keymap }
    let asked = session.configurationRequest
    if let preferences {
      environment.preferences = environment.typedSettings.applied(
        to: preferences, isReload: asked == .reloadConfiguration)
      for place in stack.lists.indices { stack.lists[place].forgetRules() }
    }
    layOut()
    // The status of the previous configuration is outdated.
    statusLine.withdraw(\.configurationStatus)
    session.configurationRequest = nil
    guard let first = problems.first else {
      if let asked { showStatus(asked.isTheme ? themeChosen : reloaded) }
      return
    }
    let check = self.preferences.configurationCheck
    showStatus(.problems(first, more: problems.count - 1, check: check))
    statusLine.configurationStatus = status
  }

  private var reloaded: StatusText { .reloaded(preferences.configurationName) }

  private var themeChosen: StatusText {
    let command = Command.screen(.keepLook)
    let key = keymap.names(of: command, in: keyContext(of: screen)).first
    let listKey = keymap.names(of: command, in: .list).first
    return .theme(theme.name, key: key ?? listKey.map { "\($0) in the list" })
  }

  /// Requests theme or configuration; the status line shows when it is loaded.
  mutating func configure(by request: PaneRequest) {
    session.configurationRequest = request
    effects.append(.pane(request))
  }

  /// Handles a change of the inbox: rereads what is shown, unless it is up to date.
  private mutating func inboxChanged(_ wake: InboxWatch.Wake) {
    switch wake {
    case .nothing: break
    case .gone:
      session.isDatabaseMissing = true
      showStatus(.inboxGone)
    case .reload:
      databaseReturned()
      preview.invalidate()
      listCounts.totals.forget()
      late.invalidate()
      for place in stack.lists.indices { stack.lists[place].forgetRank() }
      effects += stack.reread(in: listLayout) + [.claimLink]
    case .changed(let entries):
      databaseReturned()
      logChanged(entries)
    }
  }

  private mutating func databaseReturned() {
    guard session.isDatabaseMissing else { return }
    session.isDatabaseMissing = false
    showStatus(.inboxReturned)
  }

  private mutating func logChanged(_ entries: [LogEntry]) {
    let links: [Effect] = entries.contains { $0.verb == .requested } ? [.claimLink] : []
    let others = alerts.arrivalEffects(of: entries) + links
    defer { effects += others }
    if interaction.history.offers.follow(entries) { statusLine.withdraw(\.offer) }
    late.follow(entries)
    preview.invalidate(entries.lazy.flatMap(\.numbers))
    guard let last = entries.last, last.sequence > list.snapshot.sequence else { return }
    list.noteArrivals(of: entries)
    let concernsReader = entries.contains { entry in
      reader.map { entry.numbers.contains($0.number) } ?? false
    }
    effects += list.reread(in: listLayout) + (concernsReader ? stack.reloadReader() : [])
  }

  // MARK: - Rows

  /// Requests rows if their grouping differs from the wanted one.
  ///
  /// It runs before other reads, which depend on the visible rows.
  mutating func requestRows() {
    stack.grouping.follow(preferences.group)
    let wanted = grouped(list.query, in: list)
    if wanted != list.query { effects += list.regroup(like: wanted, in: listLayout) }
  }

  // MARK: - Type-ahead

  /// Whether the cursor is on its way to where a key has sent it.
  private var isMovingByKey: Bool { isAwaitingAnswer || !list.isLoaded || list.wait.isByKey }

  /// Whether input must wait: a pending answer may change its target.
  var isAwaitingAnswer: Bool {
    (overlays.prompt == nil || !prompting.changesList) && list.isAwaitingAnswer
      || session.isAwaitingInbox
      || interaction.history.isAwaiting || interaction.chainedProgram != nil
      || prompting.titles?.isAccepted == true
      || (interaction.typeAhead.needsRows && list.isWaiting)
  }

  /// Handles input in order: queues it while other input or an answer is pending.
  mutating func receive(_ input: TypeAhead.Input) {
    if case .key(let key) = input, overtakes(key) {
      overtake(with: key)
    } else if interaction.typeAhead.isEmpty, !isAwaitingAnswer {
      take(input)
    } else {
      interaction.typeAhead.add(input)
    }
  }

  /// Requests the next queued input, after the effects returned so far.
  ///
  /// Only one at a time: its effects are performed before the next one is handled.
  private mutating func resumeTypeAhead() {
    let isWaiting = isAwaitingAnswer
    interaction.typeAhead.note(isWaiting: isWaiting, at: now)
    if !isWaiting, interaction.typeAhead.release() { effects.append(ReleaseInput().effect) }
  }

  /// Handles the next queued input.
  mutating func takeReleased() {
    interaction.typeAhead.endRelease()
    guard !isAwaitingAnswer, let input = interaction.typeAhead.takeNext() else { return }
    take(input)
  }

  /// Queues a command until its rows are loaded, before other input.
  mutating func wait(with command: Command) {
    interaction.typeAhead.putBack([.command(command)])
  }

  /// Inserts pasted text into the prompt; elsewhere it is ignored.
  private mutating func paste(_ text: String) {
    guard context == .prompt, var prompt = overlays.prompt else { return }
    prompt.insert(text)
    overlays.prompt = prompt
    take(prompting.apply(prompt, CompletionNames(self), to: &stack, in: partContext))
  }

  private mutating func take(_ input: TypeAhead.Input) {
    switch input {
    case .key(let key): press(key)
    case .command(let command): perform(command)
    case .step(let binding, on: let targets?): perform(step: binding, on: targets)
    case .step(let binding, on: nil): perform(binding)
    case .pasted(let text): paste(text)
    }
  }

  /// Whether a key is handled before the queued ones.
  ///
  /// C-c and C-g always cancel the wait. A key that also has a binding on the screen, such as Esc,
  /// may be type-ahead, and cancels it only if the answer is late. While another inbox is being
  /// opened, only the key that quits is handled.
  private func overtakes(_ key: Key) -> Bool {
    guard isAwaitingAnswer else { return false }
    if session.isAwaitingInbox { return keymap.command(for: key, in: context) == .reading(.quit) }
    let command = keymap.command(for: key, in: context(of: screen))
    guard keymap.command(for: key, in: .prompt) == .typing(.cancel) else { return false }
    return command == nil || command == .screen(.interrupt) || interaction.typeAhead.isLate(at: now)
  }

  /// Cancels the wait; if it cannot be cancelled, handles the key on the current screen.
  private mutating func overtake(with key: Key) {
    guard !session.isAwaitingInbox else { return press(key) }
    if prompting.titles?.isAccepted == true {
      endTitleSearch()
      _ = interaction.typeAhead.drop()
      return
    }
    let step = interaction.history.stopWaiting()
    interaction.chainedProgram = nil
    status = nil
    let stopped = list.isLoaded ? list.wait.giveUp() : nil
    if let status = stopped ?? step.map(StatusText.notAwaited) {
      showStatus(status)
      dropTypeAhead()
      return
    }
    _ = interaction.typeAhead.drop()
    press(key)
  }
}
