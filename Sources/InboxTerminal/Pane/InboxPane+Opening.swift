import InboxCore
import InboxUI

extension InboxPane {
  /// Lets the host decide what opening does; nil when nothing is left to do.
  func decide(_ tap: Tap) -> Tap? {
    guard let onTap, let message = try? inbox.message(tap.number) else { return tap }
    switch onTap(message, tap) {
    case .standard: return tap
    case .handled: return nil
    case .instead(let behavior):
      var tap = tap
      tap.behavior = behavior
      return tap
    }
  }

  /// Sends a text the way that the person's choice means here.
  func copy(_ text: String, _ choice: ClipboardChoice) {
    do throws(ClipboardProblem) {
      switch try clipboard.way(for: choice) {
      case .tool(let words): performer.copy(text, choice, by: words)
      case .terminal:
        guard text.utf8.count <= OSC52.limit else { throw .tooLong(limit: OSC52.limit) }
        requests.append(.copy(text))
        handle(.finished(.copy(text, choice), .copied(by: "the terminal")))
      }
    } catch {
      handle(.finished(.copy(text, choice), .failed(error.message)))
    }
  }
}
