import Foundation
import InboxSystem
import InboxUI

extension InboxPane {
  /// Does what is due, also what has become so by a clock that was set.
  func takeClock(isReadable: Bool) {
    let now = now()
    let isDue = isReadable || clock.isDue(at: now)
    if isDue { clock.take() }
    if isDue || state.nextDeadline(at: now).map({ $0 <= now }) ?? false {
      takeZone()
      handle(.tick)
    }
    clock.wake(at: state.nextDeadline(at: now), now: now)
  }

  /// Tells moments by the clock of where the machine is by now: people who travel take it along.
  func takeZone() {
    guard let zone = settings?.zone, zone != state.zone else { return }
    state.zone = zone
    drawn = nil
  }
}
