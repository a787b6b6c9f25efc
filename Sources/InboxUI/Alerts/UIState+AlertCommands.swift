import Foundation
import InboxCore

extension UIState {
  /// Does what a command about alerts means; nil when it is about something else.
  mutating func performAlertCommand(_ command: Command, at now: Date) -> [Effect]? {
    switch command {
    case .goToAlert: return goToAlert(at: now)
    case .toggleDoNotDisturb: return toggleDoNotDisturb(at: now)
    default: return nil
    }
  }

  private mutating func goToAlert(at now: Date) -> [Effect] {
    guard let number = alerts.banner?.arrival.number ?? alerts.latest else {
      tell("No message has alerted since the screen was opened.", at: now)
      return []
    }
    alerts.banner = nil
    return go(to: .message(number), by: .alert, at: now)
  }

  private mutating func toggleDoNotDisturb(at now: Date) -> [Effect] {
    let isQuiet = !isQuiet(at: now)
    alerts.quietChoice = isQuiet
    tell(isQuiet ? quietText : "Do not disturb is off: messages alert again.", at: now)
    return []
  }

  private var quietText: String {
    guard let priority = preferences.alerts.quietPriority else {
      return "Do not disturb is on: nothing alerts."
    }
    let range = priority == .max ? priority.name : "\(priority.name) and above"
    return "Do not disturb is on: only priority \(range) alerts."
  }
}
