package import InboxTOML

/// What the configuration says of the ways in, which the daemon keeps open.
package struct ReceivingSettings: TOMLRoot, Hashable {
  /// Receiving by HTTP.
  package var http = HTTPSettings()
  /// Receiving mails by SMTP.
  package var smtp = SMTPSettings()
  /// Services that send JSON by HTTP.
  package var webhooks: [WebhookSettings] = []
  /// Topics on servers of ntfy's that are read here.
  package var ntfy: [NtfySettings] = []
  /// Programs whose output becomes messages.
  package var commands: [CommandSettings] = []
  /// The notifications of the desktop.
  package var desktop = DesktopSettings()

  /// Makes the settings of a file that says nothing.
  package init() {}

  /// One row for each setting.
  package static let rows: [TOMLRow<ReceivingSettings>] =
    networkRows
    + [WebhookSettings.row, NtfySettings.row, CommandSettings.row]
    + DesktopSettings.rows.map { $0.lifted(to: \.desktop) }

  /// The rows of what listens.
  private static let networkRows: [TOMLRow<ReceivingSettings>] =
    HTTPSettings.rows.map { $0.lifted(to: \.http) }
    + SMTPSettings.rows.map { $0.lifted(to: \.smtp) }

  /// These settings alone, whatever else a file says.
  package static let table = TOMLTable(rows, isWhole: false)
}
