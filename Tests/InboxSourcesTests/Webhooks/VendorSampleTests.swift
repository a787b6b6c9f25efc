import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

@testable import InboxPayloads
@testable import InboxSources

/// Documents as services send them, shortened, and what the first message of each has.
@Suite struct VendorSampleTests {
  /// A block of `Samples/vendors.txt`: its name, the template with headers, the document, and fields.
  struct Sample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var template: String
    var headers: [String: String]
    var document: String
    var fields: [[String]]

    init(_ block: String) {
      let lines = block.split(separator: "\n").map(String.init)
      let words = lines[1].split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
      let document = lines.dropFirst(2).prefix { $0.first?.isLowercase == false }
      testDescription = lines[0]
      template = String(words[0][0])
      headers = Dictionary(
        uniqueKeysWithValues: words.dropFirst().map { (String($0[0]), String($0[1])) })
      self.document = document.joined(separator: "\n")
      fields = lines.dropFirst(2 + document.count).map { line in
        let parts = line.replacing("\\n", with: "\n").split(separator: ": ", maxSplits: 1)
        return parts.map(String.init)
      }
    }
  }

  private static let all = samples("vendors").components(separatedBy: "\n\n").map(Sample.init)

  @Test(arguments: all) func `a document makes the message`(_ sample: Sample) throws {
    let payloads = try Webhook.payloads(
      sample.template, sample.document, headers: sample.headers)
    try #require(!sample.fields.isEmpty)
    for field in sample.fields {
      let (name, value) = (field[0], field[1])
      switch name {
      case "count": #expect(payloads.count == Int(value))
      case "within":
        #expect(payloads.first?.body.value?.contains(value) == true)
      case "unkept": #expect(payloads.first?.rest?.json.contains(value) == false)
      default: #expect(try text(name, of: #require(payloads.first)) ?? "-" == value, "\(name)")
      }
    }
  }

  /// A field as the file has it: a dash for none, and a comma between several.
  private func text(_ name: String, of payload: Payload) throws -> String? {
    func list(_ texts: [String?]?) -> String? {
      texts?.compactMap(\.self).joined(separator: ", ")
    }
    return switch name {
    case "title": payload.title.value
    case "subtitle": payload.subtitle.value
    case "body": payload.body.value
    case "source": payload.source
    case "priority": payload.priority.value.map { "\($0)" }
    case "format": payload.format.value?.rawValue
    case "url": if case .url(let url)? = payload.tap.value { url } else { nil }
    case "links": list(payload.actions.value?.map(\.url))
    case "labels": list(payload.actions.value?.map(\.label))
    case "pictures": list(payload.attachments.value?.map(\.url))
    case "tags": list(payload.tags.value)
    case "id": payload.id
    case "thread": payload.thread.value
    case "fold": payload.fold.value
    case "resolves": payload.resolves
    case "custom": payload.custom.value?.json
    case "rest": payload.rest?.json
    default: throw Unexpected(name)
    }
  }
}

/// What products post to a "webhook URL" of a chat.
@Suite struct ChatTests {
  @Test(arguments: ["slack", "mattermost", "discord"])
  func `the first line of a text is the title, not who sent it`(_ template: String) throws {
    let key = template == "discord" ? "content" : "text"
    let one = try Webhook.payload(template, #"{"username":"Apprise","\#(key)":"Backup failed"}"#)
    #expect(one.title.value == "Backup failed" && one.subtitle.value == "Apprise")
    #expect(one.body.value == nil)
    let more = try Webhook.payload(template, #"{"\#(key)":"**Backup** failed\nDisk full"}"#)
    #expect(more.title.value == "Backup failed" || template == "slack")
    #expect(more.body.value == "Disk full" && more.subtitle.value == nil)
    let long = String(repeating: "word ", count: 40)
    let text = try Webhook.payload(template, #"{"username":"x","\#(key)":"\#(long)"}"#)
    #expect(text.title.value == nil && text.body.value?.hasPrefix("word") == true)
    #expect(throws: HTTPProblem.self) {
      try Webhook.payload(template, #"{"username":"x"}"#).body.value
    }
  }

  @Test func `Discord: documents for Slack and of GitHub go to its address too`() throws {
    let webhooks = Webhook.all([
      WebhookSettings(name: "discord", template: "discord"), WebhookSettings(name: "x"),
    ])
    #expect(
      webhooks.map { $0.path.joined(separator: "/") } == [
        "hooks/discord", "hooks/x", "hooks/discord/slack", "hooks/discord/github",
      ])
    let slack = try webhooks[2].delivery(.make(body: #"{"text":"x"}"#)).payloads.first
    #expect(slack?.title.value == "x" && slack?.source == "discord")
    let star = HTTPCall.make(
      headers: ["x-github-event": "star"],
      body: #"{"action":"created","sender":{"login":"ann"},"repository":{"full_name":"o/r"}}"#)
    #expect(try webhooks[3].delivery(star).payloads.first?.title.value == "ann starred o/r")
  }

  @Test(arguments: [
    ("slack", "attachments"), ("slack", "blocks"), ("mattermost", "attachments"),
    ("discord", "embeds"), ("discord", "components"), ("teams", "sections"),
  ])
  func `so many elements are read, and the others are kept`(template: String, list: String) throws {
    let element = #"{"text":"one","title":"one"}"#
    let elements = Array(repeating: element, count: 10_000) + [#"{"text":"last"}"#]
    let payload = try Webhook.payload(
      template, #"{"text":"x","content":"x","\#(list)":[\#(elements.joined(separator: ","))]}"#)
    #expect(payload.body.value?.contains("last") != true)
    #expect(payload.rest?.json.contains("last") == true)
  }

  @Test func `a text is converted to Markdown once`() throws {
    var count = 0
    var message = ChatMessage { text in
      count += 1
      return "*\(text)*"
    }
    let document = try JSONValue(json: #"{"text":"hello","fallback":"hello","other":"world"}"#)
    message.addLead(message.markdown(document.text(at: "/text")))
    message.addText(message.markdown(document.text(at: "/fallback")))
    let read = message.read(document)
    #expect(read.shown == ["/text", "/fallback"])
    // That of the text which no field shows is the other.
    #expect(count == 2)
  }

  @Test func `each byte of a text with many links is looked at once`() {
    let count = 60_000
    var (inside, outside) = (0, 0)
    var size = 0
    let text = AngleBrackets.map(String(repeating: "a<b|c>", count: count)) { piece in
      inside += 1
      size += piece.utf8.count
      return "[\(piece)]"
    } outside: { piece in
      outside += 1
      size += piece.utf8.count
      return piece
    }
    #expect(inside == count && outside == count + 1 && size == 4 * count)
    #expect(text == String(repeating: "a[b|c]", count: count))
  }

  @Test func `Slack: a payload in a form`() throws {
    let webhook = Webhook(WebhookSettings(name: "slack", template: "slack"))
    let form = HTTPCall.make(
      headers: ["content-type": "application/x-www-form-urlencoded"],
      body: "payload=%7B%22text%22%3A%22Hi+there%22%7D")
    #expect(try webhook.delivery(form).payloads.first?.title.value == "Hi there")
  }

  @Test(arguments: [
    ("a *b c* d", "a **b c** d"), ("2*3*4", "2*3*4"), ("* item\n* item", "* item\n* item"),
    ("<https://e>", "<https://e>"), ("<#C1|ops> <!here>", "#ops @here"),
    ("<!date^1392734382^{date}|Feb 18>", "Feb 18"), ("a < b > c", "a < b > c"), ("x <y", "x <y"),
    ("```let a = 1\nb```", "```\nlet a = 1\nb\n```\n"), ("`<a>` *b*", "`<a>` **b**"),
    ("&lt;b&gt; &amp;lt;", "<b> &lt;"), ("one ``` two", "one ``` two"),
  ])
  func `Slack's markup becomes Markdown`(_ text: String, _ markdown: String) {
    #expect(SlackMarkup.markdown(text) == markdown)
  }
}

/// The text of a file of `Samples`.
func samples(_ name: String) -> String {
  let target = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let file = target.appending(path: "Samples/\(name).txt")
  return must { String(try String(contentsOf: file, encoding: .utf8).dropLast()) }
}

/// The rows of a file of `Samples`, whose cells stand between arrows.
func rows(of name: String) -> [[String]] {
  samples(name).split(separator: "\n").map { $0.components(separatedBy: " => ") }
}

/// The documents of a table, each below a line of cells; a dash is an empty one.
func documents(of table: String) -> [(cells: [String?], document: String)] {
  let lines = table.split(separator: "\n").map(String.init)
  return stride(from: 0, to: lines.count, by: 2).map { index in
    let cells = lines[index].replacing("\\n", with: "\n").components(separatedBy: " | ")
    return (cells.map { $0 == "-" ? nil : $0 }, lines[index + 1])
  }
}

/// Documents of each vendor's shapes, after its documentation; see ``MarkedDocument``.
enum VendorDocuments {
  /// The template, the event of the header, and the document.
  static let all: [(template: String, event: String, document: String)] =
    samples("kept").components(separatedBy: "\n\n").map { block in
      let parts = block.split(separator: "\n", maxSplits: 1).map(String.init)
      let names = parts[0].split(separator: " ").map(String.init)
      return (names[0], names.count > 1 ? names[1] : "", parts[1])
    }
}
