import Crypto
import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

@testable import InboxSources

/// Documents as the services send them, shortened, and the messages that they make.
@Suite struct WebhookTests {
  private func payloads(
    _ template: String, _ document: String, headers: [String: String] = [:],
    own: [String: String] = [:]
  ) throws -> [Payload] {
    let settings = WebhookSettings(
      name: template, template: template, ownFields: try own.mapValues { try Template($0) })
    return try Webhook(settings).delivery(.make(headers: headers, body: document)).payloads
  }

  private func payload(
    _ template: String, _ document: String, headers: [String: String] = [:],
    own: [String: String] = [:]
  ) throws -> Payload {
    try #require(try payloads(template, document, headers: headers, own: own).first)
  }

  /// Checks the fields that most templates fill.
  private func check(
    _ payload: Payload, _ title: String?, _ body: String?, source: String, _ priority: Priority?,
    url: String? = nil, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(payload.title.value == title, sourceLocation: location)
    #expect(payload.body.value == body, sourceLocation: location)
    #expect(payload.source == source, sourceLocation: location)
    #expect(payload.priority.value == priority, sourceLocation: location)
    #expect(payload.tap.value == url.map(TapBehavior.url), sourceLocation: location)
  }

  @Test func `GitHub: a failed run`() throws {
    let payload = try payload(
      "github",
      #"""
      {"action":"completed","workflow_run":{"id":30433642,"name":"Build","head_branch":"main",
       "display_title":"Update README.md","status":"completed","conclusion":"failure",
       "workflow_id":159038,"html_url":"https://github.com/octo-org/octo-repo/actions/runs/30433642",
       "head_commit":{"message":"Update README.md"}},
       "repository":{"full_name":"octo-org/octo-repo"},"sender":{"login":"octocat"}}
      """#, headers: ["x-github-event": "workflow_run", "x-hub-signature-256": "sha256=12"])
    check(
      payload, "Build: failure (main)", "Update README.md", source: "github/octo-org/octo-repo",
      .high, url: "https://github.com/octo-org/octo-repo/actions/runs/30433642")
    #expect(payload.id == "sha256=12")
  }

  @Test func `GitHub: what only began makes no message`() throws {
    let none = try payloads(
      "github", #"{"action":"requested","workflow_run":{"conclusion":null}}"#,
      headers: ["x-github-event": "workflow_run"])
    #expect(none.isEmpty)
  }

  @Test func `GitLab: a pipeline and a merge request`() throws {
    let pipeline = try payload(
      "gitlab",
      #"""
      {"object_kind":"pipeline","object_attributes":{"id":31,"ref":"main","status":"failed",
       "url":"https://gitlab.example/p/31"},"project":{"id":1,"path_with_namespace":"group/app"},
       "commit":{"title":"Break it"}}
      """#)
    check(
      pipeline, "Pipeline failed (main)", "Break it", source: "gitlab/group/app", .high,
      url: "https://gitlab.example/p/31")
    let running = #"{"object_kind":"pipeline","object_attributes":{"status":"running"}}"#
    #expect(try payloads("gitlab", running).isEmpty)
    let request = try payload(
      "gitlab",
      #"""
      {"object_kind":"merge_request","user":{"username":"root"},"object_attributes":{"iid":7,
       "title":"MS-Viewport","description":"text","action":"open","url":"https://e/7"},
       "project":{"path_with_namespace":"group/app"}}
      """#)
    #expect(request.title.value == "#7 MS-Viewport")
    #expect(request.subtitle.value == "open by root")
    #expect(request.thread.value == "group/app#7")
  }

  private static let alerts = #"""
    {"version":"4","groupKey":"{}:{alertname=\"DiskFull\"}","status":"firing","receiver":"bell",
     "externalURL":"https://alerts.example","alerts":[
      {"status":"firing","labels":{"alertname":"DiskFull","severity":"critical","instance":"atlas"},
       "annotations":{"summary":"Disk 97 % full","description":"/var on atlas"},
       "startsAt":"2026-01-02T03:04:05.678Z","endsAt":"0001-01-01T00:00:00Z",
       "generatorURL":"https://prometheus.example/graph","fingerprint":"5ef77f1f8a3ecfcb"},
      {"status":"resolved","labels":{"alertname":"DiskFull","instance":"borea"},"annotations":{},
       "startsAt":"2026-01-02T03:04:05Z","endsAt":"2026-01-02T04:04:05Z",
       "generatorURL":"","fingerprint":"1234"}]}
    """#

  @Test(arguments: ["alertmanager", "grafana"])
  func `alerts: each is a message, by its fingerprint`(_ template: String) throws {
    let payloads = try payloads(template, Self.alerts)
    try #require(payloads.count == 2)
    check(
      payloads[0], "Disk 97 % full", "/var on atlas", source: template, .max,
      url: "https://prometheus.example/graph")
    #expect(payloads[0].subtitle.value == "atlas")
    #expect(payloads[0].sentAt == .absent)
    #expect(payloads[1].title.value == "DiskFull")
    #expect(payloads[1].priority.value == .low)
    #expect(payloads[1].tap.value == .url("https://alerts.example"))
  }

  @Test func `a line below the title that is the text is left out`() throws {
    let text = #"""
      {"alerts":[{"status":"firing","fingerprint":"1","labels":{"instance":"a:1"},
       "annotations":{"summary":"a is down","description":"a:1"}}]}
      """#
    let payload = try payload("alertmanager", text)
    #expect(payload.body.value == "a:1" && payload.subtitle.value == nil)
  }

  @Test func `Sentry: an issue and an alert on an event`() throws {
    let issue = try payload(
      "sentry",
      #"""
      {"action":"created","installation":{"uuid":"a8e5d37a"},"data":{"issue":{"id":"1170820242",
       "title":"Error: test","culprit":"app/views","level":"error","project":{"slug":"front"},
       "web_url":"https://sentry.io/organizations/x/issues/1170820242/"}}}
      """#, headers: ["sentry-hook-resource": "issue"])
    check(
      issue, "Error: test", "app/views", source: "sentry", .high,
      url: "https://sentry.io/organizations/x/issues/1170820242/")
    #expect(issue.subtitle.value == "created: front")
    let alert = try payload(
      "sentry",
      #"""
      {"action":"triggered","data":{"event":{"title":"ReferenceError","level":"fatal",
       "culprit":"?(runner)","issue_id":"1","web_url":"https://e"},"triggered_rule":"Very important"}}
      """#, headers: ["sentry-hook-resource": "event_alert"])
    #expect(alert.title.value == "ReferenceError")
    #expect(alert.subtitle.value == "Very important")
    #expect(alert.priority.value == .max)
  }

  @Test func `Sentry: a comment and an error`() throws {
    let comment = try payload(
      "sentry",
      #"""
      {"action":"created","actor":{"type":"user","id":1,"name":"colleen"},
       "data":{"comment":"adding a comment","project_slug":"front","comment_id":1,"issue_id":11}}
      """#, headers: ["sentry-hook-resource": "comment"])
    #expect(comment.title.value == "colleen commented on issue 11")
    #expect(comment.body.value == "adding a comment" && comment.thread.value == "sentry/11")
    let error = try payload(
      "sentry",
      #"""
      {"action":"created","data":{"error":{"title":"Error: hello","level":"warning",
       "culprit":"app/views","issue_id":"12","web_url":"https://e"}}}
      """#, headers: ["sentry-hook-resource": "error"])
    #expect(error.title.value == "Error: hello" && error.fold.value == "sentry/12")
    #expect(error.body.value == "app/views" && error.priority.value == .high)
  }

  @Test func `Uptime Kuma: down and up`() throws {
    let down = #"""
      {"heartbeat":{"monitorID":1,"status":0,"time":"2026-01-01 10:00:00.000",
       "msg":"connect ECONNREFUSED","important":true},
       "monitor":{"id":1,"name":"Shop","url":"https://shop.example"},"msg":"[Shop] [Down] connect"}
      """#
    try check(
      payload("uptime-kuma", down), "Shop is down", "connect ECONNREFUSED", source: "uptime-kuma",
      .max, url: "https://shop.example")
    let up = down.replacing("\"status\":0", with: "\"status\":1")
    #expect(try payloads("uptime-kuma", up).first?.title.value == "Shop is up")
    let test = #"{"heartbeat":null,"monitor":null,"msg":"Webhook Testing"}"#
    #expect(try payloads("uptime-kuma", test).first?.body.value == "Webhook Testing")
  }

  @Test func `healthchecks, PagerDuty and Gotify`() throws {
    let backup = try payload(
      "healthchecks", #"{"name":"backup","status":"down","code":"73a9e3b5","tags":"prod db"}"#)
    #expect(backup.title.value == "backup is down" && backup.tags.value == ["prod", "db"])
    let event = #"""
      {"routing_key":"R","event_action":"trigger","dedup_key":"srv01/HTTP","client":"Monitor",
       "payload":{"summary":"PING OK","severity":"critical","source":"srv01","component":"mysql",
       "timestamp":"2026-01-01T00:00:00Z"},"links":[{"href":"https://e","text":"x"}]}
      """#
    try check(
      payload("pagerduty", event), "PING OK", "mysql", source: "pagerduty", .max, url: "https://e")
    let gotify = #"""
      {"title":"T","message":"M","priority":8,
       "extras":{"client::notification":{"click":{"url":"https://e"}}}}
      """#
    try check(payload("gotify", gotify), "T", "M", source: "gotify", .max, url: "https://e")
  }

  @Test func `a form is a document too`() throws {
    let webhook = Webhook(WebhookSettings(name: "gotify", template: "gotify"))
    let url = HTTPCall.make(
      headers: ["content-type": "application/x-www-form-urlencoded"],
      body: "title=a+b&message=c%26d&priority=5")
    #expect(try webhook.delivery(url).payloads.first?.title.value == "a b")
    #expect(try webhook.delivery(url).payloads.first?.body.value == "c&d")
    let form = HTTPCall.make(
      headers: ["content-type": "multipart/form-data; boundary=----x"],
      body: "------x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nHi\r\n"
        + "------x\r\nContent-Disposition: form-data; name=\"message\"\r\n\r\na\r\nb\r\n------x--\r\n"
    )
    #expect(try webhook.delivery(form).payloads.first?.title.value == "Hi")
    #expect(try webhook.delivery(form).payloads.first?.body.value == "a\r\nb")
  }

  @Test func `own fields win over the template, and an empty one leaves a field out`() throws {
    let payload = try payload(
      "json", #"{"name":"n","text":"t","level":"high","host":"atlas"}"#,
      own: ["title": "{/host}: {/name}", "priority": "", "source": "{/host}"])
    check(payload, "atlas: n", "t", source: "json/atlas", nil)
  }

  @Test func `an own field without a value leaves the message as the template has it`() throws {
    let chat = try payload(
      "slack", #"{"blocks":[{"type":"section","text":{"type":"mrkdwn","text":"hello *b*"}}]}"#,
      own: ["title": "S {/text}"])
    check(chat, "hello b", nil, source: "slack", nil)
    let document = try payload(
      "json", #"{"a":"b"}"#, own: ["title": "T {/t}", "url": "{/link}", "body": "{/log}"])
    check(document, "json", "a: b", source: "json", nil)
  }

  @Test func `Alertmanager: an alert without a name has a title`() throws {
    for (labels, annotations, title) in [
      (#""instance":"web-1","job":"node""#, #""description":"D""#, "web-1, node"),
      (#""severity":"low""#, #""description":"D\nE""#, "D"), ("", "", "firing"),
    ] {
      let payload = try payload(
        "alertmanager",
        #"{"alerts":[{"status":"firing","labels":{\#(labels)},"annotations":{\#(annotations)}}]}"#)
      #expect(payload.title.value == title && payload.subtitle.value == nil)
    }
  }

  @Test func `Grafana before version 9: an alert, and its end`() throws {
    let alert = try payload(
      "grafana-legacy",
      #"""
      {"dashboardId":1,"evalMatches":[{"value":100,"metric":"High value","tags":null}],
       "imageUrl":"https://e/a.png","message":"Too hot","orgId":1,"panelId":1,"ruleId":2,
       "ruleName":"CPU","ruleUrl":"https://e/","state":"alerting","tags":{"severity":"critical"},
       "title":"[Alerting] CPU"}
      """#)
    check(
      alert, "CPU", "Too hot\n\n- metric: High value\n  value: 100\n\nseverity: critical",
      source: "grafana-legacy", .max, url: "https://e/")
    #expect(alert.fold.value == "grafana/1/2" && alert.attachments.value?.count == 1)
    let end = try payloads(
      "grafana-legacy", #"{"orgId":1,"ruleId":2,"ruleName":"CPU","state":"ok","evalMatches":[]}"#
    ).first
    #expect(end?.resolves == "grafana/1/2" && end?.title.value == "CPU")
    let silent = try payloads(
      "grafana-legacy", #"{"orgId":1,"ruleId":2,"ruleName":"CPU","state":"no_data"}"#
    ).first
    #expect(silent?.title.value == "CPU: no data" && silent?.priority.value == .high)
  }

  @Test func `PagerDuty: a change event at its own address`() throws {
    let webhooks = Webhook.all([WebhookSettings(name: "pd", template: "pagerduty")])
    #expect(webhooks.map(\.path) == [["v2", "enqueue"], ["v2", "change", "enqueue"]])
    for webhook in webhooks {
      let payload = try #require(
        try webhook.delivery(
          .make(
            body: #"""
              {"routing_key":"k","payload":{"summary":"Build passed","source":"ci","timestamp":
               "2026-11-28T10:00:00Z","custom_details":{"build":"17"}},
               "links":[{"href":"https://e/17","text":"Build"}]}
              """#)
        ).payloads.first)
      check(payload, "Build passed", "build: 17", source: "pd", .low, url: "https://e/17")
      #expect(payload.subtitle.value == "ci" && payload.fold.value == nil)
    }
  }

  @Test(arguments: ["", "[", "nonsense"]) func `what is no document is refused`(_ text: String) {
    #expect(throws: HTTPProblem.badJSON) { try payloads("json", text) }
  }

  @Test(arguments: ["{}", #"{"alerts":{}}"#, "[]"])
  func `a document without its list is refused`(_ text: String) {
    #expect(throws: HTTPProblem.self) { try payloads("alertmanager", text) }
  }

  @Test func `a text that is no JSON is called so, also where it is sent as a form`() throws {
    for type in ["application/x-www-form-urlencoded", "application/json", "text/plain"] {
      let call = HTTPCall.make(headers: ["content-type": type], body: "not json at all")
      let webhook = Webhook(WebhookSettings(name: "alertmanager", template: "alertmanager"))
      let problem = #expect(throws: HTTPProblem.self) { try webhook.delivery(call) }
      #expect(problem?.message.contains("valid JSON") == true, "\(type) \(problem as Any)")
    }
  }
}

/// Secrets of webhooks.
@Suite struct WebhookProofTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func webhook(_ template: String) throws -> Webhook {
    let path = "\(folder.path)/secret"
    try "It's a Secret to Everybody\n".write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o600)
    let settings = WebhookSettings(name: template, template: template, secretFile: path)
    return Webhook(settings)
  }

  private static let body = #"""
    {"action":"a","object_kind":"k","title":"T","message":"m","payload":{"summary":"s"},
     "routing_key":"It's a Secret to Everybody"}
    """#

  @Test(arguments: [
    ("github", "x-hub-signature-256", "sha256="), ("sentry", "sentry-hook-signature", ""),
  ])
  func `a signature is the body's`(_ template: String, _ header: String, _ prefix: String) throws {
    let webhook = try self.webhook(template)
    let key = SymmetricKey(data: Data("It's a Secret to Everybody".utf8))
    let code = HMAC<SHA256>.authenticationCode(for: Data(Self.body.utf8), using: key)
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let right = HTTPCall.make(headers: [header: prefix + code], body: Self.body)
    #expect(throws: Never.self) { try webhook.delivery(right) }
    for (value, body) in [
      (prefix + code, Self.body + " "), (prefix + code.dropLast(), Self.body), ("", Self.body),
      ("sha1=" + code, Self.body), (prefix + String(repeating: "0", count: 64), Self.body),
    ] {
      #expect(throws: HTTPProblem.badSignature) {
        try webhook.delivery(.make(headers: [header: value], body: body))
      }
    }
  }

  private func code(_ body: String) -> String {
    let key = SymmetricKey(data: Data("It's a Secret to Everybody".utf8))
    return HMAC<SHA256>.authenticationCode(for: Data(body.utf8), using: key)
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(arguments: ["github", "sentry", "gitlab", "gotify", "bitbucket", "gitea"])
  func `a body is not parsed before its sender has proved itself`(_ template: String) throws {
    let webhook = try self.webhook(template)
    for body in ["[[[", String(repeating: "a&", count: 2_000) + "b=1"] {
      let headers = ["content-type": "application/x-www-form-urlencoded"]
      #expect(throws: HTTPProblem.badSignature) {
        try webhook.delivery(.make(headers: headers, body: body))
      }
    }
    let isRefusedAtOnce = ["gitlab", "gotify"].contains(template)
    #expect(webhook.isProvedByHead == isRefusedAtOnce)
    if isRefusedAtOnce {
      #expect(throws: HTTPProblem.badSignature) { try webhook.checkHead(.make()) }
    } else {
      #expect(throws: Never.self) { try webhook.checkHead(.make()) }
    }
  }

  @Test func `one delivery is one message, however its signature is spelled`() throws {
    let body = #"{"zen":"Design for failure.","repository":{"full_name":"o/r"}}"#
    let code = code(body)
    let github = try webhook("github")
    func id(_ signature: String) throws -> String? {
      let headers = ["x-github-event": "ping", "x-hub-signature-256": signature]
      return try github.delivery(.make(headers: headers, body: body)).payloads.first?.id
    }
    let mixed = code.enumerated().map { $0.isMultiple(of: 3) ? $1.uppercased() : "\($1)" }.joined()
    let known = try #require(try id("sha256=\(code)"))
    for digits in [code.uppercased(), mixed] { #expect(try id("sha256=\(digits)") == known) }
    // A signature proves its sender, so that it is not stored.
    #expect(!known.lowercased().contains(code))
    for signature in [
      code, "SHA256=\(code)", "sha256=sha256=\(code)", " sha256=\(code)", "sha256= \(code)",
      "sha256=\(code), sha256=\(code)", "sha256=\(code)00",
    ] { #expect(throws: HTTPProblem.badSignature) { try id(signature) } }
  }

  @Test func `the prefix of one's own signature header counts`() throws {
    let path = "\(folder.path)/own.toml"
    let file = """
      proof = { signature = ["X-Sign"], prefix = "v1=" }
      [fields]
      title = "{/a}"
      """
    try file.write(toFile: path, atomically: true, encoding: .utf8)
    let own = try webhook(path)
    let body = #"{"a":"A"}"#
    #expect(
      try own.delivery(.make(headers: ["x-sign": "v1=\(code(body))"], body: body)).payloads.count
        == 1)
    #expect(throws: HTTPProblem.badSignature) {
      try own.delivery(.make(headers: ["x-sign": code(body)], body: body))
    }
  }

  @Test func `of several signatures each is right, and they are one delivery`() throws {
    let body =
      #"{"action":"opened","issue":{"title":"x","number":1},"repository":{"full_name":"o/r"}}"#
    let code = code(body)
    let gitea = try webhook("gitea")
    func id(_ signatures: [String: String]) throws -> String? {
      let headers = signatures.merging(["x-gitea-event": "issues"]) { $1 }
      return try gitea.delivery(.make(headers: headers, body: body)).payloads.first?.id
    }
    let known = try #require(try id(["x-gitea-signature": code]))
    for signatures in [
      ["x-forgejo-signature": code.uppercased()], ["x-hub-signature-256": "sha256=\(code)"],
      ["x-gogs-signature": code, "x-hub-signature-256": "sha256=\(code.uppercased())"],
    ] { #expect(try id(signatures) == known) }
    #expect(known != code)
    for signatures in [
      ["x-forgejo-signature": code, "x-gitea-signature": "another"],
      ["x-gitea-signature": "sha256=\(code)"], ["x-hub-signature-256": code],
    ] { #expect(throws: HTTPProblem.badSignature) { try id(signatures) } }
  }

  @Test func `a secret itself comes in a header, a field or as a token`() throws {
    let secret = "It's a Secret to Everybody"
    let gitlab = try webhook("gitlab")
    #expect(throws: Never.self) {
      try gitlab.delivery(.make(headers: ["x-gitlab-token": secret], body: Self.body))
    }
    #expect(throws: HTTPProblem.badSignature) { try gitlab.delivery(.make(body: Self.body)) }
    let pagerDuty = try webhook("pagerduty")
    #expect(throws: Never.self) { try pagerDuty.delivery(.make(body: Self.body)) }
    #expect(throws: HTTPProblem.badSignature) { try pagerDuty.delivery(.make(body: "{}")) }
    let gotify = try webhook("gotify")
    #expect(throws: Never.self) {
      try gotify.delivery(.make(headers: ["x-gotify-key": secret], body: Self.body))
    }
    #expect(throws: HTTPProblem.badSignature) { try gotify.delivery(.make(body: Self.body)) }
  }

  @Test func `a secret that others may read is refused`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/secret"
    try "long enough\n".write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o640)
    let settings = WebhookSettings(name: "x", secretFile: path)
    let webhook = Webhook(settings)
    #expect(
      webhook.failure as? SecretError
        == SecretError("\(path) may be read or changed by others; run: chmod 600 \(path)"))
    #expect(throws: HTTPProblem.closedWebhook) { try webhook.delivery(.make(body: "{}")) }
  }
}
