import InboxText

/// GitHub's security alerts: dependencies, code, secrets.
///
/// An alert folds by its number and ends when it is closed.
enum GitHubAlerts {
  static let events =
    dependabot + codeScanning + secretScanning + [
      on(
        "secret_scanning_alert_location",
        [
          "title": "Secret found in {/location/details/path|words:/location/type}: \(secretType)",
          "url": "{/alert/html_url|/repository/html_url}", "priority": "5",
          "categories": "security",
        ]),
      on(
        "secret_scanning_scan",
        ["title": "Secret scan{\" (\"words:/type\")\"} {words:/action}", "categories": "security"]),
      on("security_advisory", advisory("/security_advisory")),
      on("repository_advisory", advisory("/repository_advisory")),
      on(
        "repository_vulnerability_alert",
        [
          "title": "Vulnerability in {/alert/affected_package_name}: {words:/action}",
          "subtitle": "{/alert/severity} severity{\", fixed in \"/alert/fixed_in}",
          "body": "{/alert/external_identifier}{\", affected: \"/alert/affected_range}",
          "url": "{/alert/external_reference|/repository/html_url}",
          "priority": severity("/alert/severity"), "categories": "security",
        ]),
      on(
        "security_and_analysis",
        ["title": "Security settings of {/repository/full_name} changed", "categories": "security"]),
    ]

  private static func on(
    _ names: String, where conditions: KeyValuePairs<String, String> = [:],
    _ fields: [String: String]
  ) -> WebhookTemplate.Event {
    .named("{header:x-github-event}", names, where: conditions, fields)
  }

  /// An alert that is open, and the same when it is closed.
  private static func alert(
    _ name: String, closed: String, _ fields: [String: String]
  ) -> [WebhookTemplate.Event] {
    let key = "github/{/repository/full_name}/\(name)/{/alert/number}"
    let common = fields.merging([
      "url": "{/alert/html_url|/repository/html_url}", "categories": "security",
    ]) { own, _ in own }
    return [
      on(
        name, where: ["{/action}": closed],
        common.merging(["resolves": key, "priority": "2", "glyph": "✔"]) { $1 }),
      on(name, common.merging(["fold": key]) { $1 }),
    ]
  }

  private static func severity(_ place: String) -> String {
    "{\(place)|\"default\"}"
  }

  private static let dependabot = alert(
    "dependabot_alert", closed: "fixed|dismissed|auto_dismissed",
    [
      "title": "{/alert/dependency/package/name|/alert/security_vulnerability/package/name}"
        + "{\": \"/alert/security_advisory/summary}",
      "subtitle": "{/alert/security_advisory/severity} severity{\", \"words:/alert/state}"
        + "{\", \"/alert/dependency/manifest_path}"
        + "{\", fixed in \"/alert/security_vulnerability/first_patched_version/identifier}",
      "body": "{/alert/security_advisory/description}"
        + "{\"\n\n\"/alert/security_advisory/cve_id|/alert/security_advisory/ghsa_id}"
        + "{\"\nAffected: \"/alert/security_vulnerability/vulnerable_version_range}"
        + "{\"\n\"/alert/dismissed_comment}", "format": "markdown",
      "priority": severity("/alert/security_advisory/severity"),
    ])

  private static let rule = "/alert/rule"
  private static let location = "/alert/most_recent_instance/location"

  private static let codeScanning = alert(
    "code_scanning_alert", closed: "fixed|closed_by_user",
    [
      "title": "{\(rule)/description|\(rule)/name|\(rule)/id}",
      "subtitle": "{\(rule)/security_severity_level|\(rule)/severity} severity"
        + "{\", \"words:/alert/state|words:/alert/most_recent_instance/state}"
        + "{\", \"\(location)/path|/alert/instances/0/location/path}"
        + "{\":\"\(location)/start_line|/alert/instances/0/location/start_line}",
      "body": "{/alert/most_recent_instance/message/text|/alert/instances/0/message/text}"
        + "{\"\n\n\"\(rule)/full_description}{\"\n\n\"\(rule)/id}{\", \"/alert/tool/name}"
        + "{\", on \"ref:/ref}{\"\n\"/alert/dismissed_comment}",
      "priority": "{\(rule)/security_severity_level|\(rule)/severity|\"default\"}",
    ])

  private static let secretType =
    "{/alert/secret_type_display_name|words:/alert/secret_type|\"a secret\"}"

  private static let secretScanning = alert(
    "secret_scanning_alert", closed: "resolved",
    [
      "title": "Secret {/action?created=found,reopened=found again,publicly_leaked=leaked,"
        + "resolved=closed,revoked=revoked,assigned=assigned,changed}: \(secretType)",
      "subtitle": "{words:/alert/state}{\", \"words:/alert/resolution}"
        + "{\", \"words:/alert/validity}",
      "body": "{/alert/resolution_comment}", "priority": "5",
    ])

  private static func advisory(_ place: String) -> [String: String] {
    [
      "title": "{\(place)/summary|\(place)/ghsa_id}",
      "subtitle": "advisory {words:/action}{\", \"\(place)/severity\" severity\"}",
      "body": "{\(place)/description}{\"\n\n\"\(place)/cve_id|\(place)/ghsa_id}",
      "format": "markdown",
      "url": "{\(place)/html_url|\(place)/references/0/url|/repository/html_url}",
      "priority": severity("\(place)/severity"), "categories": "security",
    ]
  }
}
