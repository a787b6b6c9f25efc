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
  }

  /// Whether a banner is shown.
  public var banner: Bool
  /// When the bell rings.
  public var sound: Sound
  /// How the desktop is notified.
  public var desktop: Desktop

  /// Makes a choice; the defaults are those of the program.
  public init(banner: Bool = true, sound: Sound = .sent, desktop: Desktop = .off) {
    self.banner = banner
    self.sound = sound
    self.desktop = desktop
  }

  /// Nothing at all.
  public static let none = Alerts(banner: false, sound: .off, desktop: .off)

  /// Whether the bell rings for a message.
  public func rings(for arrival: Arrival) -> Bool {
    switch sound {
    case .off: false
    case .sent: arrival.sound != nil
    case .always: true
    }
  }
}
