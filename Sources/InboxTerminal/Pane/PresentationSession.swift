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
    performer.record(.presented, at: now)
    performer.registerScreen()
  }

  /// Registers use, at most once a second, so that deep links find the screen used last.
  mutating func registerScreen(at now: Date) {
    guard abs(now.timeIntervalSince(usedAt)) >= 1 else { return }
    usedAt = now
    performer.registerScreen()
  }

  /// Ends the session; deep links no longer wait for it.
  func end(at now: Date) {
    performer.record(.dismissed(seconds: now.timeIntervalSince(startedAt)), at: now)
    performer.unregisterScreen()
  }
}
