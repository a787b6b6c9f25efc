import Foundation
import InboxCore
import InboxUI

extension InboxPane {
  /// What is known of a visit: since when the pane is shown, and when its use was noted last.
  struct Visit {
    let began: Date
    var usedAt: Date?
  }

  /// The pane is on a screen: a visit begins, unless one goes on.
  func presented() {
    guard visit == nil else { return }
    visit = Visit(began: now())
    performer.record(.presented, at: now())
    noteUse()
    listen()
    // What was asked before the watch listens waits for whoever comes.
    perform(.takeLink, at: now())
  }

  /// A screen that is in use again may not be the one used last: that is found out now and then.
  func noteUse() {
    let now = now()
    guard let visit, visit.usedAt.map({ abs(now.timeIntervalSince($0)) >= 1 }) ?? true else {
      return
    }
    self.visit?.usedAt = now
    performer.noteUse()
  }

  /// Says that a host shows something else in its place: a visit ends, listening goes on.
  ///
  /// The next ``draw(into:)`` or ``present(launcher:)`` is another visit.
  public func hide() {
    guard let visit else { return }
    performer.record(.dismissed(seconds: now().timeIntervalSince(visit.began)), at: now())
    performer.forgetUse()
    self.visit = nil
  }
}
