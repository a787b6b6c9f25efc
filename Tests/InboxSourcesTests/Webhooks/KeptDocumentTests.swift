import InboxCore
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

@testable import InboxPayloads
@testable import InboxSources

/// What a service says and no field of a message shows is kept.
@Suite struct KeptDocumentTests {
  /// The header that names the event of a forge or of Sentry.
  private static let eventHeaders = [
    "github": "x-github-event", "gitea": "x-gitea-event", "bitbucket": "x-event-key",
    "sentry": "sentry-hook-resource",
  ]

  private func payloads(
    _ template: String, _ document: String, event: String = ""
  ) throws -> [Payload] {
    var headers: [String: String] = [:]
    if let name = Self.eventHeaders[template] { headers[name] = event }
    return try Webhook.payloads(template, document, headers: headers)
  }

  /// The export of an inbox that got the messages.
  private func export(_ payloads: [Payload]) throws -> String {
    let inbox = try Inbox.inMemory(configuration: .testing(foldRepeats: .off))
    for payload in payloads { _ = try inbox.push(payload) }
    var lines: [String] = []
    try inbox.exportMessages { lines.append(MessageJSON($0, as: .export).text) }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: VendorDocuments.all.indices)
  func `every text of a document is exported, and no secret`(_ index: Int) throws {
    let (template, event, source) = VendorDocuments.all[index]
    let document = try MarkedDocument(source)
    let payloads = try payloads(template, document.json, event: event)
    try #require(!payloads.isEmpty)
    let export = try export(payloads)
    for marker in document.markers {
      #expect(export.contains(marker), "\(template) \(event) lost \(marker) of \(document.json)")
    }
    for secret in document.secrets {
      #expect(!export.contains(secret), "\(template) \(event) kept \(secret)")
    }
  }

  @Test func `each template has documents here`() {
    let templates = Set(VendorDocuments.all.map(\.template))
    // Forgejo's are Gitea's.
    #expect(templates.union(["forgejo"]) == Set(WebhookVendor.builtInNames))
  }

  @Test func `the secret and the token of a request are masked wherever they stand`() throws {
    let token = AccessToken("tk_0123456789")
    let webhook = Webhook(WebhookSettings(name: "json"))
    let body = #"{"title":"T","text":"curl -H tk_0123456789","deep":{"a":["x tk_0123456789 y"]}}"#
    let payload = try #require(try webhook.delivery(.make(body: body), by: token).payloads.first)
    #expect(payload.body.value == "curl -H •••")
    #expect(try !export([payload]).contains("tk_0123456789"))
  }

  @Test(arguments: [
    ("routing_key", true), ("pushToken", true), ("X-Auth-Token", true), ("basic_auth_pass", true),
    ("Signature", true), ("clientSecret", true), ("apiKey", true), ("key", false),
    ("secret_type", false), ("SignatureVersion", false), ("pass", false), ("dedup_key", false),
    ("monkey", false), ("tlsKey", true), ("databaseConnectionString", true),
    ("connection", false),
  ])
  func `a name says whether its value is a secret`(_ name: String, _ isSecret: Bool) {
    #expect(WebhookSecrets.isSecretName(name) == isSecret)
  }

  @Test func `what lies beside a long list is kept once, and short texts reach all`() throws {
    let beside = String(repeating: "b", count: 100_000)
    let alerts = (0..<2_000).map {
      #"{"status":"firing","fingerprint":"\#($0)","labels":{"a":"\#($0)"}}"#
    }
    let document =
      #"{"receiver":"\#(beside)","externalURL":"https://e","alerts":[\#(alerts.joined(separator: ","))]}"#
    let payloads = try payloads("alertmanager", document)
    #expect(payloads.count == 2_000)
    #expect(payloads[0].rest?.value(at: "/receiver") == .string(beside))
    #expect(payloads[1_999].tap.value == .url("https://e"))
    let kept = payloads.reduce(0) { $0 + ($1.rest?.json.utf8.count ?? 0) }
    #expect(kept < 2 * document.utf8.count)
  }
}

/// A document of a vendor with a marker in every text, and an unknown text in every object.
///
/// In its source `=text` stays a text, as what a template decides by, `!text` is a secret, and
/// `https:` stays a link.
struct MarkedDocument {
  /// The markers that a message must keep.
  private(set) var markers: [String] = []
  /// The markers that no message may have.
  private(set) var secrets: [String] = []
  private(set) var json = ""

  init(_ text: String) throws { json = marked(try JSONValue(json: text)).json }

  private mutating func marker() -> String {
    markers.append("mark\(markers.count + secrets.count)x")
    return markers[markers.count - 1]
  }

  private mutating func marked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text):
      switch text.first {
      case "=": return .string(String(text.dropFirst()))
      case "!":
        secrets.append("secret\(markers.count + secrets.count)x")
        return .string(secrets[secrets.count - 1])
      default: return .string(text.hasPrefix("https:") ? "https://e.example/\(marker())" : marker())
      }
    case .array(let values): return .array(values.map { marked($0) })
    case .object(let fields):
      var result: [String: JSONValue] = [:]
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) { result[name] = marked(value) }
      result["unknown field"] = .string(marker())
      return .object(result)
    case .null, .bool, .integer, .number, .decimal: return value
    }
  }
}
