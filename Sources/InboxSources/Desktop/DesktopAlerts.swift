package import InboxCore
package import InboxSettings

/// What a desktop is told of new messages, by its own notification daemon.
///
/// It is run as a source is, so that it is kept going and its state is told; nothing comes in by it.
package struct DesktopAlerts: NotificationSource {
  private let bus: String
  private let policy: AlertPolicy
  private let program: DesktopProgram

  /// The alerts that settings ask for; none when no message alerts by this way.
  ///
  /// A daemon that is in the desktop's place would only tell itself.
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
