import InboxCore
import InboxSettings
import InboxText
import Testing

@testable import InboxPayloads
@testable import InboxSources

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
