import Foundation
import InboxCore
import InboxText
import Testing

@testable import InboxSources

@Suite struct NtfyPublishTests {
  private static let now = Date(timeIntervalSince1970: 1_767_225_600)

  private func publish(_ call: HTTPCall) throws -> NtfyPublish {
    try NtfyPublish(
      call, to: NtfyTopic("topic"), at: Self.now,
      timeZone: try #require(TimeZone(identifier: "UTC")))
  }

  @Test(arguments: [
    ("title", ["X-Title", "Title", "t"]), ("click", ["X-Click", "Click"]),
    ("filename", ["X-Filename", "Filename", "File", "f"]),
    ("sequence_id", ["X-Sequence-ID", "Sequence-ID", "SID"]),
  ])
  func `each name of a text is known, in header and query`(field: String, names: [String]) throws {
    for name in names {
      let header = try publish(.make(headers: [name.lowercased(): "v"]))
      #expect(header.fields[field] == "v", "\(name)")
      #expect(try publish(.make(query: [(name, "v")])).fields[field] == "v", "\(name)")
    }
  }

  @Test(arguments: [
    ("1", 1), ("min", 1), ("low", 2), ("default", 3), ("4", 4), ("high", 4), ("max", 5),
    ("URGENT", 5),
  ])
  func `a priority is a number or a name`(_ text: String, _ number: Int64) throws {
    for name in ["x-priority", "priority", "prio", "p"] {
      #expect(try publish(.make(headers: [name: text])).fields["priority"] == .integer(number))
    }
  }

  @Test func `the priority of a browser is none of ours`() throws {
    #expect(try publish(.make(headers: ["priority": "u=4, i"])).fields["priority"] == nil)
    let both = HTTPCall.make(headers: ["priority": "u=4", "p": "5"])
    #expect(try publish(both).fields["priority"] == .integer(5))
  }

  @Test func `a message elsewhere has its line ends, and beside a body it is kept`() throws {
    #expect(try publish(.make(headers: ["message": "a\\nb"])).fields["message"] == "a\nb")
    let both = try publish(.make(headers: ["message": "a"], body: "b"))
    #expect(both.fields["message"] == "b")
    #expect(try both.payload().custom == .set(.object(["x-message": "a"])))
    #expect(both.answer(id: "1").value(at: "/x-message") == nil)
    #expect(try publish(.make(body: " \n")).fields["message"] == "triggered")
  }

  @Test func `tags, markdown and delay are read`() throws {
    let call = HTTPCall.make(
      headers: ["tags": "a, b ,,c", "content-type": "text/markdown; charset=utf-8"], body: "x")
    #expect(try publish(call).fields["tags"] == .array(["a", "b", "c"]))
    #expect(try publish(call).fields["markdown"] == .bool(true))
    for name in ["x-delay", "delay", "x-at", "at", "x-in", "in"] {
      let delayed = try publish(.make(headers: [name: "30m"]))
      #expect(delayed.startsAt == Self.now + 1_800)
    }
    #expect(try publish(.make(headers: ["at": "tomorrow, 10am"])).startsAt == Self.now + 122_400)
    #expect(try publish(.make(headers: ["at": "1767225700"])).startsAt == Self.now + 100)
    #expect(throws: HTTPProblem.smallDelay) { try publish(.make(headers: ["at": "1000000000"])) }
    #expect(throws: HTTPProblem.cannotParseDelay) { try publish(.make(headers: ["in": "soon"])) }
  }

  @Test func `the payload has all of it`() throws {
    let call = HTTPCall.make(
      headers: ["title": "T", "p": "4", "tags": "a", "click": "https://e.org", "in": "1h"],
      body: "b")
    let payload = try publish(call).payload()
    #expect(payload.source == "ntfy/topic")
    #expect(payload.title == .set("T"))
    #expect(payload.body == .set("b"))
    #expect(payload.priority == .set(.high))
    #expect(payload.tap == .set(.url("https://e.org")))
    #expect(payload.startsAt == .set(Self.now + 3_600))
    #expect(payload.sentAt == .set(Self.now))
  }

  @Test func `JSON cannot say what the server sets`() throws {
    let json = #"{"topic":"t","id":"mine","time":1,"event":"open","email":"a@b","cache":"no"}"#
    let publish = try NtfyPublish(json: .make(body: json), at: Self.now)
    #expect(publish.fields == ["topic": "t", "message": "triggered"])
    let answer = publish.answer(id: "x")
    #expect(
      answer.json
        == #"{"event":"message","id":"x","message":"triggered","time":1767225600,"topic":"t"}"#)
  }

  @Test(arguments: ["null", "\"\""])
  func `null and an empty text mean that a field is not set`(_ unset: String) throws {
    let names = [
      "message", "title", "tags", "priority", "click", "attach", "filename", "icon", "delay",
      "actions", "markdown", "email", "call", "sequence_id",
    ]
    let fields = names.map { #""\#($0)":\#(unset)"# }.joined(separator: ",")
    let publish = try NtfyPublish(json: .make(body: #"{"topic":"t",\#(fields)}"#), at: Self.now)
    #expect(publish.fields == ["topic": "t", "message": "triggered"])
    #expect(publish.startsAt == nil)
    let payload = try publish.payload()
    #expect(payload.tap.value == nil && payload.attachments.value == nil)
  }

  @Test func `headers say what JSON leaves out`() throws {
    let call = HTTPCall.make(
      headers: ["x-priority": "high", "x-tags": "warning", "title": "no", "delay": "1h"],
      body: #"{"topic":"t","title":"T","message":"m"}"#)
    let publish = try NtfyPublish(json: call, at: Self.now)
    #expect(
      publish.fields == [
        "topic": "t", "title": "T", "message": "m", "priority": .integer(4),
        "tags": .array(["warning"]),
      ])
    #expect(publish.startsAt == Self.now + 3_600)
  }

  @Test func `the answer has the names that readers get`() throws {
    let call = HTTPCall.make(
      headers: [
        "markdown": "yes", "attach": "https://e.org/a.png", "filename": "a.png",
        "click": "https://e", "actions": "view, Open, https://e",
      ], body: "*x*")
    guard case .object(let answer) = try publish(call).answer(id: "1") else {
      Issue.record("no object")
      return
    }
    #expect(answer["content_type"] == "text/markdown" && answer["markdown"] == nil)
    #expect(answer["attachment"] == .object(["name": "a.png", "url": "https://e.org/a.png"]))
    #expect(answer["attach"] == nil && answer["filename"] == nil && answer["click"] == "https://e")
    #expect(answer["actions"]?.value(at: "/0/id") == "Open")
    let plain = try NtfyPublish(json: .make(body: #"{"topic":"t","markdown":false}"#), at: Self.now)
      .answer(id: "1")
    #expect(plain.value(at: "/markdown") == nil && plain.value(at: "/content_type") == nil)
  }

  @Test(
    arguments: [("4", 4), ("\"high\"", 4), ("\"5\"", 5), ("0", nil), ("null", nil)]
      as [(String, Int64?)])
  func `a priority in JSON is one of ntfy's`(_ text: String, _ number: Int64?) throws {
    let call = HTTPCall.make(body: #"{"topic":"t","priority":\#(text)}"#)
    #expect(
      try NtfyPublish(json: call, at: Self.now).fields["priority"] == number.map(JSONValue.integer))
  }

  // The word itself is kept for the message.
  @Test(arguments: [("error", 4), ("critical", 5), ("URGENT", 5)] as [(String, Int64)])
  func `the answer has the types of ntfy`(_ word: String, _ number: Int64) throws {
    let body = #"{"topic":"t","priority":"\#(word)","tags":"a, b"}"#
    let header = HTTPCall.make(headers: ["priority": word, "tags": "a, b"])
    for publish in [try NtfyPublish(json: .make(body: body), at: Self.now), try publish(header)] {
      let answer = publish.answer(id: "1")
      #expect(answer.value(at: "/priority") == .integer(number))
      #expect(answer.value(at: "/tags") == .array(["a", "b"]))
      #expect(try publish.payload().tags == .set(["a", "b"]))
    }
  }

  @Test(arguments: ["9", "-1", "77", "\"purple\"", "true", "4.5"])
  func `another priority in JSON is refused as in a header`(_ text: String) {
    #expect(throws: HTTPProblem.badPriority) {
      try NtfyPublish(json: .make(body: #"{"topic":"t","priority":\#(text)}"#), at: Self.now)
    }
  }

  @Test(arguments: [
    "", "[]", "{", #"{"message":"x"}"#, #"{"topic":3}"#, #"{"topic":"../x"}"#,
    #"{"topic":"t","delay":5}"#, #"{"topic":"t","attach":"ftp://x"}"#,
    #"{"topic":"t","actions":[{"action":"view","label":"x"}]}"#,
  ])
  func `JSON that is no message is refused`(_ json: String) {
    #expect(throws: HTTPProblem.self) { try NtfyPublish(json: .make(body: json), at: Self.now) }
  }

  @Test func `templates of a request are filled from its body`() throws {
    let document =
      #"{"hostname":"philsw.com","error":{"level":"severe","desc":"Disk is full"},"n":5}"#
    let call = HTTPCall.make(
      headers: ["priority": #"{{if eq .error.level "severe"}}5{{else}}2{{end}}"#],
      query: [
        ("tpl", "1"), ("t", "{{.hostname}}: {{.error.level | upper}}"),
        ("m", #"Error: {{.error.desc}}\n{{range until .n}}{{.}}{{end}}"#),
      ], body: document)
    let fields = try publish(call).fields
    #expect(fields["title"] == "philsw.com: SEVERE")
    #expect(fields["message"] == "Error: Disk is full\n01234")
    #expect(fields["priority"] == .integer(5))
    // Without a template of the text nothing of the body is lost.
    let title = HTTPCall.make(headers: ["x-template": "yes", "title": "{{.n}}"], body: document)
    let whole = try publish(title).fields
    #expect(whole["title"] == "5" && whole["message"] == .string(document))
    let off = HTTPCall.make(headers: ["template": "no"], query: [("t", "{{.n}}")], body: "x")
    #expect(try publish(off).fields["title"] == "{{.n}}")
  }

  @Test(arguments: [
    ("1", "{{.x}}", "no JSON", HTTPProblem.templateNeedsJSON), ("1", "{{.x", "{}", .badTemplate),
    ("1", "{{call .x}}", "{}", .disallowedInTemplate),
    ("1", "{{fail \"no\"}}", "{}", .templateFailed),
    ("1", "{{range until 9999}}{{range until 9999}}{{end}}{{end}}", "{}", .templateTimedOut),
    ("1", String(repeating: "x", count: 40_000), "{}", .templateTooLarge),
    ("1", "{{repeat 300000 \"x\"}}", "{}", .templateTextTooLarge),
    ("1", "", "[", .templateNeedsJSON), ("unknown", "", "{}", .noTemplate),
  ])
  func `what is wrong with a template has ntfy's number`(
    _ name: String, _ template: String, _ body: String, _ problem: HTTPProblem
  ) {
    let call = HTTPCall.make(query: [("template", name), ("m", template)], body: body)
    let error = #expect(throws: HTTPProblem.self) { try publish(call) }
    #expect(error?.code == problem.code)
    #expect(error?.message.hasPrefix(problem.message) == true, "\(String(describing: error))")
  }

  @Test(arguments: ["", "a/b", "..", "a.b", "ä", "a b", String(repeating: "a", count: 65)])
  func `what is no topic is refused`(_ name: String) {
    #expect(throws: HTTPProblem.badTopic) { try NtfyTopic(name) }
  }

  @Test(arguments: rows(of: "ntfy-actions"))
  func `actions are read in both forms`(_ row: [String]) throws {
    #expect(try NtfyActions.list(row[0]).json == row[1])
  }

  @Test(arguments: [
    "view", "view, Label", "dance, x", "view, 'x, u", "view, 'x' y, u", "view, l, u, more",
    "view, l, u, colour=red", "[", #"[{"label":"x"}]"#, "view,a,u;view,b,u;view,c,u;view,d,u",
  ])
  func `actions that are none are refused`(_ text: String) {
    #expect(throws: HTTPProblem.self) { try NtfyActions.list(text) }
  }
}
