import InboxSettings
import InboxText

/// Events of monitoring systems: alerts that fire, fold and resolve.
extension WebhookTemplate {
  /// Prometheus' Alertmanager; each alert of a group is a message, identified by its fingerprint.
  static let alertmanager = WebhookTemplate(
    name: .alertmanager, each: "/alerts",
    events: alerts(key: "alertmanager/{/fingerprint}", url: "{/generatorURL|^/externalURL}"))

  /// Grafana's unified alerting, whose documents extend those of Alertmanager.
  ///
  /// Its own title and message are what a person wrote in the contact point.
  static let grafana = WebhookTemplate(
    name: .grafana, each: "/alerts",
    events: alerts(
      key: "grafana/{/fingerprint}",
      url: "{/panelURL|/dashboardURL|/generatorURL|^/externalURL}",
      more: "{\"\n\n\"fields:/values}{\"\n\n\"^/title}{\"\n\n\"^/message}"
    ).flatMap { event in
      [ofGrafana(event), event]
    })

  /// The alert that Grafana sends itself when a rule cannot be evaluated.
  private static func ofGrafana(_ event: Event) -> Event {
    var own = event
    own.conditions +=
      Event(["{/labels/alertname}": "DatasourceError|DatasourceNoData"], [:]).conditions
    own.fields["title"] = try? JSONTemplate(
      "{/labels/rulename|/annotations/summary|/labels/alertname}"
        + "{\": \"/labels/alertname?DatasourceError=data source error,DatasourceNoData=no data}")
    return own
  }

  private static let otherLabels = "!alertname!severity"

  private static func alerts(key: String, url: String, more: String = "") -> [Event] {
    let fields = [
      "title": "{/annotations/summary|/labels/rulename|/labels/alertname}",
      // What differs between the alerts of a group, else what the alert is about.
      "subtitle": "{values:/labels\(otherLabels)!^/commonLabels|values:/labels\(otherLabels)}",
      "body": "{/annotations/description|/annotations/message|fields:/labels\(otherLabels)}"
        + "{\"\n\n\"fields:/annotations!summary!description!message}" + more,
      "url": url, "image": "{/imageURL}", "thread": "{/labels/alertname}", "categories": "alert",
    ]
    return [
      Event(
        ["{/status}": "resolved"],
        fields.merging(["resolves": key, "priority": "2"]) { $1 }),
      // Reminders of old alerts are current, so the time of arrival is used, not that of the start.
      Event(
        [:],
        fields.merging([
          "fold": key, "priority": "{/labels/severity|/labels/priority|\"high\"}",
        ]) { $1 }),
    ]
  }

  /// Sentry's integrations: issues, metric alerts, and alerts on events.
  static let sentry = WebhookTemplate(
    name: .sentry, proof: .signature(headers: ["sentry-hook-signature"]),
    events: [
      Event(
        ["{header:sentry-hook-resource}": "issue", "{/action}": "resolved"],
        sentryIssue.merging(["resolves": sentryKey, "priority": "2"]) { $1 }),
      Event(
        ["{header:sentry-hook-resource}": "issue"],
        sentryIssue.merging(["fold": sentryKey, "priority": sentryLevel]) { $1 }),
      Event(["{header:sentry-hook-resource}": "installation"], [:]),
      Event(
        ["{/data/metric_alert/id|/data/metric_alert/title}": "", "{/data/description_title}": ""],
        [
          "title": "{/data/event/title|/event/title|/message}",
          "subtitle": "{/data/triggered_rule|/triggering_rules|/culprit}",
          "body": "{/data/event/message|/data/event/metadata/value}"
            + "{\"\n\n\"/data/event/location|/data/event/culprit|/culprit}"
            + "{\"\n\nEnvironment: \"/data/event/environment}",
          "url": "{/data/event/web_url|/data/event/issue_url|/url}",
          "fold": "sentry/{/data/event/issue_id|/id}", "priority": sentryLevel,
          "categories": "error", "tags": "{/project_slug|/data/event/project|/project}",
        ]),
      Event(
        ["{/action}": "resolved"],
        sentryMetric.merging([
          "resolves": "sentry/{/data/metric_alert/id}", "priority": "2", "glyph": "✔",
        ]) { $1 }),
      Event(
        [:],
        sentryMetric.merging([
          "fold": "sentry/{/data/metric_alert/id}", "priority": "{/action|\"high\"}",
        ]) { $1 }),
    ])

  private static let sentryKey = "sentry/{/data/issue/id}"
  private static let sentryLevel = "{/data/issue/level|/data/event/level|/level|\"high\"}"
  private static let sentryIssue = [
    "title": "{/data/issue/title}",
    "subtitle": "{/action}: {/data/issue/project/slug|/data/issue/project/name}"
      + "{\" · \"/data/issue/shortId}",
    "body": "{/data/issue/metadata/value}{\"\n\n\"/data/issue/culprit}",
    "url": "{/data/issue/web_url|/data/issue/permalink|/data/issue/url}", "categories": "error",
  ]
  private static let sentryMetric = [
    "title":
      "{/data/metric_alert/title|/data/metric_alert/alert_rule/name|/data/description_title}",
    "body": "{/data/description_title}{\"\n\n\"/data/description_text}",
    "url": "{/data/web_url|/data/metric_alert/web_url}", "categories": "error",
  ]

  /// Uptime Kuma: a monitor that went down (0) or came up (1).
  static let uptimeKuma = WebhookTemplate(
    name: .uptimeKuma,
    events: [
      Event(
        ["{/heartbeat/status}": "1"],
        kuma.merging(["resolves": "kuma/{/monitor/id}", "priority": "2", "glyph": "✔"]) { $1 }),
      Event(
        ["{/heartbeat/status}": "0|2|3"],
        kuma.merging(["fold": "kuma/{/monitor/id}", "priority": "5", "glyph": "✘"]) { $1 }),
      Event([:], ["title": "Uptime Kuma", "body": "{/msg}"]),
    ])

  private static let kuma = [
    "title":
      "{/monitor/name} is {/heartbeat/status?0=down,1=up,2=pending,3=under maintenance,unknown}",
    "body": "{/heartbeat/msg|/msg}{\"\n\n\"/monitor/description}", "url": "{/monitor/url}",
    "tags": "{/monitor/tags/*/name}", "categories": "alert",
  ]

  /// healthchecks.io, whose webhooks send a user-defined body: see Documentation/Sources.md.
  static let healthchecks = WebhookTemplate(
    name: .healthchecks,
    events: [
      Event(
        ["{/status}": "up"],
        healthcheck.merging(["resolves": "check/{/code}", "priority": "2", "glyph": "✔"]) { $1 }),
      Event(
        [:], healthcheck.merging(["fold": "check/{/code}", "priority": "4", "glyph": "✘"]) { $1 }),
    ])

  private static let healthcheck = [
    "title": "{/name} is {/status}", "body": "{/body|/now}", "tags": "{/tags}",
    "url": "{/url}", "categories": "alert",
  ]

  /// Events of PagerDuty's API, version 2, which many systems can send.
  static let pagerDuty = WebhookTemplate(
    name: .pagerduty, proof: .field("/routing_key"),
    events: [
      Event(
        ["{/event_action}": "resolve"],
        [
          "title": "{/payload/summary|/dedup_key}",
          "body": "{/event_action?resolve=resolved}{\"\n\n\"fields:/payload/custom_details}",
          "resolves": "pagerduty/{/dedup_key}", "priority": "2",
        ]),
      Event(["{/event_action}": "acknowledge"], [:]),
      Event(
        [:],
        [
          "title": "{/payload/summary}", "subtitle": "{/payload/source}",
          "body": "{/payload/component}{\"\n\"/payload/group}{\"\n\"/payload/class}"
            + "{\"\n\n\"fields:/payload/custom_details}",
          "fold": "pagerduty/{/dedup_key}", "url": "{/links/0/href|/client_url}",
          "image": "{/images/0/src}", "priority": "{/payload/severity|\"high\"}",
          "sent_at": "{/payload/timestamp}", "categories": "alert",
        ]),
    ], answer: .accepted)

  /// Gotify's `/message`, whose priorities go from 0 to 10.
  ///
  /// By its documentation 0 is silent, 1 to 3 show an icon, 4 to 7 sound, and 8 to 10 vibrate too.
  /// They become min, low, default (high from 6) and max. Values out of range become the nearest.
  static let gotify = WebhookTemplate(
    name: .gotify,
    events: [
      Event(
        [:],
        [
          "title": "{/title}", "body": "{/message}",
          "priority": "{/priority?..0=1,1..3=2,4..5=3,6..7=4,8..=5,3}",
          "url": "{/extras/client::notification/click/url}",
          "image": "{/extras/client::notification/bigImageUrl}",
          "format": "{/extras/client::display/contentType?text/markdown=markdown,plain}",
        ])
    ], answer: .gotify)
}
