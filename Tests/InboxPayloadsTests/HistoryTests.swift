import Foundation
import InboxCore
import InboxText
import Testing

@testable import InboxPayloads

@Suite("histories of other programs") struct HistoryTests {
  private func payloads(_ history: History, _ text: String) throws -> [Payload] {
    try content(history, text).payloads
  }

  private func content(
    _ history: History, _ text: String
  ) throws -> (payloads: [Payload], failures: [PayloadRecord]) {
    try history.content(
      of: Array(text.utf8), bootTime: Date(timeIntervalSince1970: 1_000), leavingOut: "inbox")
  }

  @Test func `dunst counts its times from the start of the system`() throws {
    let payload = try payloads(
      .dunst,
      """
      {"type":"aa{sv}","data":[[{
        "body":{"type":"s","data":"It <b>ends</b> at 18:00 &amp; x"},
        "message":{"type":"s","data":"<b>Meeting</b>\\nIt ends at 18:00"},
        "summary":{"type":"s","data":"Meeting"},"appname":{"type":"s","data":"Evo lution"},
        "category":{"type":"s","data":"email"},"id":{"type":"i","data":7},
        "timestamp":{"type":"x","data":2500000},"urgency":{"type":"s","data":"CRITICAL"}}]]}
      """
    ).first
    #expect(payload?.title == .set("Meeting") && payload?.body == .set("It ends at 18:00 & x"))
    #expect(payload?.source == "desktop/evo-lution" && payload?.categories == .set(["email"]))
    #expect(payload?.priority == .set(.max) && payload?.id == "dunst-7-2500000")
    #expect(payload?.sentAt == .set(Date(timeIntervalSince1970: 1_002.5)))
    #expect(payload?.local.status == .read)
  }

  @Test(arguments: [
    """
    {"type":"aa{sv}","data":[[{"app-name":{"type":"s","data":"Slack"},
      "summary":{"type":"s","data":"Ann"},"body":{"type":"s","data":"lunch?"},
      "id":{"type":"u","data":3},"urgency":{"type":"y","data":0}}]]}
    """,
    """
    {"type":"aa{sv}","data":[[["app-name",{"type":"s","data":"Slack"},"app-icon",
      {"type":"s","data":""},"category",{"type":"s","data":""},"desktop-entry",
      {"type":"s","data":""},"summary",{"type":"s","data":"Ann"},"body",
      {"type":"s","data":"lunch?"},"id",{"type":"u","data":3},"urgency",{"type":"y","data":0},
      "actions",{"type":"a{ss}","data":[]}]]]}
    """,
    #"[{"app_name":"Slack","summary":"Ann","body":"lunch?","id":3,"urgency":0,"actions":{}}]"#,
  ])
  func `mako prints variants or plain values`(_ text: String) throws {
    let payload = try payloads(.mako, text).first
    #expect(payload?.source == "desktop/slack" && payload?.id == "mako-3-Ann")
    #expect(payload?.title == .set("Ann") && payload?.body == .set("lunch?"))
    #expect(payload?.priority == .set(.low))
  }

  /// As dunst 1.9 prints it, with all that it has.
  @Test func `dunst's own fields beside these are passed by`() throws {
    let payload = try payloads(
      .dunst,
      """
      {"type":"aa{sv}","data":[[{"body":{"type":"s","data":"<i>low</i>"},
        "message":{"type":"s","data":"<b>Battery</b>\\n<i>low</i>"},
        "summary":{"type":"s","data":"Battery"},"appname":{"type":"s","data":"notify-send"},
        "category":{"type":"s","data":""},"default_action_name":{"type":"s","data":"default"},
        "icon_path":{"type":"s","data":""},"id":{"type":"i","data":2},
        "timestamp":{"type":"x","data":9000000},"timeout":{"type":"x","data":10000000},
        "progress":{"type":"i","data":-1},"stack_tag":{"type":"s","data":""},
        "urgency":{"type":"s","data":"NORMAL"},"urls":{"type":"s","data":""}}]]}
      """
    ).first
    #expect(payload?.title == .set("Battery") && payload?.body == .set("low"))
    #expect(payload?.source == "desktop/notify-send" && payload?.priority == .absent)
    #expect(payload?.categories == .absent && payload?.progress == .absent)
  }

  @Test func `dunst's message counts only where it has no body`() throws {
    let payloads = try payloads(
      .dunst,
      """
      [[{"summary":"Closed","message":"<b>Closed</b>\\n","body":"","appname":"tool","id":1},
        {"summary":"Old","message":"text","appname":"tool","id":2}]]
      """)
    #expect(payloads.map(\.body) == [.absent, .set("text")])
  }

  @Test func `alerts of the inbox itself are left out`() throws {
    let text = """
      [{"app-name":"Inbox","summary":"Own","id":1},{"app-name":"a","summary":"b","id":2}]
      """
    #expect(try payloads(.mako, text).map(\.title) == [.set("b")])
  }

  @Test func `a bad line of ntfy's costs only itself, and is named`() throws {
    let line = #"{"id":"m1","time":1,"event":"message","topic":"t","message":"x"}"#
    let content = try content(.ntfy, "\(line)\nbad\n\(line)")
    #expect(content.payloads.count == 2 && content.failures.map(\.line) == [2])
  }

  @Test func `gotify has ten priorities and a link to click`() throws {
    let payload = try payloads(
      .gotify,
      """
      {"messages":[{"id":25,"appid":5,"message":"done","title":"Backup","priority":8,
      "date":"2026-02-27T19:36:10.504+01:00",
      "extras":{"client::display":{"contentType":"text/markdown"},
      "client::notification":{"click":{"url":"https://x.example"}}}}],"paging":{}}
      """
    ).first
    #expect(payload?.format == .set(.markdown))
    #expect(payload?.source == "gotify/5" && payload?.id == "gotify-25")
    #expect(payload?.priority == .set(.max) && payload?.tap == .set(.url("https://x.example")))
    #expect(payload?.sentAt.value.map(RFC3339.string) == "2026-02-27T18:36:10.504Z")
  }

  @Test func `of ntfy's stream only messages count`() throws {
    let all = try payloads(
      .ntfy,
      """
      {"id":"a","time":1700000000,"event":"open","topic":"alerts"}
      {"id":"b","time":1700000001,"event":"message","topic":"alerts","message":"disk full"}
      """)
    #expect(all.map(\.id) == ["b"] && all.first?.source == "ntfy/alerts")
  }

  @Test(arguments: History.allCases.filter { $0 != .ntfy }, ["", "no JSON", "5", "[[5]]"])
  func `what is no history is refused`(_ history: History, _ text: String) {
    #expect(throws: PayloadError.self) { try payloads(history, text) }
  }

  @Test(arguments: History.allCases, ["{}", "[]", "[{}]", #"[{"summary":5,"messages":[]}]"#])
  func `a history without a text has no messages`(_ history: History, _ text: String) throws {
    #expect(try payloads(history, text) == [])
  }
}
