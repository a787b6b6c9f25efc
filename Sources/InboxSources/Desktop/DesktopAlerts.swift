package import InboxCore
package import InboxSettings

/// Alerts for new messages on the desktop, shown by its notification daemon.
///
/// It runs as a source, so that it is supervised and has a state, but it receives nothing.
package struct DesktopAlerts: NotificationSource {
  private let bus: String
  private let policy: AlertPolicy
  private let program: DesktopProgram
  private let terminal: ScreenTerminal

  /// The alerts for settings; none if no message alerts over D-Bus.
  ///
  /// As the desktop's own daemon it would only notify itself.
  ///
  /// - Parameters:
  ///   - settings: The settings of the desktop.
  ///   - policy: Which messages alert.
  ///   - program: This program.
  ///   - screen: The command that opens a screen.
  /// - Returns: One source, or none.
  package static func sources(
    _ settings: ReceivingSettings, by policy: AlertPolicy, as program: DesktopProgram,
    opening screen: [String]
  ) -> [DesktopAlerts] {
    let isAsked =
      policy.default.desktop == .dbus || policy.rules.contains { $0.desktop == .dbus }
    guard isAsked, settings.desktop.receiving != .server else { return [] }
    let terminal = ScreenTerminal(words: settings.desktop.terminal, screen: screen)
    return [
      DesktopAlerts(
        bus: settings.desktop.bus, policy: policy, program: program, terminal: terminal)
    ]
  }

  package var name: String { "\(NotifyCall.sourceRoot)/alerts" }

  package func run(in context: SourceContext) async throws {
    try await BusLoop.run(
      on: try BusAddress.find(bus), in: context,
      following: AlertSender.arrivals.union(AlertSender.endings)
    ) { [policy, program, terminal] in
      try AlertSender(on: $0, in: context, by: policy, as: program, terminal)
    }
  }
}
