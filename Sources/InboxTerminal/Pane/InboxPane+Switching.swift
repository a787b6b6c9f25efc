import InboxCore
import InboxUI

extension InboxPane {
  /// Takes what the shelf has answered, then the keys that had to wait for it.
  func takeAnswers(of switcher: InboxSwitcher) {
    var hasFailed = false
    for answer in switcher.takeAnswers() {
      switch answer {
      case .told(let event):
        if case .answered(_, .failed) = event { hasFailed = true }
        handle(event)
      case .opened(let name, let inbox):
        hasFailed = !turn(to: inbox, named: name, by: switcher)
      }
    }
    guard !state.isAwaitingInbox else { return }
    let waiting = heldInput
    heldInput = []
    // What was typed for an inbox that does not open must not act on this one.
    if !hasFailed { waiting.forEach(receive) }
  }

  /// Shows another inbox from here on; what still runs on the one before answers to nobody.
  ///
  /// - Returns: False when it cannot be shown; that is reported.
  private func turn(to next: Inbox, named name: String, by switcher: InboxSwitcher) -> Bool {
    let effect = Effect.pane(.openInbox(name))
    do {
      let successor = try successor(on: next, named: name, of: switcher.shelf)
      let wasPresented = visit != nil
      hide()
      switcher.leave(ending)
      (inbox, performer, ownsInbox, watch) = (next, successor, next.path != nil, nil)
      handle(.answered(effect, .done))
      if wasPresented { presented() } else { listen() }
      return true
    } catch {
      next.closeUnlessInMemory()
      handle(.answered(effect, .failed(performer.describe(error))))
      return false
    }
  }

  private func successor(
    on next: Inbox, named name: String, of shelf: InboxCatalog
  ) throws -> EffectPerformer {
    let opening: EffectPerformer.Opening = { try shelf.open(name) }
    return try EffectPerformer(
      inbox: next, scope: performer.scope, opening: next.path == nil ? nil : opening,
      screen: performer.screen, describe: performer.describe)
  }

  /// Finishes what was asked of the present inbox; closes it where the pane has opened it.
  var ending: @Sendable () -> Void {
    let (ending, inbox, isOwned) = (performer.ending, inbox, ownsInbox)
    return {
      ending()
      if isOwned { inbox.closeUnlessInMemory() }
    }
  }
}
