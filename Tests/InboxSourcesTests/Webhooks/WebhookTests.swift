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

  @Test func `an empty list is no alert, and Grafana's without a text is told`() throws {
    #expect(try payloads("alertmanager", #"{"status":"firing","alerts":[]}"#).isEmpty)
    #expect(throws: HTTPProblem.self) { try payloads("grafana", #"{"alerts":[]}"#) }
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
    let code = code(Self.body)
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

  @Test func `Gitea signs in a header of its own, and as GitHub does`() throws {
    let body = #"{"action":"a","repository":{"full_name":"o/r"}}"#
    let (gitea, code) = (try webhook("gitea"), code(body))
    for (name, value) in [
      ("x-gitea-signature", code), ("x-forgejo-signature", code),
      ("x-hub-signature-256", "sha256=\(code)"),
    ] {
      #expect(throws: Never.self) { try gitea.delivery(.make(headers: [name: value], body: body)) }
      let other = String(code.reversed())
      #expect(throws: HTTPProblem.badSignature) {
        try gitea.delivery(.make(headers: [name: other], body: body))
      }
    }
    #expect(throws: HTTPProblem.badSignature) { try gitea.delivery(.make(body: body)) }
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
