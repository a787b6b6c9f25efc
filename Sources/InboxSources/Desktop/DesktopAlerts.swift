package import InboxCore
package import InboxSettings

/// Alerts for new messages on the desktop, shown by its notification daemon.
///
/// It runs as a source, so that it is supervised and has a state, but it receives nothing.
package struct DesktopAlerts: NotificationSource {
  private let bus: String
  private let policy: AlertPolicy
  private let program: DesktopProgram

  /// The alerts for settings; none if no message alerts over D-Bus.
  ///
  /// As the desktop's own daemon it would only notify itself.
  package static func sources(
    _ settings: ReceivingSettings, by policy: AlertPolicy, as program: DesktopProgram
  ) -> [DesktopAlerts] {
    let isAsked =
      policy.default.desktop == .dbus || policy.rules.contains { $0.desktop == .dbus }
    guard isAsked, settings.desktop.receiving != .server else { return [] }
    return [DesktopAlerts(bus: settings.desktop.bus, policy: policy, program: program)]
  }

  package var name: String { "\(NotifyCall.sourceRoot)/alerts" }

  package func run(in context: SourceContext) async throws {
    try await BusLoop.run(
      on: try BusAddress.find(bus), in: context,
      following: AlertSender.arrivals.union(AlertSender.endings)
    ) { [policy, program] in
      try AlertSender(on: $0, in: context, by: policy, as: program)
    }
  }
}
