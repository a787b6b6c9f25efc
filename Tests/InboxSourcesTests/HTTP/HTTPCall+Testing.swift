import InboxCore
import InboxSettings
import Testing

@testable import InboxSources

extension HTTPCall {
  static func make(
    _ method: String = "POST", _ path: String = "/topic", headers: [String: String] = [:],
    query: [(name: String, value: String)] = [], body: String = "", client: String = "127.0.0.1"
  ) -> HTTPCall {
    HTTPCall(
      method: method, path: path.split(separator: "/").map(String.init),
      query: query.map { ($0.name.lowercased(), $0.value) },
      headers: headers.merging(["host": "localhost:7575"]) { given, _ in given },
      body: Array(body.utf8), client: client)
  }
}

extension Webhook {
  /// The messages of a document that comes to a template of ours.
  static func payloads(
    _ template: String, _ document: String, headers: [String: String] = [:]
  ) throws -> [Payload] {
    try Webhook(WebhookSettings(name: template, template: template))
      .delivery(.make(headers: headers, body: document)).payloads
  }

  /// The first of them, which has to be there.
  static func payload(
    _ template: String, _ document: String, headers: [String: String] = [:]
  ) throws -> Payload {
    try #require(try payloads(template, document, headers: headers).first)
  }
}
