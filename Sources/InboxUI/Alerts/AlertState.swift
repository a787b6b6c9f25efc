import Foundation
import InboxCore

/// A message and the alerts that it raises.
struct RaisedAlert: Sendable, Hashable {
  var message: Message
  var alerts: Alerts

  var rings: Bool { alerts.rings(for: message) }
}

/// What the screen knows of alerts: the banner, what waits to be announced, what was chosen by hand.
struct AlertState: Sendable, Hashable {
  /// Seconds in which the bell rings once and the desktop is notified once, however much arrives.
  static let pause = 1.0

  /// What is shown over the top bar.
  var banner: Banner?
  /// Whether to be quiet, as chosen for this session; nil leaves it to the policy.
  var quietChoice: Bool?
  /// The message that was alerted of last.
  var latest: MessageNumber?

  /// What the bell and the desktop have not announced yet.
  var waiting: [RaisedAlert] = []
  /// Until when they announce nothing more.
  var pausedUntil: Date?
  /// Up to which moment it is known what the clock has brought; nil before anything was read.
  var dueThrough: Date?
  /// When the clock brings or takes something next.
  var nextDue: Date?

  /// Nothing has happened yet.
  init() {}
}
