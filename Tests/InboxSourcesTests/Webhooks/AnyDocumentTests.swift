import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

@testable import InboxSources

/// Documents that no template is for: `template = "json"` takes them all.
@Suite struct AnyDocumentTests {
  private func payloads(_ document: String, name: String = "hook") throws -> [Payload] {
    try Webhook(WebhookSettings(name: name)).delivery(.make(body: document)).payloads
  }

  @Test(arguments: [
    (#""a, b c""#, ["a", "b c"]), (#"["a"," b c "]"#, ["a", "b c"]), (#"[{"id":1}]"#, nil),
    ("5", nil),
  ])
  func `tags that are names are tags, and others are kept`(json: String, tags: [String]?) throws {
    let payload = try #require(payloads(#"{"title":"t","Tags":\#(json)}"#).first).checked()
    #expect(payload.tags.value == tags)
    let kept: JSONValue? = tags == nil ? .object(["Tags": try JSONValue(json: json)]) : nil
    #expect(payload.custom.value == kept)
  }

  /// A product with the title and texts that a person sees, and its document below them.
  private static let products = samples("products").components(separatedBy: "\n\n")

  @Test(arguments: products)
  func `a product's document has a title and its texts`(_ product: String) throws {
    let parts = product.split(separator: "\n", maxSplits: 1).map(String.init)
    let texts = parts[0].replacing("\\n", with: "\n").components(separatedBy: " | ").dropFirst()
    let payload = try #require(try payloads(parts[1]).first)
    #expect(payload.title.value == texts.first)
    let seen = (payload.subtitle.value ?? "") + "\n" + (payload.body.value ?? "")
    for text in texts.dropFirst() { #expect(seen.contains(text), "\(text) is not in \(seen)") }
  }

  @Test func `a list is a message for each element`() throws {
    let list = try payloads(#"[{"title":"a"},"b",{"x":{"name":"c"}},[1,2]]"#)
    #expect(list.map(\.title.value) == ["a", "hook", "c", "hook"])
    #expect(list.map(\.body.value) == [nil, "b", nil, "- 1\n- 2"])
    #expect(try payloads("[]").isEmpty)
    #expect(try payloads(#""only a text""#).first?.body.value == "only a text")
  }

  @Test(arguments: ["{}", "null", "[{}]", #"{"a":null,"b":[]}"#])
  func `a document without anything in it is refused`(_ document: String) {
    #expect(throws: HTTPProblem.self) { try payloads(document) }
  }

  @Test(arguments: [
    ("error", Priority.high), ("warning", .high), ("warn", .high), ("info", .low), ("fatal", .max),
    ("alert", .max), ("Disaster", .max), ("AVERAGE", .high), ("major", .high), ("minor", .default),
    ("page", .max), ("emergency", .max), ("P1", .max), ("P5", .min), ("critical", .max),
    ("notice", .default), ("debug", .min), ("urgent", .max), ("none", .min), ("ok", .low),
  ])
  func `a word for urgency is the priority at each door, and is kept`(
    _ word: String, _ priority: Priority
  ) throws {
    for name in ["severity", "Level", "urgency"] {
      let payload = try #require(try payloads(#"{"title":"t","\#(name)":"\#(word)"}"#).first)
      #expect(payload.priority.value == priority && payload.body.value == nil)
      #expect(payload.custom.value == .object([name: .string(word)]))
    }
    for (template, document) in [
      ("pagerduty", #"{"event_action":"trigger","payload":{"summary":"s","severity":"\#(word)"}}"#),
      (
        "alertmanager",
        #"{"alerts":[{"labels":{"alertname":"a","severity":"\#(word)"},"fingerprint":"f"}]}"#
      ),
    ] {
      let payload = try Webhook.payload(template, document)
      #expect(payload.priority.value == priority, "\(template)")
      // It may also be the category.
      let isKept = payload.rest?.json.contains(word) ?? false
      #expect(isKept || payload.categories.value == [word], "\(template)")
    }
    let ntfy = try NtfyPublish(
      .make(headers: ["x-priority": word], body: "x"), to: NtfyTopic("t"), at: .testing(0))
    #expect(ntfy.fields["priority"] == .string(word.lowercased()) || word == "urgent")
  }

  @Test(arguments: [
    (#"{"alert":{"severity":"critical","title":"x"}}"#, Priority.max),
    (#"{"title":"x","alert":{"Severity":"error"}}"#, .high),
    (#"{"a":{"level":"debug"},"b":{"level":"error","title":"x"}}"#, .high),
    (#"{"title":"x","severity":"low","alert":{"severity":"critical"}}"#, .low),
    (#"{"title":"x","build":{"level":5,"priority":1}}"#, nil),
  ])
  func `a word for urgency may stand one level down, first beside the title`(
    _ document: String, _ priority: Priority?
  ) throws {
    #expect(try payloads(document).first?.priority.value == priority)
  }

  @Test func `a field that is no word for urgency stays what it is`() throws {
    let payload = try #require(
      try payloads(#"{"title":"t","level":"floor 3","severity":"low"}"#).first)
    #expect(payload.priority.value == .low)
    #expect(payload.custom.value == .object(["level": "floor 3"]))
    let number = try #require(try payloads(#"{"title":"t","level":50}"#).first)
    #expect(number.priority.value == nil && number.custom.value == .object(["level": .integer(50)]))
  }
}
