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

  /// Makes the default settings.
  package init() {}

  /// One row for each setting.
  package static let rows: [TOMLRow<DesktopSettings>] = [
    .choice(
      "desktop.receive", \.receiving,
      "how notifications of the desktop come in: as its daemon, or beside the one it has"),
    .text("desktop.bus", \.bus, "address of the bus; empty is that of the session"),
  ]
}
