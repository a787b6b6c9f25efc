public import Foundation

/// What a message raises when it arrives: a banner, a sound, a desktop alert, or nothing.
///
/// Silent messages raise nothing whatever the rules say.
public struct AlertPolicy: Sendable, Hashable {
  /// What a message raises that no rule speaks of.
  public var `default`: Alerts
  /// Exceptions; all that match apply in order, so that the last one decides.
  public var rules: [AlertRule]
  /// Whether the number of unread messages stands in the terminal's title.
  public var showsBadge: Bool
  /// Seconds for which a banner is shown.
  public var bannerSeconds: Double
  /// Whether only what is urgent comes through, at any hour.
  public var isQuiet: Bool
  /// The hours in which only what is urgent comes through.
  public var quietHours: QuietHours?
  /// The least priority that comes through in quiet; nil lets nothing through.
  public var quietPriority: Priority?

  /// Makes a policy; the defaults are those of the program.
  public init(
    default base: Alerts = Alerts(), rules: [AlertRule] = [], showsBadge: Bool = true,
    bannerSeconds: Double = 8, isQuiet: Bool = false, quietHours: QuietHours? = nil,
    quietPriority: Priority? = .max
  ) {
    self.default = base
    self.rules = rules
    self.showsBadge = showsBadge
    self.bannerSeconds = bannerSeconds
    self.isQuiet = isQuiet
    self.quietHours = quietHours
    self.quietPriority = quietPriority
  }

  /// Whether only what is urgent comes through at a moment.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - zone: Where the clock of the quiet hours stands.
  ///   - choice: What somebody chose by hand, which wins; nil leaves it to the policy.
  /// - Returns: Whether it is quiet.
  public func isQuiet(at now: Date, in zone: TimeZone, choice: Bool? = nil) -> Bool {
    choice ?? (isQuiet || quietHours?.contains(now, in: zone) ?? false)
  }

  /// What a message raises.
  ///
  /// - Parameters:
  ///   - arrival: The message.
  ///   - isQuiet: Whether only what is urgent comes through, from ``isQuiet(at:in:choice:)``.
  /// - Returns: Its alerts, ``Alerts/none`` when there are none.
  public func alerts(for arrival: Arrival, isQuiet: Bool) -> Alerts {
    guard arrival.delivery != .inbox else { return .none }
    if isQuiet {
      guard let quietPriority, arrival.priority >= quietPriority else { return .none }
    }
    var alerts = `default`
    for rule in rules where rule.matches(arrival) { rule.change(&alerts) }
    return alerts
  }
}
