import Foundation
import InboxCore
import InboxText

extension UIState {
  /// Shows why a request failed, and ends the wait of its part.
  mutating func fail(_ effect: Effect, _ reason: String) {
    if case .pane(.picture(let request)) = effect, !request.fail(in: &self) { return }
    showStatus(.failure(reason))
    switch effect {
    case .store(let any): any.request.fail(in: &self)
    case .pane(let request): fail(request)
    case .host(.launch(let launch)): openings.abandon(launch, on: &stack)
    case .host: break
    }
    for place in stack.lists.indices { stack.lists[place].pending.dropEnded() }
    take(stack.goBack(from: effect, in: listLayout))
  }

  private mutating func fail(_ request: PaneRequest) {
    if request == session.configurationRequest { session.configurationRequest = nil }
    guard request == session.inboxRequest else { return }
    (session.inboxRequest, session.awaitedAlert) = (nil, nil)
    dropTypeAhead()
  }

  /// Shows the progress of a bulk change; small changes show none.
  ///
  /// It runs in the background, so keys work meanwhile; it cannot be cancelled, as it is a single
  /// undo step.
  mutating func showProgress(of effect: Effect, _ progress: BulkProgress) {
    guard progress.total >= BulkProgress.step, let doing = effect.doing else { return }
    let percent = progress.done * 100 / progress.total
    showStatus(.progress(doing, total: progress.total, percent: percent))
  }

  // MARK: - Copied texts

  /// Shows the copied text, and the tool that copied it.
  mutating func showCopied(_ text: String, by way: String) {
    let lines = text.split(separator: "\n").count { $0.contains { !$0.isWhitespace } }
    let start = TextLayout.truncate(TextLayout.oneLine(text, columns: 60), columns: 60)
    let links = interaction.isChoosingLink ? min(reader?.links.count ?? 0, 9) : 0
    let isInstead = openings.takeIsInstead()
    showStatus(.copied(start, lines: lines, by: way, isInstead: isInstead, links: links))
  }

  /// Copies a link by its digit, right after the text was copied; false for other keys.
  mutating func copiesLink(by key: Key) -> Bool {
    defer { interaction.isChoosingLink = false }
    guard interaction.isChoosingLink, context == .reader, case .character(let character) = key,
      let number = character.wholeNumberValue, let links = reader?.links,
      links.indices.contains(number - 1)
    else { return false }
    effects.append(CopyText(text: links[number - 1], choice: preferences.clipboard).effect)
    return true
  }

  // MARK: - Waiting for answers

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
  mutating func dropTypeAhead() {
    let count = interaction.typeAhead.drop()
    guard count > 0 else { return }
    showStatus(.keysDropped(count, after: status?.content))
  }
}
