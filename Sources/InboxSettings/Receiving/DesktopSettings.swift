package import InboxTOML

/// What the configuration says of the notifications of a desktop.
package struct DesktopSettings: TOMLRoot, Hashable {
  /// How notifications of the desktop come in.
  package enum Receiving: String, Sendable, Hashable, CaseIterable {
    /// They do not.
    case off
    /// In the place of the desktop's notification daemon.
    case server
    /// Beside that daemon: what it is sent is copied.
    case monitor
  }

  /// How notifications come in.
  package var receiving = Receiving.off
  /// The address of the bus; empty is that of the session.
  package var bus = ""

  /// Makes the settings of a file that says nothing.
  package init() {}

  /// One row for each setting.
  package static let rows: [TOMLRow<DesktopSettings>] = [
    .choice(
      "desktop.receive", \.receiving,
      "how notifications of the desktop come in: as its daemon, or beside the one it has"),
    .text("desktop.bus", \.bus, "address of the bus; empty is that of the session"),
  ]
}
