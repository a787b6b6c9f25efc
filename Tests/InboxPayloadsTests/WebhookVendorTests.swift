import Foundation
import InboxCore
import InboxTOML
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
