public import Foundation
public import InboxCore

/// What the screen knows of alerts: the banner, what waits to be told, what was chosen by hand.
public struct AlertState: Sendable, Hashable {
  /// Seconds in which the bell rings once and the desktop is told once, however much arrives.
  public static let pause = 1.0

  /// What is shown over the top bar.
  public var banner: Banner?
  /// Whether to be quiet, as chosen for this session; nil leaves it to the policy.
  public var quietChoice: Bool?
  /// The message that was alerted of last.
  public var latest: MessageNumber?

  /// What the bell and the desktop have not been told yet.
  var waiting: [Arrival] = []
  /// Until when they are not told again.
  var pausedUntil: Date?
  /// Up to which moment it is known what the clock has brought; nil before anything was read.
  var dueThrough: Date?
  /// When the clock brings or takes something next.
  var nextDue: Date?

  /// Nothing has happened yet.
  public init() {}
}

/// The line that tells of the newest alert, for some seconds.
public struct Banner: Sendable, Hashable {
  /// The message that it shows.
  public var arrival: Arrival
  /// How many messages it stands for.
  public var count = 1
  /// Whether there were even more.
  public var isMore = false
  /// When it goes by itself.
  public var expiresAt: Date
}
