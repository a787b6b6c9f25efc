import Foundation
import InboxCore

/// One presentation of a pane on a screen, recorded as a metric and a target of deep links.
struct PresentationSession {
  private let performer: EffectPerformer
  private let startedAt: Date
  private var usedAt: Date

  /// Begins a presentation.
  init(on performer: EffectPerformer, at now: Date) {
    self.performer = performer
    (startedAt, usedAt) = (now, now)
    performer.write { inbox, _ in try inbox.at(now).record(.presented) }
    performer.write { try $0.register($1) }
  }

  /// Registers use, at most once a second, so that deep links find the screen used last.
  mutating func registerScreen(at now: Date) {
    guard abs(now.timeIntervalSince(usedAt)) >= 1 else { return }
    usedAt = now
    performer.write { try $0.register($1) }
  }

  /// Ends the session; deep links no longer wait for it.
  func end(at now: Date) {
    let seconds = now.timeIntervalSince(startedAt)
    performer.write { inbox, _ in try inbox.at(now).record(.dismissed(seconds: seconds)) }
    performer.write { try $0.unregister($1) }
  }
}
