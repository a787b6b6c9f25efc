import Foundation
import InboxCore

extension UIState {
  /// Gives an answer to the part of the screen that asked.
  mutating func receive(_ answer: AnsweredRequest, at now: Date) -> [Effect] {
    switch answer {
    case .rows(let request, let snapshot): return receive(snapshot, of: request, at: now)
    case .arrivals(let query, let messages):
      let (stack, layout) = (stack, listLayout)
      return alerts.receive(
        messages, of: query, inThread: stack.list.isOfThread,
        isInSight: { stack.isInSight($0, in: layout) }, in: partContext(at: now))
    case .fetched(let request, let messages): return receive(messages, of: request, at: now)
    case .found(let seek, let number): return found(number, by: seek, at: now)
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
    case .countedGroups(let request, let counts):
      listCounts.groups.receive(counts, of: request.groups, in: request.query, at: now)
    case .ranked(let request, let rank): return receive(rank, of: request)
    case .changed(let request, let outcome): return receive(outcome, of: request, at: now)
    case .purged(_, let outcome): return receivePurge(outcome, at: now)
    case .stepped(let step, let outcome): return stepped(step, outcome, at: now)
    case .steps(let steps):
      guard !steps.isEmpty else {
        showStatus(.notStepped(.undo, left: 0, after: 0, key: nil), at: now)
        break
      }
      menu = .steps(steps, in: partContext(at: now))
    case .settled: return settled()
    case .link(let link): return link.map { follow($0, at: now) } ?? []
    case .chosen(let request, let outcome):
      let row = list.snapshot.rows.first { $0.number == request.number } ?? readerRow
      let isQuestion = row?.number == request.number && row?.question != nil
      return take(request.reply(to: outcome, isQuestion: isQuestion), at: now)
    case .rendered(let rendering, let content): receive(content, of: rendering)
    case .decided(let request, let left): return run(left, of: request.taps, at: now)
    case .copied(let request, let tool): showCopied(request.text, by: tool, at: now)
    case .saved(let request, let outcome): return take(request.reply(to: outcome), at: now)
    case .muted(let request):
      showStatus(request.change.status(of: request.subject, in: partContext(at: now)), at: now)
    case .theme(let request, let theme):
      guard menu?.selectedItem?.choice == .theme(request.name) else { break }
      environment.preview(theme)
      layOut()
    case .picture(let request, let picture):
      let status = pictures.receive(
        picture, of: request, for: &stack.reader, in: areas, keymap: keymap)
      if let status { showStatus(status, at: now) }
    case .themes(let names): environment.themeNames = names
    case .inboxes(let request, let inboxes):
      return take(session.receive(inboxes, for: request, in: environment), at: now)
    case .openedInbox(let request): return switchInbox(to: request.name, at: now)
    case .releasedInput: return takeReleased(at: now)
    case .launched(let launch, let outcome): return receive(outcome, of: launch, at: now)
    case .copiedByTerminal(let text): showCopied(text, by: "the terminal", at: now)
    }
    return []
  }

  /// Tells why a request has failed, and ends the wait of the part that asked.
  mutating func fail(_ effect: Effect, _ reason: String, at now: Date) -> [Effect] {
    if case .pane(.picture(let request)) = effect {
      let isAsked = pictures.fail(request, for: &stack.reader, in: areas)
      if isAsked { showStatus(.failure(reason), at: now) }
      return []
    }
    if case .perform(let request) = effect { changeEnded(request) }
    if case .host(.launch(let launch)) = effect { abandon(launch) }
    for place in stack.lists.indices { stack.lists[place].dropEndedChanges() }
    showStatus(.failure(reason), at: now)
    switch effect {
    case .find(let lookup): fail(lookup, at: now)
    case .settle:
      // What the clock has moved is read without the store's help.
      session.settling.fail(at: now)
      return reread()
    case .fetch(let request): failFetch(request)
    case .pane(let request): fail(request, at: now)
    case .read(let request): failRows(of: request.query, at: now)
    case .step:
      interaction.awaitedStep = nil
      dropTypeAhead(at: now)
    case .arrivals, .perform, .purge, .listSteps, .claimLink, .answer, .render, .host: break
    }
    return []
  }

  /// Shows which match the cursor is on: beside the line, else in the status line.
  private mutating func receive(_ tally: MatchTally?, of request: TallyMatch, at now: Date) {
    guard let tally, !prompting.receive(tally, of: request), screen.isList, prompt == nil,
      let text = list.status(of: tally, for: request, after: status?.content)
    else { return }
    showStatus(text, at: now)
  }

  private mutating func fail(_ lookup: Lookup, at now: Date) {
    switch lookup {
    case .row(let seek): failSeek(seek, at: now)
    case .early(let request): prompting.fail(request.seek)
    case .typed(let request): prompting.fail(request.seek)
    case .tally: break
    case .titles(let search): _ = take(prompting.failTitles(of: search), at: now)
    case .rank(let request): failRank(request)
    case .count(let request): failCount(request)
    case .counts: listCounts.tabs.fail(at: now)
    case .groups: listCounts.groups.fail(at: now)
    }
  }

  private mutating func fail(_ request: PaneRequest, at now: Date) {
    if request == session.configurationRequest { session.configurationRequest = nil }
    guard request == session.inboxRequest else { return }
    (session.inboxRequest, session.awaitedAlert) = (nil, nil)
    dropTypeAhead(at: now)
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
