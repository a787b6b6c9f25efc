import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

@testable import InboxSources

/// How the bodies of webhooks come in, and that none is taken whose text is not seen.
@Suite struct WebhookBodyTests {
  private func form(_ fields: [(name: String, value: String)], file: String? = nil) -> HTTPCall {
    var body = fields.map { name, value in
      "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }.joined()
    if let file {
      body +=
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(file)\"\r\n\r\n12345\r\n"
    }
    return .make(
      headers: ["content-type": "multipart/form-data; boundary=b"], body: body + "--b--\r\n")
  }

  private func payloads(_ template: String, _ call: HTTPCall) throws -> [Payload] {
    try Webhook(WebhookSettings(name: template, template: template)).delivery(call).payloads
  }

  private func payload(_ template: String, _ call: HTTPCall) throws -> Payload {
    try #require(try payloads(template, call).first)
  }

  @Test func `Uptime Kuma's form has the document in a field`() throws {
    let document =
      #"{"heartbeat":{"status":0,"msg":"timeout"},"monitor":{"id":4,"name":"shop"},"msg":"x"}"#
    let payload = try payload("uptime-kuma", form([("data", document)]))
    #expect(payload.title.value == "shop is down" && payload.body.value == "timeout")
  }

  @Test func `what has nothing that the template knows is refused, not stored empty`() {
    for call in [form([("data", "no json")]), HTTPCall.make(body: #"{"other":1}"#)] {
      let problem = #expect(throws: HTTPProblem.self) { try payloads("uptime-kuma", call) }
      #expect(problem?.message.contains("nothing in it that 'uptime-kuma' sends") == true)
    }
  }

  @Test func `a field beside the document is kept, and one that comes twice is a list`() throws {
    let body = try WebhookBody(
      form([("payload_json", #"{"content":"a"}"#), ("x", "1"), ("x", "2")]))
    #expect(body.document == .object(["content": "a", "x": .array(["1", "2"])]))
  }

  @Test(arguments: ["a", "a=%41", "=", "a=b"])
  func `a form has a limited number of fields, also of one name`(_ field: String) throws {
    func encoded(_ count: Int) -> HTTPCall {
      .make(
        headers: ["content-type": "application/x-www-form-urlencoded"],
        body: String(repeating: field + "&", count: count - 1) + "b=1")
    }
    let body = try WebhookBody(encoded(HTTPCall.mostFields))
    let name = field == "=" ? "" : "a"
    #expect(body.document.list(at: "/\(name)").count == HTTPCall.mostFields - 1)
    // What is behind the limit is not even decoded: it is not UTF-8.
    var long = encoded(HTTPCall.mostFields + 1)
    long.body += Array("&c=%FF".utf8)
    #expect(throws: HTTPProblem.tooManyFields) { try WebhookBody(long) }
    #expect(HTTPProblem.tooManyFields.message.contains("1000 fields"))
  }

  @Test func `a file's name is told in the text`() throws {
    let call = form([("payload_json", #"{"content":"See"}"#)], file: "plot.png")
    let note = "plot.png (5 B) came with it and was not kept."
    #expect(try payloads("discord", call).first?.title.value == "See")
    #expect(try payloads("discord", call).first?.body.value == note)
    #expect(try payloads("discord", form([], file: "plot.png")).first?.body.value == note)
  }

  @Test(arguments: [
    (["content-type": "application/xml"], "application/xml"),
    (["content-type": "application/octet-stream"], "application/octet-stream"),
    (["content-type": "multipart/form-data"], "multipart/form-data"),
    (["content-encoding": "gzip", "content-type": "application/json"], "gzip"),
  ])
  func `a body of an unknown kind is refused by name`(_ headers: [String: String], _ name: String) {
    let problem = #expect(throws: HTTPProblem.self) {
      try WebhookBody(.make(headers: headers, body: "<a/>"))
    }
    #expect(problem?.status == 415 && problem?.message.contains(name) == true)
  }

  @Test(arguments: [
    (-2, Priority.min), (0, .min), (1, .low), (3, .low), (4, .default), (5, .default), (6, .high),
    (7, .high), (8, .max), (10, .max), (11, .max),
  ])
  func `Gotify's priorities become the nearest`(_ number: Int, _ priority: Priority) throws {
    let payload = try payloads(
      "gotify", .make(body: #"{"message":"m","priority":\#(number)}"#)
    ).first
    #expect(payload?.priority.value == priority)
  }

  @Test func `Gotify's extras are kept`() throws {
    let payload = try payload(
      "gotify",
      .make(
        body: #"""
          {"message":"**m**","extras":{"client::display":{"contentType":"text/markdown"},
           "client::notification":{"click":{"url":"https://e"},"bigImageUrl":"https://e/i.png"}}}
          """#))
    #expect(payload.format.value == .markdown && payload.tap.value == .url("https://e"))
    #expect(payload.attachments.value?.map(\.url) == ["https://e/i.png"])
    #expect(payload.attachments.value?.first?.format == .image)
  }

  @Test func `a token's name is the source of what comes with it`() throws {
    let webhook = Webhook(WebhookSettings(name: "gotify", template: "gotify"))
    let call = HTTPCall.make(body: #"{"message":"m"}"#)
    let named = try webhook.delivery(call, by: AccessToken("a-long-token", name: "proxmox"))
    #expect(named.payloads.first?.source == "gotify/proxmox")
    #expect(
      try webhook.delivery(call, by: AccessToken("a-long-token")).payloads.first?.source == "gotify"
    )
  }
}

/// Webhooks that make a message of each element of a list.
@Suite struct WebhookListTests {
  /// A delivery to a webhook whose messages are the elements of a list.
  private func jobs(
    _ document: String, title: String = "{/name}: {/state?ok=passed,failed}"
  ) throws -> WebhookDelivery {
    let settings = WebhookSettings(
      name: "ci", template: "json", each: "/jobs",
      ownFields: ["title": try Template(title), "body": try Template("{/log}")])
    return try Webhook(settings).delivery(.make(body: document))
  }

  @Test func `elements without anything in them are left out and counted`() throws {
    let some = try jobs(
      #"""
      {"jobs":[null,{"name":"a","state":"ok"},{"state":"ok","log":"x"},"b",{"name":"c"},[]]}
      """#)
    #expect(some.payloads.map(\.title.value) == ["a: passed", "ci", "ci", "c: failed"])
    #expect(some.payloads.map(\.body.value) == [nil, "x", "b", nil])
    #expect(some.badCount == 2)
    #expect(
      some.firstProblem?.message
        == "invalid request: there is nothing in it that 'json' sends (element 1)")
    let pairs = try jobs(#"{"jobs":[["a","b"],["c"]]}"#, title: "{/0}, {/1}")
    #expect(pairs.payloads.map(\.title.value) == ["a, b", "c,"] && pairs.badCount == 0)
    let none = HTTPProblem.badPayload.because(
      "there is nothing in it that 'json' sends (element 1)")
    #expect(throws: none) { try jobs(#"{"jobs":[{},null]}"#) }
    #expect(try jobs(#"{"jobs":[]}"#).badCount == 0)
  }

  @Test(arguments: [#"{"state":"ok","log":"x"}"#, #"{"name":"a"}"#, #"{"other":"x"}"#, #""text""#])
  func `an element is the message that it is alone`(_ document: String) throws {
    let fields = [
      "title": try Template("{/name}: {/state?ok=passed,failed}"), "body": try Template("{/log}"),
    ]
    let alone = Webhook(WebhookSettings(name: "ci", ownFields: fields))
    #expect(
      try alone.delivery(.make(body: document)).payloads
        == jobs(#"{"jobs":[\#(document)]}"#).payloads)
  }
}

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
