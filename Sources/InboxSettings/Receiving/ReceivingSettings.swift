package import InboxTOML

/// The settings of the daemon's sources.
package struct ReceivingSettings: TOMLRoot, Hashable {
  /// Receiving by HTTP.
  package var http = HTTPSettings()
  /// Receiving mail by SMTP.
  package var smtp = SMTPSettings()
  /// The webhooks.
  package var webhooks: [WebhookSettings] = []
  /// The ntfy servers.
  package var ntfy: [NtfySettings] = []
  /// The programs whose output becomes messages.
  package var commands: [CommandSettings] = []
  /// The actions that run commands or send requests.
  package var actions = ActionSettings()
  /// The desktop notifications.
  package var desktop = DesktopSettings()
  /// The exchange with other machines.
  package var exchange = ExchangeSettings()

  /// Makes the default settings.
  package init() {}

  /// One row for each setting.
  package static let rows: [TOMLRow<ReceivingSettings>] =
    networkRows
    + [WebhookSettings.row, NtfySettings.row, CommandSettings.row, ActionSettings.row]
    + DesktopSettings.rows.map { $0.lifted(to: \.desktop) }
    + ExchangeSettings.rows.map { $0.lifted(to: \.exchange) }

  /// The rows of the listeners.
  private static let networkRows: [TOMLRow<ReceivingSettings>] =
    HTTPSettings.rows.map { $0.lifted(to: \.http) }
    + SMTPSettings.rows.map { $0.lifted(to: \.smtp) }

  /// The table of these settings; other settings of the file are ignored.
  package static let table = TOMLTable(rows, isWhole: false)
}
