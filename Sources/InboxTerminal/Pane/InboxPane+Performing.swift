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
    case .tap(let taps): handle(.finished(effect, .remaining(taps.compactMap(decide))))
    case .launch(let launch): requests.append(.launch(launch))
    case .copy(let text, let choice): copy(text, choice)
    case .program(.quit): requests.append(.quit)
    case .program(.ring): requests.append(.ring)
    case .program(.notify(let notice)): requests.append(.notify(notice))
    case .program(.redraw): requests.append(.redraw)
    case .program(.listInboxes(let counting)): switcher?.list(counting: counting, at: now)
    case .program(.openInbox(let name)): switcher?.open(name)
    // Completion offers what there is.
    case .program(.listThemes) where settings == nil: break
    case .program(.useTheme), .program(.reloadConfiguration), .program(.listThemes):
      guard let settings else { return handle(.finished(effect, .failed(Self.looksAreTheHosts))) }
      perform(effect, by: settings)
    default: performer.start(effect, at: now)
    }
  }

  /// Why neither themes nor files are read.
  private static let looksAreTheHosts =
    "Look and keys are those of the program around the inbox; there are no files of it to read."

  /// Does what needs the person's files.
  private func perform(_ effect: Effect, by settings: any PaneSettings) {
    switch effect {
    case .program(.useTheme(let name)): handle(settings.load(theme: name))
    case .program(.listThemes): handle(.finished(effect, .themes(settings.themeNames)))
    default:
      let event = settings.load()
      // The machine may have been taken to another zone since.
      takeZone()
      handle(event)
    }
  }
}
