import Foundation
import InboxCore

extension UIState {
  /// Takes in the result of an effect.
  mutating func receive(_ result: EffectResult, of effect: Effect, at now: Date) -> [Effect] {
    if case .progress(let progress) = result {
      showProgress(of: effect, progress, at: now)
      return []
    }
    if case .perform(_, .numbers(let numbers)) = effect {
      for place in stack.lists.indices { stack.lists[place].changeEnded(numbers) }
    }
    if case .failed(let reason) = result { return fail(effect, reason, at: now) }
    if case .noOpener = result, case .host(.launch(let launch)) = effect {
      return copyInstead(launch)
    }
    switch effect {
    case .read(let query, let window):
      return receiveRows(result, of: query, in: window, at: now)
    case .arrivals(let query):
      guard case .arrived(let arrivals) = result else { return [] }
      return receive(arrivals, of: query, at: now)
    case .fetch(let numbers, let purpose):
      guard case .fetched(let messages) = result else { return [] }
      return use(messages, of: numbers, for: purpose, at: now)
    case .find(let lookup): return receive(result, of: lookup, at: now)
    case .perform, .purge:
      guard case .changed(let outcome) = result else { return [] }
      return changed(effect, outcome, at: now)
    case .step(let step):
      guard case .stepped(let outcome) = result else { return [] }
      return stepped(step, outcome, at: now)
    case .listSteps:
      if case .steps(let steps) = result { offer(steps, at: now) }
      return []
    case .settle:
      session.settling.end()
      return reread()
    case .claimLink:
      guard case .link(let link?) = result else { return [] }
      return follow(link, at: now)
    case .answer(let number, let action):
      guard case .answered(let outcome) = result else { return [] }
      return answered(number, action, outcome, at: now)
    case .render(let rendering):
      if case .rendered(let content) = result { receive(content, of: rendering) }
      return []
    case .pane(let request): return receive(result, of: request, at: now)
    case .host(let request): return receive(result, of: request, at: now)
    }
  }

  private mutating func receiveRows(
    _ result: EffectResult, of query: MessageQuery, in window: MessageWindow, at now: Date
  ) -> [Effect] {
    if case .postponed = result, query == list.query { list.rowsPostponed() }
    guard case .snapshot(let snapshot) = result, snapshot.query == list.query else { return [] }
    let layout = listLayout(of: snapshot.query)
    let whole = listCounts.totals.completing(snapshot, at: now)
    let due = alerts.dueArrivals(upTo: snapshot.nextTransition, at: now)
    let reply = list.receive(whole, of: window, in: layout)
    let effects = take(reply, at: now) + (reply.unlisted.map { showUnlisted($0) } ?? [])
    updateFilterStatus()
    return effects + due
  }

  private mutating func receive(
    _ result: EffectResult, of lookup: Lookup, at now: Date
  ) -> [Effect] {
    switch (lookup, result) {
    case (.row(let seek), .found(let number)): return found(number, by: seek, at: now)
    case (.count(let filter), .counted(let count)):
      listCounts.totals.receive(count, of: filter)
      return counted(filter, count, at: now)
    case (.early(let seek), .found(let number)), (.typed(let seek), .found(let number)):
      return foundTyped(number, by: seek)
    case (.early(let seek), .foundEarly(let number)): return foundEarly(number, by: seek)
    case (.tally(let seek, let number), .tallied(let tally)):
      tallied(tally, of: number, by: seek, at: now)
    case (.counts(let filters), .countedAll(let counts)):
      listCounts.tabs.receive(counts, of: filters, at: now)
    case (.titles(let search), .titles(let rows)):
      return receiveTitles(rows, of: search, at: now)
    case (.groups(let groups, let query), .countedGroups(let counts)):
      listCounts.groups.receive(counts, of: groups, in: query, at: now)
    case (.rank(let number, let query), .located(let rank)):
      return located(number, in: query, rank)
    default: break
    }
    return []
  }

  private mutating func receive(
    _ result: EffectResult, of request: PaneRequest, at now: Date
  ) -> [Effect] {
    switch (request, result) {
    case (.decide(let taps), .remaining(let left)): return run(left, of: taps, at: now)
    case (.copy(let text, _), .copied(let way)): showCopied(text, by: way, at: now)
    case (.listInboxes, .inboxes(let inboxes)): offer(inboxes, for: request)
    case (.mute(let subject, let change), .done): showMuted(subject, change, at: now)
    case (.listThemes, .themes(let names)): environment.themeNames = names
    case (.picture(let request), .picture(let picture)):
      receive(picture, for: request, at: now)
    case (.picture(let request), .graphic(let graphic)): receive(graphic, for: request)
    case (.previewTheme(let name), .theme(let theme)): preview(theme, named: name)
    case (.openInbox(let name), .done): return switchInbox(to: name, at: now)
    case (.releaseInput, .done): return takeReleased(at: now)
    case (.save, .noted(let text)): showStatus(.note(text), at: now)
    case (.save(let file, _, _), .isThere(let path)): askToReplace(path, by: file)
    default: break
    }
    return []
  }

  private mutating func receive(
    _ result: EffectResult, of request: HostRequest, at now: Date
  ) -> [Effect] {
    if case .noted(let text) = result { showStatus(.note(text), at: now) }
    switch request {
    case .launch(let launch): return launched(launch)
    case .copy(let text): showCopied(text, by: "the terminal", at: now)
    case .quit, .redraw, .ring, .notify: break
    }
    return []
  }
}

extension UIState {
  private mutating func fail(_ effect: Effect, _ reason: String, at now: Date) -> [Effect] {
    if case .pane(.picture(let request)) = effect {
      failPicture(request, reason, at: now)
      return []
    }
    if case .host(.launch(let launch)) = effect { abandon(launch) }
    for place in stack.lists.indices { stack.lists[place].dropEndedChanges() }
    showStatus(.failure(reason), at: now)
    switch effect {
    case .find(.row(let seek)): failSeek(seek, at: now)
    case .find(.early(let seek)), .find(.typed(let seek)):
      if prompting.search?.seek == seek { prompting.search?.begin(nil) }
    case .find(.tally): break
    case .find(.titles(let search)): failTitles(of: search, at: now)
    case .find(.rank(_, let query)):
      updateLists {
        $0.query == query
      } with: {
        $0.rankFailed()
      }
    case .find(.count(let filter)):
      updateLists {
        $0.query.filter == filter
      } with: {
        $0.rankFailed()
      }
      overlays.uncounted = nil
    case .find(.counts): listCounts.tabs.fail(at: now)
    case .find(.groups): listCounts.groups.fail(at: now)
    case .settle:
      // What the clock has moved is read without the store's help.
      session.settling.fail(at: now)
      return reread()
    case .fetch(let numbers, .reader):
      if numbers == reader.map({ [$0.number] }), reader?.message == nil { dropReader() }
    case .pane(let request):
      if request == session.configurationRequest { session.configurationRequest = nil }
      guard request == session.inboxRequest else { break }
      (session.inboxRequest, session.awaitedAlert) = (nil, nil)
      dropTypeAhead(at: now)
    case .read(let query, _): failRows(of: query, at: now)
    case .step:
      interaction.awaitedStep = nil
      dropTypeAhead(at: now)
    case .arrivals, .fetch, .perform, .purge, .listSteps, .claimLink, .answer, .render, .host:
      break
    }
    return []
  }

  /// Ends the wait for rows that cannot be read; keys that were meant for them are dropped.
  private mutating func failRows(of query: MessageQuery, at now: Date) {
    guard query == list.query else { return }
    let isAwaited = isAwaitingAnswer
    let isForJump = list.rowsFailed()
    if isAwaited || isForJump { dropTypeAhead(at: now) }
  }

  private mutating func counted(
    _ filter: MessageFilter, _ count: Int, at now: Date
  ) -> [Effect] {
    let asked = overlays.uncounted
    if confirm(filter, count) {
      guard count == 0 else { return [] }
      if let asked, case .change(.read, let group?) = asked.action {
        return ask(about: group, .unread, at: now)
      }
      showStatus(nothingFound(by: filter, for: asked?.action), at: now)
      return []
    }
    updateLists {
      $0.query.filter == filter
    } with: {
      $0.receive(total: count)
    }
    updateFilterStatus()
    return []
  }

  /// Why nothing is asked: the list is empty, or nothing matches a filter that was typed.
  private func nothingFound(
    by filter: MessageFilter, for action: ConfirmState.Action?
  ) -> StatusText {
    guard filter != list.query.filter, filter != list.query.filter.unreadOnly else {
      return .listEmpty
    }
    return .noneMatches(isUnread: action == .markAllRead)
  }

  /// Takes a rank in, if the rows that it counts from are still at hand.
  private mutating func located(
    _ number: MessageNumber, in query: MessageQuery, _ rank: Int?
  ) -> [Effect] {
    updateLists {
      $0.query == query
    } with: { list in
      list.receive(rank: rank, of: number)
    }
    return query == list.query ? list.totalEffects() : []
  }

  /// Takes an answer in wherever it was asked: another list may lie on top by now.
  private mutating func updateLists(
    where isMeant: (ListState) -> Bool, with body: (inout ListState) -> Void
  ) {
    for place in stack.lists.indices where isMeant(stack.lists[place]) { body(&stack.lists[place]) }
  }

  private mutating func changed(
    _ effect: Effect, _ outcome: ChangeOutcome, at now: Date
  ) -> [Effect] {
    if let missing = outcome.unknown.first {
      showStatus(.messageGone(missing), at: now)
    } else if let status = status(of: effect, outcome, at: now) {
      showStatus(status, at: now)
    }
    return reread()
  }

  /// Shows how far an effect on very many messages is; of others it shows nothing.
  ///
  /// It runs beside the loop, so that keys are answered meanwhile, and cannot be broken off: it is
  /// one step, which undo takes back.
  mutating func showProgress(of effect: Effect, _ progress: BulkProgress, at now: Date) {
    guard progress.total >= BulkProgress.step, let doing = effect.doing else { return }
    let percent = progress.done * 100 / progress.total
    showStatus(.progress(doing, total: progress.total, percent: percent), at: now)
  }
}
