import InboxCore
import InboxSettings
import InboxText
import Testing

@testable import InboxPayloads
@testable import InboxSources

/// What products post to a "webhook URL" of a chat.
@Suite struct ChatTests {
  @Test func `Discord: content and embeds with all their parts`() throws {
    let payload = try Webhook.payload(
      "discord",
      #"""
      {"username":"Sonarr","content":"Hi <@12>, <:ok:34>","embeds":[
       {"title":"Grabbed","url":"https://e/1","description":"A **show**\nline two",
        "author":{"name":"S01","url":"https://e/2"},
        "fields":[{"name":"Quality","value":"HD"},{"name":"Size","value":"1 GB"}],
        "image":{"url":"https://e/i.png"},"footer":{"text":"foot"}},
       {"title":"Second","url":"https://e/3"}],
       "components":[{"type":1,"components":[{"type":2,"style":5,"label":"Open","url":"https://e/4"}]}]}
      """#)
    #expect(payload.title.value == "Grabbed" && payload.subtitle.value == "Sonarr")
    #expect(payload.source == "discord" && payload.format.value == .markdown)
    #expect(
      payload.body.value == """
        Hi @12, :ok:

        S01

        A **show**\("  ")
        line two

        **Quality:** HD

        **Size:** 1 GB

        foot

        **Second**
        """)
    #expect(payload.tap.value == .url("https://e/1"))
    #expect(payload.actions.value?.map(\.url) == ["https://e/2", "https://e/3", "https://e/4"])
    #expect(payload.actions.value?.map(\.label) == ["S01", "Second", "Open"])
    #expect(payload.attachments.value?.map(\.url) == ["https://e/i.png"])
  }

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

  @Test func `a link in the first line stays in the text`() throws {
    let payload = try Webhook.payload("slack", #"{"text":"See <https://e/c|main> now"}"#)
    #expect(payload.title.value == "See main now")
    #expect(payload.body.value == "See [main](https://e/c) now")
  }

  @Test func `an author is the title of a message without a heading`() throws {
    let payload = try Webhook.payload(
      "slack",
      #"""
      {"username":"kustomize-controller","attachments":[{"color":"danger","author_name":
       "kustomization/webapp.apps","text":"timed out","fields":[{"title":"revision","value":"a1"}]}]}
      """#)
    #expect(payload.title.value == "kustomization/webapp.apps")
    #expect(payload.body.value == "timed out\n\n**revision:** a1")
  }

  @Test func `a text that the blocks repeat is shown once`() throws {
    let payload = try Webhook.payload(
      "slack",
      #"""
      {"text":"Head\nDisk *full* &amp; hot","blocks":[
       {"type":"header","text":{"type":"plain_text","text":"Head"}},
       {"type":"section","text":{"type":"mrkdwn","text":"Disk *full* &amp; hot"}}]}
      """#)
    #expect(payload.title.value == "Head" && payload.body.value == "Disk **full** & hot")
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

  @Test func `Slack: elements that are not known show their texts and links`() throws {
    let payload = try Webhook.payload(
      "slack",
      #"""
      {"blocks":[{"type":"card","block_id":"b1","title":{"type":"mrkdwn","text":"*Big*"},"body":
       {"lines":["one",{"caption":"two"}]},"link":"https://e/x"},
       {"type":"table","rows":[[{"type":"raw_text","text":"a"},{"type":"raw_text","text":"b"}]]}]}
      """#)
    #expect(payload.title.value == "Big" && payload.body.value == "one\n\ntwo\n\na · b")
    #expect(payload.tap.value == .url("https://e/x"))
  }

  @Test func `Teams: code, and elements that are not known`() throws {
    let payload = try Webhook.payload(
      "teams",
      #"""
      {"type":"AdaptiveCard","body":[{"type":"TextBlock","text":"Build","size":"large"},
       {"type":"CodeBlock","codeSnippet":"let a = 1\nlet b","language":"swift"},
       {"type":"Chart.Pie","title":"Load","data":[{"legend":"left","value":3}]}]}
      """#)
    #expect(payload.title.value == "Build")
    #expect(payload.body.value == "```swift\nlet a = 1\nlet b\n```\n\nLoad\n\nleft")
  }

  @Test func `Slack: blocks of every kind are flattened`() throws {
    let payload = try Webhook.payload(
      "slack",
      #"""
      {"username":"ci","text":"Build 7 failed","blocks":[
       {"type":"header","text":{"type":"plain_text","text":"Build 7"}},
       {"type":"section","text":{"type":"mrkdwn","text":"*Failed* on <https://e/c|main> &amp; ~x~ `a*b*`"},
        "fields":[{"type":"mrkdwn","text":"*Who*\nann"},{"type":"plain_text","text":"3 min"}],
        "accessory":{"type":"button","text":{"type":"plain_text","text":"Log"},"url":"https://e/log"}},
       {"type":"divider"},
       {"type":"context","elements":[{"type":"mrkdwn","text":"by <@U1>"},{"type":"image","image_url":"https://e/i.png","alt_text":"i"}]},
       {"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Retry"},"url":"https://e/retry"}]},
       {"type":"rich_text","elements":[
         {"type":"rich_text_section","elements":[{"type":"text","text":"see "},{"type":"link","url":"https://e/d","text":"docs"}]},
         {"type":"rich_text_list","style":"bullet","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"one","style":{"bold":true}}]}]},
         {"type":"rich_text_preformatted","elements":[{"type":"text","text":"code"}]}]},
       {"type":"new_kind","text":{"type":"plain_text","text":"later"}}]}
      """#)
    #expect(payload.title.value == "Build 7" && payload.subtitle.value == "ci")
    #expect(
      payload.body.value
        == """
        Build 7 failed

        **Failed** on [main](https://e/c) & ~~x~~ `a*b*`

        *Who*\("  ")
        ann

        3 min

        by @U1

        see [docs](https://e/d)\("  ")
        - **one**\("  ")
        ```
        code
        ```

        later
        """.replacing("*Who*", with: "**Who**"))
    #expect(payload.actions.value?.map(\.label) == ["Log", "Retry"])
    #expect(payload.attachments.value?.map(\.url) == ["https://e/i.png"])
  }

  @Test func `Slack: attachments, and a payload in a form`() throws {
    let document = #"""
      {"attachments":[{"color":"danger","pretext":"Pre","author_name":"Ann","title":"Disk &lt;1&gt;",
       "title_link":"https://e","text":"97 % full","fields":[{"title":"Host","value":"atlas"}],
       "fallback":"not shown","footer":"Graf","actions":[{"type":"button","text":"Ack","url":"https://e/a"}]}]}
      """#
    let payload = try Webhook.payload("slack", document)
    #expect(payload.title.value == "Disk <1>" && payload.priority.value == .high)
    #expect(payload.body.value == "Pre\n\nAnn\n\n97 % full\n\n**Host:** atlas\n\nGraf")
    #expect(payload.tap.value == .url("https://e"))
    #expect(payload.actions.value?.map(\.label) == ["Ack"])
    let webhook = Webhook(WebhookSettings(name: "slack", template: "slack"))
    let form = HTTPCall.make(
      headers: ["content-type": "application/x-www-form-urlencoded"],
      body: "payload=%7B%22text%22%3A%22Hi+there%22%7D")
    #expect(try webhook.delivery(form).payloads.first?.title.value == "Hi there")
    let fallback = try Webhook.payload("slack", #"{"attachments":[{"fallback":"plain"}]}"#)
    #expect(fallback.title.value == "plain")
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

  @Test func `Mattermost: its texts are Markdown already`() throws {
    let payload = try Webhook.payload(
      "mattermost",
      #"""
      {"username":"bot","text":"# Head\n*it* <b>","priority":{"priority":"urgent"},
       "attachments":[{"title":"T","text":"*x*"}],"props":{"card":"More"}}
      """#)
    #expect(payload.title.value == "T" && payload.priority.value == .max)
    #expect(payload.body.value == "# Head  \n*it* <b>\n\n*x*\n\nMore")
  }

  @Test func `Teams: a message card`() throws {
    let payload = try Webhook.payload(
      "teams",
      #"""
      {"@type":"MessageCard","themeColor":"f00","summary":"Sum","title":"Build","text":"Failed",
       "sections":[{"activityTitle":"Ann","activitySubtitle":"today","text":"sec",
        "facts":[{"name":"Branch","value":"main"}]}],
       "potentialAction":[{"@type":"OpenUri","name":"Log","targets":[{"os":"default","uri":"https://e/l"}]}]}
      """#)
    #expect(payload.title.value == "Build")
    #expect(payload.body.value == "Sum\n\nFailed\n\nAnn\n\ntoday\n\nsec\n\n**Branch:** main")
    #expect(payload.tap.value == .url("https://e/l"))
  }

  @Test func `Teams: an adaptive card of a workflow`() throws {
    let payload = try Webhook.payload(
      "teams",
      #"""
      {"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive",
       "content":{"type":"AdaptiveCard","body":[
        {"type":"TextBlock","text":"Alert","size":"Large","weight":"Bolder"},
        {"type":"Container","items":[{"type":"TextBlock","text":"Disk full"},
         {"type":"ColumnSet","columns":[{"type":"Column","items":[{"type":"TextBlock","text":"left"}]}]}]},
        {"type":"FactSet","facts":[{"title":"Host","value":"atlas"}]},
        {"type":"Table","rows":[{"cells":[{"items":[{"type":"TextBlock","text":"a"}]},{"items":[{"type":"TextBlock","text":"b"}]}]}]},
        {"type":"RichTextBlock","inlines":[{"type":"TextRun","text":"rich"}]}],
       "actions":[{"type":"Action.OpenUrl","title":"Open","url":"https://e/1"},
        {"type":"Action.OpenUrl","title":"Mute","url":"https://e/2"}]}}]}
      """#)
    #expect(payload.title.value == "Alert")
    #expect(payload.body.value == "Disk full\n\nleft\n\n**Host:** atlas\n\na · b\n\nrich")
    #expect(payload.actions.value?.map(\.label) == ["Open", "Mute"])
  }
}
