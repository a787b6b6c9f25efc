import Foundation
import InboxCore
import InboxUI

extension InboxPane {
  /// Lets the state take an event in, and does what it then asks for.
  func handle(_ event: Event) {
    drawn = nil
    let now = now()
    state.update(event, at: now).forEach { perform($0, at: now) }
  }

  func perform(_ effect: Effect, at now: Date) {
    if let answer = performer.answer(effect, at: now, isShown: visit != nil) {
      return handle(answer)
    }
    switch effect {
    // What nobody looks at goes nowhere.
    case .takeLink where visit == nil: break
    case .tap(let taps): handle(.finished(effect, .left(taps.compactMap(decide))))
    case .launch(let launch): requests.append(.launch(launch))
    case .copy(let text, let choice): copy(text, choice)
    case .program(.quit): requests.append(.quit)
    case .program(.ring): requests.append(.ring)
    case .program(.notify(let notice)): requests.append(.notify(notice))
    case .program(.redraw): requests.append(.redraw)
    case .program(.listInboxes(let counting)): switcher?.list(counting: counting, at: now)
    case .program(.openInbox(let name)): switcher?.open(name)
    case .program(.useTheme(let name)): if let settings { handle(settings.load(theme: name)) }
    case .program(.listThemes): tellThemes()
    case .program(.reloadConfiguration): reload()
    default: performer.start(effect, at: now)
    }
  }

  /// Reads the person's files anew, and where the clock hangs.
  private func reload() {
    guard let settings else { return }
    let event = settings.load()
    takeZone()
    handle(event)
  }

  private func tellThemes() {
    guard let settings else { return }
    handle(.finished(.program(.listThemes), .themes(settings.themeNames)))
  }
}
