import Foundation
package import InboxCore
import InboxSettings
package import InboxTOML

/// The alert settings that apply without a screen: those of the desktop.
package struct AlertSettings: TOMLRoot, Hashable {
  /// The policy, without desktop alerts by default.
  package var policy = AlertPolicy()

  /// Makes the default settings.
  package init() {}

  /// These settings alone; the screen checks the complete section.
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
    let priorities = Priority.allCases.map(\.name) + ["none"]
    if let name = reader.choice(at: key("quiet_priority"), from: priorities) {
      policy.quiet(below: name)
    }
    policy.rules = reader.tables(at: key("rules")) { reader, rule in
      AlertRule(
        filter: reader.filter(at: rule.appending(key: "filter")) ?? .all,
        desktop: reader.choice(at: rule.appending(key: "desktop"), of: Alerts.Desktop.self))
    }
    settings.policy = policy
  }
}

extension UserEnvironment {
  /// The policy of desktop alerts: the section of alerts, then the rules.
  package var alertPolicy: AlertPolicy {
    var policy = file.read(by: AlertSettings.table).values.policy
    policy.rules += rules.compactMap(\.alertRule)
    return policy
  }
}
