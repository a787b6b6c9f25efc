import Foundation
import InboxCore
import InboxUI

extension InboxPane {
  /// Lets the state take an event in, and performs the effects that it asks for.
  func handle(_ event: Event) {
    drawn = nil
    let now = now()
    state.update(event, at: now).forEach { perform($0, at: now) }
  }

  func perform(_ effect: Effect, at now: Date) {
    switch effect {
    case .pane(let request): perform(request, at: now)
    case .host(let request): requests.append(request)
    // A link goes to no screen that nobody looks at.
    case .takeLink where visit == nil: break
    default:
      guard let result = performer.answer(effect, at: now, isShown: visit != nil) else {
        return performer.start(effect, at: now)
      }
      handle(.answered(effect, result))
    }
  }

  private func perform(_ request: PaneRequest, at now: Date) {
    switch request {
    case .decide(let taps):
      handle(.answered(.pane(request), .remaining(taps.compactMap(decide))))
    case .copy(let text, let choice): copy(text, choice)
    case .listInboxes(let counting): switcher?.list(counting: counting, at: now)
    case .openInbox(let name): switcher?.open(name)
    case .listThemes:
      guard let settings else { return }
      handle(.answered(.pane(request), .themes(settings.themeNames)))
    case .useTheme(let name): configure(for: request) { $0.load(theme: name) }
    case .reloadConfiguration:
      configure(for: request) { settings in
        let event = settings.load()
        // The machine may have been taken to another zone since.
        takeZone()
        return event
      }
    }
  }

  /// Reads the person's files; a host has none, and its look and keys are its own.
  private func configure(for request: PaneRequest, _ load: (any PaneSettings) -> Event) {
    guard let settings else {
      let reason =
        "Look and keys are those of the program around the inbox; it has no files to read."
      return handle(.answered(.pane(request), .failed(reason)))
    }
    handle(load(settings))
  }
}

extension EffectResult {
  /// The same result, as the host reported it.
  init(_ result: HostResult) {
    switch result {
    case .done: self = .done
    case .noted(let text): self = .noted(text)
    case .failed(let reason): self = .failed(reason)
    }
  }
}
