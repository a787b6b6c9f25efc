import Foundation
import InboxCore

extension UIState {
  /// Lets the banner go and tells what has waited, when that is due.
  mutating func tickAlerts(at now: Date) -> [Effect] {
    let lifetime = preferences.alerts.bannerSeconds
    if let end = alerts.banner?.expiresAt, !end.isAhead(upTo: lifetime, at: now) {
      alerts.banner = nil
    }
    return raise(at: now)
  }

  /// When something about alerts changes by itself.
  func alertDeadlines(at now: Date) -> [Date] {
    let paused = alerts.waiting.isEmpty ? nil : alerts.pausedUntil
    let hours = alerts.quietChoice == nil ? preferences.alerts.quietHours : nil
    return [alerts.banner?.expiresAt, paused, hours?.nextChange(after: now, in: zone)]
      .compactMap(\.self)
  }
}
