package import InboxTOML

/// The settings of desktop notifications.
package struct DesktopSettings: TOMLRoot, Hashable {
  /// How desktop notifications are received.
  package enum Receiving: String, Sendable, Hashable, CaseIterable {
    /// They are not received.
    case off
    /// As the desktop's notification daemon.
    case server
    /// By copying what that daemon receives.
    case monitor
  }

  /// How notifications are received.
  package var receiving = Receiving.off
  /// The address of the bus; empty for the session bus.
  package var bus = ""
  /// The terminal that opens for an alert while no screen is open, with the words before the
  /// program; empty to find one.
  package var terminal: [String] = []

  /// Makes the default settings.
  package init() {}

  /// One row for each setting.
  package static let rows: [TOMLRow<DesktopSettings>] = [
    .choice(
      "desktop.receive", \.receiving,
      "how desktop notifications are received: as their server, or by monitoring another"),
    .text("desktop.bus", \.bus, "bus address; empty: the session bus"),
    TOMLRow(
      "desktop.terminal", type: "command", default: "[]",
      "terminal to open when an alert is clicked and no screen is open, such as [\"kitty\"]; "
        + "default: xdg-terminal-exec, else $TERMINAL"
    ) { reader, path, settings in
      if let words = reader.optionalCommand(at: path) { settings.terminal = words }
    },
  ]
}
