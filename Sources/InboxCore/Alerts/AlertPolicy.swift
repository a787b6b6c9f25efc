package import Foundation

/// A policy for alerts: a default, exceptions and quiet hours.
///
/// Silent messages never alert, whatever the rules say.
public struct AlertPolicy: Sendable, Hashable {
  /// The alerts of a message that no rule matches.
  package var `default`: Alerts
  /// Exceptions; all that match apply in order, so that the last one decides.
  package var rules: [AlertRule]
  /// Whether the terminal's title shows the number of unread messages.
  package var showsBadge = true
  /// Seconds for which a banner is shown.
  package var bannerSeconds: Double
  /// Do not disturb: only urgent messages alert, at any hour.
  public var isQuiet: Bool
  /// The hours in which only urgent messages alert.
  package var quietHours: QuietHours?
  /// The lowest priority that alerts in quiet hours; nil mutes all.
  package var quietPriority: Priority?

  /// Creates a policy; by default every message that is not silent shows a banner.
  ///
  /// - Parameters:
  ///   - base: The alerts of a message that no rule matches.
  ///   - rules: Exceptions; all that match apply in order, so that the last one decides.
  ///   - bannerSeconds: Seconds for which a banner is shown.
  ///   - isQuiet: Do not disturb: only urgent messages alert, at any hour.
  ///   - quietHours: The hours in which only urgent messages alert.
  ///   - quietPriority: The lowest priority that alerts in quiet hours; nil mutes all.
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

  /// Sets the lowest priority that alerts in quiet hours by its name; `none` mutes all.
  package mutating func quiet(below name: String) {
    quietPriority = name == "none" ? nil : Priority(parsing: name)
  }

  /// Whether only urgent messages alert at a time.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - zone: The time zone of the quiet hours.
  ///   - choice: The user's manual choice, which overrides the policy; nil for none.
  /// - Returns: Whether it is quiet.
  package func isQuiet(at now: Date, in zone: TimeZone, choice: Bool? = nil) -> Bool {
    choice ?? (isQuiet || quietHours?.contains(now, in: zone) ?? false)
  }

  /// The alerts of an arriving message.
  ///
  /// - Parameters:
  ///   - message: The message that has arrived.
  ///   - isQuiet: Whether only urgent messages alert, from ``isQuiet(at:in:choice:)``.
  ///   - now: The time at which the rules' filters are evaluated.
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

/// An exception to the default alerts: a filter and the alerts that it overrides.
///
/// ```swift
/// AlertRule(filter: MessageFilter([.init(.source("ci/*"))]), banner: false)
/// ```
public struct AlertRule: Sendable, Hashable {
  /// The messages that the rule matches; an alert-only message counts as listed.
  package var filter: MessageFilter
  /// Whether a banner is shown; nil leaves it unchanged.
  package var banner: Bool?
  /// When the bell rings; nil leaves it unchanged.
  package var sound: Alerts.Sound?
  /// How the desktop is notified; nil leaves it unchanged.
  package var desktop: Alerts.Desktop?

  /// Creates a rule; without a filter it matches every message.
  ///
  /// - Parameters:
  ///   - filter: The messages that the rule matches; an alert-only message counts as listed.
  ///   - banner: Whether a banner is shown; nil leaves it unchanged.
  ///   - sound: When the bell rings; nil leaves it unchanged.
  ///   - desktop: How the desktop is notified; nil leaves it unchanged.
  public init(
    filter: MessageFilter = .all, banner: Bool? = nil, sound: Alerts.Sound? = nil,
    desktop: Alerts.Desktop? = nil
  ) {
    (self.filter, self.banner, self.sound, self.desktop) = (filter, banner, sound, desktop)
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

/// The alerts of a message: banner, sound and desktop notification.
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
    /// Never.
    case off
    /// By the sequence that the terminal is known to support.
    case auto
    /// By OSC 9: one text; iTerm2, Windows Terminal and others.
    case osc9
    /// By OSC 777: title and text; rxvt, foot, WezTerm, Ghostty.
    case osc777
    /// By OSC 99: title and text; kitty.
    case osc99
    /// By the receiving daemon over D-Bus, even while no screen is open.
    case dbus

    /// Whether an open screen notifies through its terminal.
    package var isOfTerminal: Bool { self != .off && self != .dbus }
  }

  /// Whether a banner is shown.
  public var banner: Bool
  /// When the bell rings.
  public var sound: Sound
  /// How the desktop is notified.
  public var desktop: Desktop

  /// Creates alerts; by default a banner, and the bell for messages that carry a sound.
  public init(banner: Bool = true, sound: Sound = .sent, desktop: Desktop = .off) {
    (self.banner, self.sound, self.desktop) = (banner, sound, desktop)
  }

  /// No alert.
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
