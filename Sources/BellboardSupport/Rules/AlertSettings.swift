import Foundation
package import InboxCore
import InboxSettings
package import InboxTOML

/// The settings of alerts as far as they matter without a screen: what the desktop is told.
package struct AlertSettings: TOMLRoot, Hashable {
  /// The policy, which tells the desktop of nothing unless the file says so.
  package var policy = AlertPolicy()

  /// Makes the settings of a file that says nothing.
  package init() {}

  /// These settings alone; the screen judges the whole section.
  package static let table = TOMLTable([row], isWhole: false)

  private static let row = TOMLRow<AlertSettings>(
    "alerts", type: "table", subkeys: .any, "what an arriving message raises"
  ) { reader, path, settings in
    let key = { (name: String) in path.appending(key: name) }
    var policy = AlertPolicy()
    policy.default.desktop =
      reader.choice(at: key("desktop"), of: Alerts.Desktop.self) ?? policy.default.desktop
    policy.isQuiet = reader.boolean(at: key("do_not_disturb")) ?? policy.isQuiet
    policy.quietHours = reader.string(at: key("quiet_hours")).flatMap { QuietHours($0) }
    if let name = reader.string(at: key("quiet_priority")) {
      policy.quietPriority = Priority(parsing: name)
    }
    if case .array(let rules) = reader.document.value(at: key("rules")) {
      policy.rules = rules.indices.map { index in
        let rule = key("rules").appending(index: index)
        return AlertRule(
          filter: reader.filter(at: rule.appending(key: "filter")) ?? .all,
          desktop: reader.choice(at: rule.appending(key: "desktop"), of: Alerts.Desktop.self))
      }
    }
    settings.policy = policy
  }
}

extension UserEnvironment {
  /// Which messages the desktop is told of: by the section of alerts, then by the rules.
  package var alertPolicy: AlertPolicy {
    var policy = file.read(by: AlertSettings.table).values.policy
    policy.rules += rules.compactMap(\.alertRule)
    return policy
  }
}
