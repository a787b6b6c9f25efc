/// An exception from what messages raise: for which ones, and what is different.
public struct AlertRule: Sendable, Hashable {
  /// A source's whole path, or with `/*` all below it, as in ``SourcePattern``; nil is any.
  public var source: String?
  /// A conversation; nil is any, or none.
  public var thread: String?
  /// The least priority; nil is any.
  public var priority: Priority?
  /// Whether a banner is shown; nil leaves it as it is.
  public var banner: Bool?
  /// When the bell rings; nil leaves it as it is.
  public var sound: Alerts.Sound?
  /// How the desktop is notified; nil leaves it as it is.
  public var desktop: Alerts.Desktop?

  /// Makes a rule; without conditions it speaks of every message.
  public init(
    source: String? = nil, thread: String? = nil, priority: Priority? = nil,
    banner: Bool? = nil, sound: Alerts.Sound? = nil, desktop: Alerts.Desktop? = nil
  ) {
    self.source = source
    self.thread = thread
    self.priority = priority
    self.banner = banner
    self.sound = sound
    self.desktop = desktop
  }

  /// Whether it speaks of a message.
  public func matches(_ arrival: Arrival) -> Bool {
    if let source, !SourcePattern(source).matches(arrival.source) { return false }
    if let thread, arrival.thread != thread { return false }
    if let priority, arrival.priority < priority { return false }
    return true
  }

  /// Changes what it says something about.
  func change(_ alerts: inout Alerts) {
    if let banner { alerts.banner = banner }
    if let sound { alerts.sound = sound }
    if let desktop { alerts.desktop = desktop }
  }
}
