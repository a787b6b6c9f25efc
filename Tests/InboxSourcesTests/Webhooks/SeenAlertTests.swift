import InboxCore
import InboxSettings
import InboxText
import Testing

@testable import InboxSources

/// What a person needs of an alert is in its title and text.
@Suite struct SeenAlertTests {
  private func pod(_ name: String, common: String = "") throws -> Payload {
    try Webhook.payload(
      "alertmanager",
      #"""
      {\#(common)"alerts":[{"status":"firing","labels":{"alertname":"PodCrashLooping","namespace":
       "shop","pod":"\#(name)"},"annotations":{},"fingerprint":"\#(name)"}]}
      """#)
  }

  @Test func `two alerts of one name differ in what is seen`() throws {
    let one = try pod("web-a")
    #expect(one.title.value == "PodCrashLooping" && one.subtitle.value == "shop, web-a")
    #expect(one.body.value == "namespace: shop\npod: web-a")
    let other = try pod("web-b", common: #""commonLabels":{"namespace":"shop"},"#)
    #expect(other.subtitle.value == "web-b")
    let lone = try pod("web-b", common: #""commonLabels":{"namespace":"shop","pod":"web-b"},"#)
    #expect(lone.subtitle.value == "shop, web-b")
  }

  @Test func `other annotations are in the text`() throws {
    let payload = try Webhook.payload(
      "alertmanager",
      #"""
      {"alerts":[{"status":"firing","labels":{"alertname":"A"},"fingerprint":"f","annotations":
       {"summary":"S","description":"D","runbook_url":"https://e/r"}}]}
      """#)
    #expect(payload.body.value == "D\n\nrunbook_url: https://e/r")
  }

  @Test func `Grafana: its own alerts name the rule and the error`() throws {
    let error = try Webhook.payload(
      "grafana",
      #"""
      {"alerts":[{"status":"firing","labels":{"alertname":"DatasourceError","rulename":"CPU high"},
       "annotations":{"Error":"connection refused"},"fingerprint":"g1"}]}
      """#)
    #expect(error.title.value == "CPU high: data source error")
    #expect(error.body.value?.contains("Error: connection refused") == true)
    let nothing = try Webhook.payload(
      "grafana",
      #"""
      {"alerts":[{"status":"firing","labels":{"alertname":"DatasourceNoData","rulename":"Load"},
       "annotations":{},"fingerprint":"g2"}]}
      """#)
    #expect(nothing.title.value == "Load: no data")
  }

  @Test func `Grafana: what a person wrote in the contact point is in the text`() throws {
    let payload = try Webhook.payload(
      "grafana",
      #"""
      {"title":"Wake Ann","message":"See the wiki","alerts":[{"status":"firing","fingerprint":"g",
       "labels":{"alertname":"CPU"},"annotations":{"description":"hot"},"values":{"B":97.5}}]}
      """#)
    #expect(payload.title.value == "CPU")
    #expect(payload.body.value == "hot\n\nB: 97.5\n\nWake Ann\n\nSee the wiki")
  }

  @Test func `PagerDuty: the details are laid out`() throws {
    let payload = try Webhook.payload(
      "pagerduty",
      #"""
      {"routing_key":"KEY","event_action":"trigger","dedup_key":"k","payload":{"summary":"Disk",
       "source":"nas","severity":"error","class":"disk","custom_details":
       {"firing":"Disk /srv is 97% full","num":1,"hosts":["a","b"]}}}
      """#)
    #expect(
      payload.body.value == "disk\n\nfiring: Disk /srv is 97% full\nhosts:\n  - a\n  - b\nnum: 1")
    #expect(payload.rest?.json.contains("KEY") == false)
  }

  @Test func `Uptime Kuma: tags and the description`() throws {
    let payload = try Webhook.payload(
      "uptime-kuma",
      #"""
      {"heartbeat":{"status":0,"msg":"timeout"},"monitor":{"id":4,"name":"shop","description":"Rack 2",
       "tags":[{"name":"prod","value":"eu"}]},"msg":"x"}
      """#)
    #expect(payload.body.value == "timeout\n\nRack 2" && payload.tags.value == ["prod"])
  }

  @Test func `Sentry: what went wrong and where`() throws {
    let issue = try Webhook.payload(
      "sentry",
      #"""
      {"action":"created","data":{"issue":{"id":"1","shortId":"SHOP-7","title":"TypeError","culprit":
       "views.cart","level":"error","metadata":{"value":"x is undefined"},"project":{"slug":"shop"}}}}
      """#, headers: ["sentry-hook-resource": "issue"])
    #expect(issue.subtitle.value == "created: shop · SHOP-7")
    #expect(issue.body.value == "x is undefined\n\nviews.cart")
    let event = try Webhook.payload(
      "sentry",
      #"""
      {"action":"triggered","data":{"event":{"title":"TypeError","level":"error","environment":"prod",
       "location":"cart.js","metadata":{"value":"x is undefined"},"issue_id":"1"}}}
      """#, headers: ["sentry-hook-resource": "event_alert"])
    #expect(event.body.value == "x is undefined\n\ncart.js\n\nEnvironment: prod")
  }

  @Test func `Sentry: a metric alert that is resolved ends the alert`() throws {
    func alert(_ action: String) throws -> Payload {
      try Webhook.payload(
        "sentry",
        #"""
        {"action":"\#(action)","data":{"metric_alert":{"id":"9","title":"Errors > 10"},
         "description_title":"State: Errors > 10","description_text":"14 events"}}
        """#, headers: ["sentry-hook-resource": "metric_alert"])
    }
    let critical = try alert("critical")
    #expect(critical.fold.value == "sentry/9" && critical.priority.value == .max)
    let resolved = try alert("resolved")
    #expect(resolved.resolves == "sentry/9" && resolved.fold.value == nil)
    #expect(resolved.title.value == "Errors > 10")
    #expect(resolved.body.value == "State: Errors > 10\n\n14 events")
  }
}
