import InboxCore
import InboxUI

extension InboxPane {
  /// Lets the host decide what opening does; nil when nothing is left to do.
  func decide(_ tap: Tap) -> Tap? {
    guard let onTap else { return tap }
    // What a host has not seen it may have refused.
    guard let message = try? inbox.message(tap.number) else {
      let problem = "Not opened: \(tap.number) cannot be read."
      handle(.answered(.pane(.decide([tap])), .failed(problem)))
      return nil
    }
    switch onTap(message, tap) {
    case .default: return tap
    case .handled: return nil
    case .perform(let behavior):
      var tap = tap
      tap.behavior = behavior
      return tap
    }
  }

  /// Sends a text the way that the person's choice means here.
  func copy(_ text: String, _ choice: ClipboardChoice) {
    do throws(ClipboardError) {
      switch try clipboard.way(for: choice) {
      case .tool(let words): performer.copy(text, choice, by: words)
      case .terminal:
        try OSC52.check(text)
        requests.append(.copy(text))
      }
    } catch {
      handle(.answered(.pane(.copy(text, choice)), .failed(error.message)))
    }
  }
}
