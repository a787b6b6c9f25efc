package import Foundation

/// A policy for alerts: a default, exceptions and quiet hours.
///
/// Silent messages raise nothing whatever the rules say.
public struct AlertPolicy: Sendable, Hashable {
  /// What a message raises that no rule matches.
  package var `default`: Alerts
  /// Exceptions; all that match apply in order, so that the last one decides.
  package var rules: [AlertRule]
  /// Whether the number of unread messages stands in the terminal's title.
  package var showsBadge = true
  /// Seconds for which a banner is shown.
  package var bannerSeconds: Double
  /// Do not disturb: whether only urgent messages alert, at any hour.
  public var isQuiet: Bool
  /// The hours in which only urgent messages alert.
  package var quietHours: QuietHours?
  /// The least priority that alerts in quiet; nil lets nothing alert.
  package var quietPriority: Priority?

  /// Makes a policy; by default every message that is not silent shows a banner.
  ///
  /// - Parameters:
  ///   - base: What a message raises that no rule matches.
  ///   - rules: Exceptions; all that match apply in order, so that the last one decides.
  ///   - bannerSeconds: Seconds for which a banner is shown.
  ///   - isQuiet: Do not disturb: whether only urgent messages alert, at any hour.
  ///   - quietHours: The hours in which only urgent messages alert.
  ///   - quietPriority: The least priority that alerts in quiet; nil lets nothing alert.
  public init(
    default base: Alerts = Alerts(), rules: [AlertRule] = [], bannerSeconds: Double = 8,
    isQuiet: Bool = false, quietHours: QuietHours? = nil, quietPriority: Priority? = .max
  ) {
    self.default = base
    self.rules = rules
    self.bannerSeconds = bannerSeconds
    self.isQuiet = isQuiet
    self.quietHours = quietHours
    self.quietPriority = quietPriority
  }

  /// Whether only urgent messages alert at a moment.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - zone: The time zone of the quiet hours.
  ///   - choice: What somebody chose by hand, which wins; nil leaves it to the policy.
  /// - Returns: Whether it is quiet.
  package func isQuiet(at now: Date, in zone: TimeZone, choice: Bool? = nil) -> Bool {
    choice ?? (isQuiet || quietHours?.contains(now, in: zone) ?? false)
  }

  /// The alerts that a message raises.
  ///
  /// - Parameters:
  ///   - message: The message that has arrived.
  ///   - isQuiet: Whether only urgent messages alert, from ``isQuiet(at:in:choice:)``.
  ///   - now: The moment at which the filters of the rules are asked.
  /// - Returns: Its alerts, ``Alerts/none`` when there are none.
  package func alerts(for message: Message, isQuiet: Bool, at now: Date) -> Alerts {
    guard message.delivery != .inbox else { return .none }
    if isQuiet {
      guard let quietPriority, message.priority >= quietPriority else { return .none }
    }
    var alerts = `default`
    for rule in rules where rule.matches(message, at: now) { rule.change(&alerts) }
    return alerts
  }
}

/// An exception from what messages raise: for which ones, and what is different.
///
/// ```swift
/// AlertRule(filter: MessageFilter([.init(.source("ci/*"))]), banner: false)
/// ```
public struct AlertRule: Sendable, Hashable {
  /// The messages that the rule is for; an alert-only message counts as if it were in the list.
  package var filter: MessageFilter
  /// Whether a banner is shown; nil leaves it as it is.
  package var banner: Bool?
  /// When the bell rings; nil leaves it as it is.
  package var sound: Alerts.Sound?
  /// How the desktop is notified; nil leaves it as it is.
  package var desktop: Alerts.Desktop?

  /// Makes a rule; without a filter it is for every message.
  ///
  /// - Parameters:
  ///   - filter: The messages that the rule is for; an alert-only message counts as if it were
  ///     in the list.
  ///   - banner: Whether a banner is shown; nil leaves it as it is.
  ///   - sound: When the bell rings; nil leaves it as it is.
  ///   - desktop: How the desktop is notified; nil leaves it as it is.
  public init(
    filter: MessageFilter = .all, banner: Bool? = nil, sound: Alerts.Sound? = nil,
    desktop: Alerts.Desktop? = nil
  ) {
    self.filter = filter
    self.banner = banner
    self.sound = sound
    self.desktop = desktop
  }

  fileprivate func matches(_ message: Message, at now: Date) -> Bool {
    var message = message
    message.delivery = .inboxAndAlert
    return filter.matches(message, at: now)
  }

  fileprivate func change(_ alerts: inout Alerts) {
    if let banner { alerts.banner = banner }
    if let sound { alerts.sound = sound }
    if let desktop { alerts.desktop = desktop }
  }
}

/// Which alerts a message raises.
public struct Alerts: Sendable, Hashable {
  /// When the bell of the terminal rings.
  public enum Sound: String, CaseIterable, Sendable, Hashable {
    /// Never.
    case off
    /// When the message carries a sound.
    case sent
    /// With each alert.
    case always
  }

  /// How the desktop around the terminal is notified.
  public enum Desktop: String, CaseIterable, Sendable, Hashable {
    /// It is not.
    case off
    /// In the way that the terminal is known to understand.
    case auto
    /// By OSC 9: one text; iTerm2, Windows Terminal and others.
    case osc9
    /// By OSC 777: title and text; rxvt, foot, WezTerm, Ghostty.
    case osc777
    /// By OSC 99: title and text; kitty.
    case osc99
    /// By the receiving daemon over D-Bus, whether a screen is open or not.
    case dbus

    /// Whether an open screen passes it to its terminal.
    package var isOfTerminal: Bool { self != .off && self != .dbus }
  }

  /// Whether a banner is shown.
  public var banner: Bool
  /// When the bell rings.
  public var sound: Sound
  /// How the desktop is notified.
  public var desktop: Desktop

  /// Makes a choice; by default a banner, and the bell for messages that carry a sound.
  public init(banner: Bool = true, sound: Sound = .sent, desktop: Desktop = .off) {
    self.banner = banner
    self.sound = sound
    self.desktop = desktop
  }

  /// Nothing at all.
  public static let none = Alerts(banner: false, sound: .off, desktop: .off)

  /// Whether the bell rings for a message.
  package func rings(for message: Message) -> Bool {
    switch sound {
    case .off: false
    case .sent: message.sound != nil
    case .always: true
    }
  }
}
