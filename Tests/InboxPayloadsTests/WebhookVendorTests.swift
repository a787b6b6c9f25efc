import Foundation
import InboxCore
import InboxTOML
import InboxTestSupport
import InboxText
import Testing

@testable import InboxPayloads

/// The files of vendors.
@Suite struct WebhookVendorTests {
  private func vendor(_ text: String) throws -> WebhookVendor {
    try WebhookVendor(TOMLSource(name: "own", path: "own.toml", text: text))
  }

  private func errors(_ text: String) -> [String] {
    do {
      _ = try vendor(text)
      return []
    } catch { return (error as? WebhookVendorError)?.errors.map(\.description) ?? ["\(error)"] }
  }

  private func payloads(
    _ vendor: WebhookVendor, _ document: String, headers: [String: String] = [:]
  ) throws -> [Payload] {
    let messages = WebhookMessages(of: vendor, name: "own")
    let value = try JSONValue(json: document)
    return messages.read(value, headers: headers, size: document.utf8.count).payloads
  }

  @Test(arguments: WebhookVendor.builtInNames)
  func `each built-in file is read without an error`(_ name: String) throws {
    let vendor = try WebhookVendor(try #require(WebhookVendor.builtInSource(name)))
    #expect(vendor.name == name && !vendor.about.isEmpty)
    for event in vendor.events where !event.fields.isEmpty {
      #expect(event.fields["title"] != nil, "\(name) \(event.conditions)")
    }
  }

  @Test func `each file of the folder is a vendor`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let folder = tests.appending(path: "../../Sources/InboxPayloads/Webhooks/Vendors")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.sorted() == WebhookVendor.builtInNames.map { "\($0).toml" }.sorted())
    #expect(WebhookVendor.builtIn("github")?.name == "github")
    #expect(WebhookVendor.builtIn("githup") == nil)
  }

  private static let own = #"""
    about = "A forge"
    kind = "{header:x-event}"
    proof = { signature = ["X-Sign"], prefix = "sha256=" }

    [fields]
    source = "{/repo}"
    priority = "{/level}"

    [[event]]
    kind = "push|create"
    when = { "{/deleted}" = "|false" }
    title = '{/who} pushed{" to "ref:/ref}'

    [[event]]
    kind = "ping"
    ignore = true

    [[event]]
    title = "{header:x-event}"
    priority = ""
    """#

  @Test func `a file of one's own says which events there are`() throws {
    let vendor = try vendor(Self.own)
    #expect(vendor.proof == .signature(headers: ["x-sign"], prefix: "sha256="))
    let document = #"{"who":"ann","ref":"refs/heads/main","repo":"o/r","level":"error"}"#
    let push = try #require(try payloads(vendor, document, headers: ["x-event": "push"]).first)
    #expect(push.title.value == "ann pushed to main" && push.source == "own/o/r")
    #expect(push.priority.value == .high)
    #expect(try payloads(vendor, document, headers: ["x-event": "ping"]).isEmpty)
    let deleted = document.replacing("{\"who", with: "{\"deleted\":true,\"who")
    let other = try #require(try payloads(vendor, deleted, headers: ["x-event": "push"]).first)
    #expect(other.title.value == "push" && other.priority.value == nil)
  }

  @Test func `a file may change a built-in one`() throws {
    let vendor = try vendor("template = \"gotify\"\n[fields]\nsubtitle = \"{/extras/host}\"")
    let payload = try #require(
      try payloads(vendor, #"{"title":"T","message":"M","extras":{"host":"atlas"}}"#).first)
    #expect(payload.subtitle.value == "atlas" && payload.body.value == "M")
    #expect(vendor.answer == .gotify)
    // Also one whose messages a reader makes.
    let chat = try self.vendor("template = \"slack\"\n[fields]\nsource = \"{/channel}\"")
    let message = try #require(try payloads(chat, #"{"text":"hi","channel":"ops"}"#).first)
    #expect(message.title.value == "hi" && message.source == "own/ops")
  }

  @Test(arguments: [
    ("[fields]\ntitel = \"x\"", "own.toml:2:1: unknown key fields.titel"),
    ("[fields]\ntitle = \"{/a\"", "own.toml:2:9: "),
    ("[[event]]\nkind = \"x\"\ntitle = \"t\"", "own.toml:2:8: "),
    ("[[event]]\nwhen = { \"{a}\" = \"x\" }\ntitle = \"t\"", "own.toml:2:"),
    ("reader = \"slak\"", "own.toml:1:10: "),
    ("about = \"x\"", "own.toml:1:1: fields: the file needs [fields]"),
    ("template = \"githup\"", "own.toml:1:12: "), ("proof = { head = \"x\" }", "own.toml:1:"),
    ("proof = 5\n[fields]\ntitle = \"{/a}\"", "own.toml:1:9: proof: it needs one of"),
    (
      "proof = { field = \"a\" }\n[fields]\ntitle = \"{/a}\"",
      "own.toml:1:9: proof: it needs one of"
    ),
    ("[[event]]\nwhen = \"x\"\ntitle = \"t\"", "own.toml:2:8: event[1].when: it needs values"),
    ("[[event]]\nwhen = { \"/a\" = \"x\" }\ntitle = \"t\"", "own.toml:2:"),
  ])
  func `a mistake is told with its place`(_ text: String, _ start: String) {
    #expect(errors(text).first?.hasPrefix(start) == true, "\(errors(text))")
  }

  @Test func `a file of one's own may have fixed texts; what cannot be read is left out`() throws {
    let vendor = try vendor(
      "kind = \"{/k}\"\n[[event]]\nkind = \"a\"\ntitle = \"Deployed\"\nprogress = \"{/p}\"")
    for (progress, expected) in [("50 %", 50), ("33.7", 33), ("n/a", nil), ("120", nil)] {
      let document = #"{"k":"a","p":"\#(progress)"}"#
      let payload = try #require(try payloads(vendor, document).first)
      #expect(payload.title.value == "Deployed" && payload.progress.value == expected)
    }
  }

  @Test func `a fixed text is a message, and one of what is missing is none`() throws {
    let bell = try vendor("[fields]\ntitle = \"Door bell\"")
    #expect(try payloads(bell, "{}").map(\.title.value) == ["Door bell"])
    let part = try vendor("[fields]\ntitle = \"Build {/name}\"\nbody = \"{/log}\"")
    #expect(try payloads(part, "{}").isEmpty)
    #expect(try payloads(part, #"{"log":"x"}"#).map(\.body.value) == ["x"])
  }

  @Test(arguments: [
    ("{/label}", #"{"label":"two words"}"#, ["two words"]),
    ("{/label}", #"{"label":["two words","three"]}"#, ["two words", "three"]),
    ("{commas:/label}", #"{"label":"two  words"}"#, ["two", "words"]),
  ])
  func `a tag may have blanks, and words become tags where the template says so`(
    _ template: String, _ document: String, _ tags: [String]
  ) throws {
    let vendor = try vendor("[fields]\ntitle = \"T\"\ntags = \"\(template)\"")
    #expect(try payloads(vendor, document).first?.tags.value == tags)
  }

  @Test func `objects that a list of texts leaves out are kept`() throws {
    let vendor = try vendor("[fields]\ntitle = \"{/a}\"\nbody = \"{/l/*}\"")
    let payload = try #require(try payloads(vendor, #"{"a":"A","l":["x",{"d":"kept"}]}"#).first)
    #expect(payload.body.value == "x" && payload.rest?.json.contains("kept") == true)
  }
}

/// A push of Marketing Cloud, and the inbox message that follows it.
struct MarketingCloudTests {
  private let inbox: Inbox

  init() throws { inbox = try .testing() }

  private static let whole = """
    {"id": "M1", "subject": "Your order 4711", "alert": "whole",
     "sendDateUtc": "1970-01-01T00:00:10Z", "url": "https://example.org/inbox"}
    """

  @discardableResult
  private func push(_ json: String, at seconds: Double = 100) throws -> PushOutcome.RecordResult {
    try inbox.at(.testing(seconds)).push(try decoded(json), defaultSource: "mc")
  }

  private func message() throws -> Message { try #require(try inbox.message(MessageNumber(1))) }

  @Test(arguments: [
    #""id":"M1","url":"https://example.org/inbox""#, #""id":"M1","custom":"a text""#,
    #""id":"M1","name":"spring""#, #""_mid":"M1""#,
    #""_sid":"SFMC","_m":"M1","_r":"r","_mt":8"#,
  ])
  func `a push is a part, completed by the whole and never in its place`(beside: String) throws {
    let part = #"{"aps":{"alert":{"title":"Your order","body":"has shipped"}},\#(beside)}"#
    #expect(try push(part) == .inserted(MessageNumber(1), id: "M1"))
    #expect(try message().isPartial)
    try push(Self.whole)
    #expect(try message().title == "Your order 4711")
    #expect(try !message().isPartial)
    #expect(try push(part) == .ignored(.fullIsHere))
    #expect(try message().title == "Your order 4711")
    #expect(try message().body == "whole")
  }

  @Test(arguments: [
    #""id":"M1""#, #""id":"M1","url":"u:x","cxone_data":{"thread_id":"T"}"#,
    #""id":"M1","name":"n","pushId":"p""#, #""_m":"M1","sendDateUtc":"2026-01-31T08:15:00Z""#,
    #""url":"https://example.org""#,
  ])
  func `a push that nothing will complete is whole`(beside: String) throws {
    #expect(try !decoded(#"{"aps":{"alert":"x"},\#(beside)}"#).isPartial)
  }

  @Test func `the link beside aps is what opening opens, unless another part says where`() throws {
    let plain = try decoded(#"{"aps":{"alert":"x"},"url":"https://example.org"}"#)
    #expect(plain.tap == .set(.url("https://example.org")))
    #expect(plain.custom == .absent)
    let other = try decoded(#"{"aps":{"alert":"x"},"_od":"app://x","url":"https://example.org"}"#)
    #expect(other.tap == .set(.url("app://x")))
    #expect(other.custom == .set(.object(["url": "https://example.org"])))
  }

  @Test func `the place follows the first sending time, and no later one`() throws {
    try push(#"{"id":"older","title":"older","sent_at":50}"#, at: 0)
    try push(#"{"aps":{"alert":"part"},"_mid":"M1"}"#)
    let number = MessageNumber(2)
    func order() throws -> [MessageNumber] {
      try inbox.at(.testing(300)).snapshot(of: .init(), in: .init(limit: 9)).rows.map(\.number)
    }
    #expect(try order() == [number, MessageNumber(1)])
    try push(Self.whole, at: 200)
    #expect(try order() == [MessageNumber(1), number])
    let row = try inbox.at(.testing(300)).snapshot(of: .init(), in: .init(limit: 9)).rows[1]
    #expect(row.sortDate == Date(timeIntervalSince1970: 10))
    #expect(try inbox.message(number)?.sortDate == row.sortDate)
    try push(#"{"id":"M1","sendDateUtc":"1970-01-01T00:00:55Z","subject":"again"}"#, at: 250)
    #expect(try order() == [MessageNumber(1), number])
  }

  @Test func `null for a text that another stands in for is not kept`() throws {
    let message = try decoded(#"{"subject":"s","title":null,"custom":null}"#)
    #expect(message.title == .set("s"))
    #expect(message.custom == .cleared)
  }
}
