import InboxSettings

/// Events of monitoring systems: alerts that fire, fold and resolve.
extension WebhookTemplate {
  /// Prometheus' Alertmanager; each alert of a group is a message, identified by its fingerprint.
  static let alertmanager = WebhookTemplate(
    name: .alertmanager, each: "/alerts",
    events: alerts(key: "alertmanager/{/fingerprint}", url: "{/generatorURL|^/externalURL}"))

  /// Grafana's unified alerting, whose documents extend those of Alertmanager.
  static let grafana = WebhookTemplate(
    name: .grafana, each: "/alerts",
    events: alerts(
      key: "grafana/{/fingerprint}",
      url: "{/panelURL|/dashboardURL|/generatorURL|^/externalURL}"))

  private static func alerts(key: String, url: String) -> [Event] {
    let fields = [
      "title": "{/annotations/summary|/labels/alertname}",
      "subtitle": "{/labels/instance|/labels/host|/labels/job}",
      "body": "{/annotations/description|/annotations/message|/valueString}", "url": url,
      "thread": "{/labels/alertname}", "categories": "alert",
    ]
    let severity =
      "{/labels/severity|/labels/priority?critical=5,page=5,emergency=5,error=4,high=4,warning=4,"
      + "info=2,information=2,none=1,low=2,4}"
    return [
      Event(
        ["{/status}": "resolved"],
        fields.merging(["resolves": key, "priority": "2"]) { $1 }),
      // Reminders of old alerts are current, so the time of arrival is used, not that of the start.
      Event([:], fields.merging(["fold": key, "priority": severity]) { $1 }),
    ]
  }

  /// Sentry's integrations: issues, and alerts on events.
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
        [:],
        [
          "title": "{/data/event/title|/data/metric_alert/title|/event/title|/message}",
          "subtitle": "{/data/triggered_rule|/triggering_rules|/culprit}",
          "body": "{/data/event/message|/data/event/culprit|/data/description_text|/culprit}",
          "url": "{/data/event/web_url|/data/web_url|/url}",
          "fold": "sentry/{/data/event/issue_id|/data/metric_alert/id|/id}",
          "priority": sentryLevel, "categories": "error",
          "tags": "{/project_slug|/data/event/project|/project}",
        ]),
    ])

  private static let sentryKey = "sentry/{/data/issue/id}"
  private static let sentryLevel =
    "{/data/issue/level|/data/event/level|/level?fatal=5,error=4,warning=3,info=2,debug=1,4}"
  private static let sentryIssue = [
    "title": "{/data/issue/title}",
    "subtitle": "{/action}: {/data/issue/project/slug|/data/issue/project/name}",
    "body": "{/data/issue/culprit}",
    "url": "{/data/issue/web_url|/data/issue/permalink|/data/issue/url}", "categories": "error",
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
    "body": "{/heartbeat/msg|/msg}", "url": "{/monitor/url}", "categories": "alert",
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
          "title": "{/payload/summary|/dedup_key}", "body": "resolved",
          "resolves": "pagerduty/{/dedup_key}", "priority": "2",
        ]),
      Event(["{/event_action}": "acknowledge"], [:]),
      Event(
        [:],
        [
          "title": "{/payload/summary}", "subtitle": "{/payload/source}",
          "body": "{/payload/component|/payload/group|/payload/class}",
          "fold": "pagerduty/{/dedup_key}", "url": "{/links/0/href|/client_url}",
          "priority": "{/payload/severity?critical=5,error=4,warning=3,info=2,4}",
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
