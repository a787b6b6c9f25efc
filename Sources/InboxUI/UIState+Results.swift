import Foundation
import InboxCore
import InboxText

extension UIState {
  /// Dispatches an answer to the part that made the request.
  mutating func receive(_ answer: AnsweredRequest, at now: Date) -> [Effect] {
    switch answer {
    case .rows(let request, let snapshot): return receive(snapshot, of: request, at: now)
    case .arrivals(let query, let messages):
      let (stack, layout) = (stack, listLayout)
      return alerts.receive(
        messages, of: query, inThread: stack.list.isOfThread,
        isInSight: { stack.isInSight($0, in: layout) }, in: partContext(at: now))
    case .fetched(let request, let messages): return receive(messages, of: request, at: now)
    case .found(let seek, let number):
      return take(stack.receive(number, of: seek, in: listLayout, partContext(at: now)), at: now)
    case .foundEarly(let request, let match):
      return prompting.receive(match, of: request.seek, in: &stack.list, listLayout)
    case .foundTyped(let request, let number):
      return prompting.receive(number, of: request.seek, in: &stack.list, listLayout)
    case .tallied(let request, let tally): receive(tally, of: request, at: now)
    case .titles(let search, let rows):
      return take(prompting.receive(rows, of: search), at: now)
    case .counted(let request, let count): return receive(count, of: request, at: now)
    case .countedTabs(let request, let counts):
      listCounts.tabs.receive(counts, of: request.filters, at: now)
    case .recentSources(let sources):
      listCounts.tabs.receive(recentSources: sources)
      return listCounts.tabs.count(barTabs ?? [], at: now, in: zone)
    case .unsent(let changes):
      session.unsent.end()
      for place in stack.lists.indices { stack.lists[place].snapshot.unsent = changes }
    case .late(let request, let arrivals):
      let inSight = arrivals.numbers.isEmpty ? [] : rowsInSight
      late.receive(arrivals, of: request, inSight: inSight)
      // They are told of once.
      list.arrivals.subtract(late.numbers)
    case .filterNames(let names): session.filterNames = names
    case .countedSources(let counts): sourceList.receive(counts, at: now)
    case .countedGroups(let request, let counts):
      listCounts.groups.receive(counts, of: request.groups, in: request.query, at: now)
    case .ranked(let request, let rank): return receive(rank, of: request)
    case .members(let request, let rows): return receive(rows, of: request, at: now)
    case .changed(let request, let outcome):
      interaction.history.receive(outcome, of: request, at: now)
      let context = partContext(at: now)
      let effects = take(stack.receive(outcome, of: request, in: listLayout, context), at: now)
      statusLine.noteOffer()
      return effects
    case .purged(_, let outcome): return take(stack.receivePurge(outcome, in: listLayout), at: now)
    case .stepped(let step, let outcome):
      let (layout, context) = (listLayout, partContext(at: now))
      let reply = interaction.history.receive(outcome, of: step, on: &stack, in: layout, context)
      return take(reply, at: now)
    case .steps(let steps):
      guard interaction.history.takeList() else { break }
      guard !steps.isEmpty else {
        showStatus(.notStepped(.undo, left: 0, after: 0, key: nil), at: now)
        break
      }
      menu = .steps(steps, in: partContext(at: now))
    case .settled:
      session.settling.end()
      return stack.reread(in: listLayout)
    case .link(let link): return link.map { follow($0, at: now) } ?? []
    case .chosen(let request, let outcome):
      let row = list.snapshot.rows.first { $0.number == request.number } ?? stack.readerRow
      let isQuestion = row?.number == request.number && row?.question != nil
      let reply = request.reply(to: outcome, isQuestion: isQuestion, in: partContext(at: now))
      return take(reply, at: now)
    case .rendered(let rendering, let content): receive(content, of: rendering)
    case .decided(let request, let left):
      let context = partContext(at: now)
      return take(openings.run(left, of: request.taps, in: &stack.list, context), at: now)
    case .copied(let request, let tool): showCopied(request.text, by: tool, at: now)
    case .saved(let request, let outcome): return take(request.reply(to: outcome), at: now)
    case .muted(let request):
      showStatus(request.change.status(of: request.subject, in: partContext(at: now)), at: now)
    case .mutes(let request, let mutes):
      menu = NarrowingMenu.menu(of: request.row, muted: mutes, in: partContext(at: now))
    case .tabsAdded(let request):
      listCounts.tabs.chosen = request.tabs.last
      if let tab = request.tabs.last { showStatus(.tabAdded(tab.label), at: now) }
    case .lookKept(let settings):
      showStatus(.lookKept(settings.map(\.label), file: preferences.configurationName), at: now)
    case .theme(let request, let theme):
      guard menu?.selectedItem?.choice == .theme(request.name) else { break }
      environment.preview(theme)
      layOut()
    case .picture(let request, let picture):
      let keymap = keymap
      let status = usePicture { pictures, reader, areas in
        pictures.receive(picture, of: request, for: &reader, in: areas, keymap: keymap)
      }
      if let status { showStatus(status, at: now) }
    case .themes(let names): environment.themeNames = names
    case .inboxes(let request, let inboxes):
      return take(session.receive(inboxes, for: request, in: environment), at: now)
    case .openedInbox(let request): return switchInbox(to: request.name, at: now)
    case .releasedInput: return takeReleased(at: now)
    case .launched(let launch, let outcome):
      interaction.chainRunEnded(launch)
      let context = partContext(at: now)
      return take(openings.receive(outcome, of: launch, on: &stack, context), at: now)
    case .copiedByTerminal(let text): showCopied(text, by: "the terminal", at: now)
    }
    return []
  }

  /// Shows why a request failed, and ends the wait of its part.
  mutating func fail(_ effect: Effect, _ reason: String, at now: Date) -> [Effect] {
    if case .pane(.picture(let request)) = effect {
      let isAsked = usePicture { pictures, reader, areas in
        pictures.fail(request, for: &reader, in: areas)
      }
      if isAsked { showStatus(.failure(reason), at: now) }
      return []
    }
    interaction.history.fail(effect)
    if case .perform(let request) = effect { stack.changeEnded(request) }
    if case .host(.launch(let launch)) = effect { openings.abandon(launch, on: &stack) }
    for place in stack.lists.indices { stack.lists[place].dropEndedChanges() }
    showStatus(.failure(reason), at: now)
    switch effect {
    case .find(let lookup): fail(lookup, at: now)
    case .settle:
      // Without the store's settling, queries still apply due transitions.
      session.settling.fail(at: now)
      return stack.reread(in: listLayout)
    case .fetch(let request): failFetch(request)
    case .pane(let request): fail(request, at: now)
    case .read(let request): failRows(of: request.query, at: now)
    case .step:
      _ = interaction.history.stopWaiting()
      dropTypeAhead(at: now)
    case .arrivals, .perform, .purge, .listSteps, .claimLink, .answer, .render, .host: break
    }
    return []
  }

  /// Shows the rank of the current match in the prompt, else in the status line.
  private mutating func receive(_ tally: MatchTally?, of request: TallyMatch, at now: Date) {
    guard let tally, !prompting.receive(tally, of: request), screen.isList, prompt == nil,
      let text = list.status(of: tally, for: request, after: status?.content)
    else { return }
    showStatus(text, at: now)
  }

  private mutating func fail(_ lookup: Lookup, at now: Date) {
    switch lookup {
    case .row(let seek): _ = take(stack.seekFailed(seek), at: now)
    case .early(let request): prompting.fail(request.seek)
    case .typed(let request): prompting.fail(request.seek)
    case .tally, .names: break
    case .late: late.fail()
    case .unsent:
      session.unsent.end()
      list.snapshot.unsent?.readAt = now
    case .titles(let search): _ = take(prompting.failTitles(of: search), at: now)
    case .rank(let request): failRank(request)
    case .count(let request): failCount(request)
    case .members: overlays.uncounted = nil
    case .counts, .recentSources: listCounts.tabs.fail(at: now)
    case .groups: listCounts.groups.fail(at: now)
    case .sources: sourceList.fail(at: now)
    }
  }

  private mutating func fail(_ request: PaneRequest, at now: Date) {
    if request == session.configurationRequest { session.configurationRequest = nil }
    guard request == session.inboxRequest else { return }
    (session.inboxRequest, session.awaitedAlert) = (nil, nil)
    dropTypeAhead(at: now)
  }

  /// Shows the progress of a bulk change; small changes show none.
  ///
  /// It runs in the background, so keys work meanwhile; it cannot be cancelled, as it is a single
  /// undo step.
  mutating func showProgress(of effect: Effect, _ progress: BulkProgress, at now: Date) {
    guard progress.total >= BulkProgress.step, let doing = effect.doing else { return }
    let percent = progress.done * 100 / progress.total
    showStatus(.progress(doing, total: progress.total, percent: percent), at: now)
  }
}

// MARK: - Rows and numbers

extension UIState {
  /// Shows rows, unless another list is now on top.
  mutating func receive(
    _ snapshot: InboxSnapshot, of request: ReadRows, at now: Date
  ) -> [Effect] {
    guard snapshot.query == list.query else { return [] }
    let layout = listLayout(of: snapshot.query)
    let whole = listCounts.totals.completing(snapshot, at: now)
    let due = alerts.dueArrivals(upTo: snapshot.nextTransition, at: now)
    let reply = list.receive(whole, of: request.window, in: layout)
    let effects = take(reply, at: now) + (reply.unlisted.map { showUnlisted($0, at: now) } ?? [])
    let content = list.filterStatus(keymap)
    statusLine.updateFilter(content)
    late.begin(after: snapshot.sequence)
    return effects + due
  }

  /// Records that rows will arrive later.
  mutating func rowsPostponed(_ request: ReadRows) {
    if request.query == list.query { list.rowsPostponed() }
  }

  /// Ends the wait for rows that could not be read, and drops type-ahead meant for them.
  mutating func failRows(of query: MessageQuery, at now: Date) {
    guard query == list.query else { return }
    let isAwaited = isAwaitingAnswer
    let isForJump = list.rowsFailed()
    if isAwaited || isForJump { dropTypeAhead(at: now) }
  }

  /// Receives the number of messages that match a filter, for a confirmation or for lists.
  mutating func receive(_ count: Int, of request: CountMessages, at now: Date) -> [Effect] {
    let filter = request.filter
    listCounts.totals.receive(count, of: filter)
    var asked: ConfirmState?
    if case .count(let counted) = overlays.uncounted { asked = counted }
    if confirm(filter, count) {
      guard count == 0 else { return [] }
      if let asked, case .change(.read, let group?) = asked.action {
        return take(stack.ask(about: group, .unread), at: now)
      }
      showStatus(nothingFound(by: filter, for: asked?.action), at: now)
      return []
    }
    updateLists {
      $0.query.filter == filter
    } with: {
      $0.receive(total: count)
    }
    let content = list.filterStatus(keymap)
    statusLine.updateFilter(content)
    return []
  }

  /// Opens the pending confirmation once its messages are counted; false for another filter.
  private mutating func confirm(_ filter: MessageFilter, _ count: Int) -> Bool {
    guard case .count(var counted) = overlays.uncounted,
      case .matching(let asked, _) = counted.selection, asked == filter
    else { return false }
    overlays.uncounted = nil
    counted.count = count
    if count > 0 { confirmation = counted }
    return true
  }

  /// Ends the wait for a failed count.
  mutating func failCount(_ request: CountMessages) {
    updateLists {
      $0.query.filter == request.filter
    } with: {
      $0.rankFailed()
    }
    overlays.uncounted = nil
  }

  /// Why there is no question: the list is empty, or nothing matches the typed filter.
  private func nothingFound(
    by filter: MessageFilter, for action: ConfirmState.Action?
  ) -> StatusText {
    guard filter != list.query.filter, filter != list.query.filter.unreadOnly else {
      return .listEmpty
    }
    return .noneMatches(isUnread: action == .markAllRead)
  }

  /// Receives a rank, for lists that still have the row loaded.
  mutating func receive(_ rank: Int?, of request: RankRow) -> [Effect] {
    updateLists {
      $0.query == request.query
    } with: { list in
      list.receive(rank: rank, of: request.number)
    }
    return request.query == list.query ? list.totalEffects() : []
  }

  /// Ends the wait for a failed rank.
  mutating func failRank(_ request: RankRow) {
    updateLists {
      $0.query == request.query
    } with: {
      $0.rankFailed()
    }
  }

  /// Updates the lists that an answer is for, even if another list is now on top.
  private mutating func updateLists(
    where isMeant: (ListState) -> Bool, with body: (inout ListState) -> Void
  ) {
    for place in stack.lists.indices where isMeant(stack.lists[place]) { body(&stack.lists[place]) }
  }
}

// MARK: - Messages

extension UIState {
  /// Dispatches whole messages by the purpose of their request.
  mutating func receive(
    _ messages: [Message], of request: FetchMessages, at now: Date
  ) -> [Effect] {
    let effects = use(messages, of: request.numbers, for: request.purpose, at: now)
    interaction.chainBegins(request.purpose, with: effects)
    return effects
  }

  private mutating func use(
    _ messages: [Message], of numbers: [MessageNumber], for purpose: FetchPurpose, at now: Date
  ) -> [Effect] {
    if purpose == .reader, let number = numbers.first {
      let (layout, context) = (listLayout, partContext(at: now))
      return take(
        stack.receive(messages.first, numbered: number, in: layout, context), at: now)
    }
    if purpose == .preview, let number = numbers.first {
      if let split { preview.receive(messages.first, numbered: number, in: split.preview) }
      return []
    }
    if case .naming(let step, let outcome) = purpose {
      let context = partContext(at: now)
      showStatus(step.status(naming: messages.first, after: outcome, in: context), at: now)
      statusLine.noteOffer()
      return []
    }
    return take(purpose.reply(with: messages, in: partContext(at: now)), at: now)
  }

  /// Shows the copied text, and the tool that copied it.
  mutating func showCopied(_ text: String, by way: String, at now: Date) {
    let lines = text.split(separator: "\n").count { $0.contains { !$0.isWhitespace } }
    let start = TextLayout.truncate(TextLayout.oneLine(text, columns: 60), columns: 60)
    let copied = CopiedText(
      start: start, lines: lines, way: way, isInstead: openings.takeIsInstead(),
      links: interaction.isChoosingLink ? min(reader?.links.count ?? 0, 9) : 0)
    showStatus(.copied(copied), at: now)
  }

  /// Copies a link by its digit, right after the text was copied; nil for other keys.
  mutating func copyLink(by key: Key) -> [Effect]? {
    defer { interaction.isChoosingLink = false }
    guard interaction.isChoosingLink, context == .reader, case .character(let character) = key,
      let number = character.wholeNumberValue, let links = reader?.links,
      links.indices.contains(number - 1)
    else { return nil }
    return [.pane(.copy(links[number - 1], preferences.clipboard))]
  }
}

// MARK: - Waiting for answers

extension UIState {
  /// The status while keys are queued; nil otherwise.
  var waitingStatus: StatusMessage? {
    // The status names the inbox that is being opened.
    guard isAwaitingAnswer, !session.isAwaitingInbox, interaction.typeAhead.count > 0 else {
      return nil
    }
    return StatusMessage(.keysWait(interaction.typeAhead.count, for: awaited), at: .distantPast)
  }

  private var awaited: StatusText.Awaited {
    if list.isSeeking { return .search }
    if interaction.chainedProgram != nil { return .program }
    return interaction.history.awaited.map { $0 == .undo ? .undo : .redo } ?? .list
  }

  /// Drops type-ahead whose target was not found; the status line shows how many keys.
  mutating func dropTypeAhead(at now: Date) {
    let count = interaction.typeAhead.drop()
    guard count > 0 else { return }
    showStatus(.keysDropped(count, after: status?.content), at: now)
  }
}

// MARK: - Pictures

extension UIState {
  /// Handles a picture, or its failure, in the preview or the reader.
  mutating func usePicture<Answer>(
    _ use: (inout PictureState, inout ReaderState?, ScreenAreas) -> Answer
  ) -> Answer {
    guard let shownSplit else { return use(&pictures, &stack.reader, areas) }
    return use(&pictures, &preview.reader, shownSplit.preview)
  }
}

// MARK: - Inboxes

extension UIState {
  /// Switches to another inbox with a new state.
  ///
  /// Type-ahead is kept, as it was typed for the new inbox.
  mutating func switchInbox(to name: String, at now: Date) -> [Effect] {
    let alert = session.awaitedAlert.flatMap { $0.inbox == name ? $0.number : nil }
    var environment = environment
    environment.inboxName = name
    var next = UIState(environment, query: MessageQuery(order: main.query.order))
    next.prompting.history = prompting.history
    next.alerts = AlertState(continuing: alerts)
    next.session.inboxNames = session.inboxNames
    // They may already be counted for the new inbox.
    next.session.countedInboxes = session.countedInboxes
    next.interaction.typeAhead = interaction.typeAhead
    self = next
    return start() + (alert.map { go(to: .message($0), from: .alert, at: now) } ?? [])
  }
}
