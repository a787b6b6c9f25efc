import InboxText
import Foundation
import InboxCore
import InboxPayloads
import InboxTestSupport
import Testing

struct VendorPayloadTests {
  @Test func `CXone's sample opens its thread`() throws {
    let payload = try decoded(
      """
      {"aps": {"alert": {"title": "New Message",
        "body": "You have a new message in your conversation"}, "badge": 1, "sound": "default"},
       "cxone_data": {"thread_id": "550e8400-e29b-41d4-a716-446655440000", "type": "thread_message"}}
      """)
    #expect(
      payload
        == Payload(
          title: "New Message", body: "You have a new message in your conversation",
          thread: "550e8400-e29b-41d4-a716-446655440000",
          tap: .thread("550e8400-e29b-41d4-a716-446655440000"), sound: "default", badge: 1,
          custom: .object(["cxone_data": .object(["type": "thread_message"])])))
  }

  @Test func `every part of an aps block is taken`() throws {
    let payload = try decoded(
      """
      {"aps": {"alert": {"title": "T", "subtitle": "S", "body": "B", "loc-key": "K"},
        "sound": {"name": "bell.caf", "critical": 1}, "thread-id": "th", "category": "c",
        "interruption-level": "time-sensitive", "content-available": 1, "mutable-content": 1},
       "id": 5, "mine": true}
      """)
    #expect(
      payload
        == Payload(
          title: "T", subtitle: "S", body: "B", id: "5", categories: ["c"], thread: "th",
          priority: .high, sound: "bell.caf",
          custom: .object(["aps.alert": .object(["loc-key": "K"]), "mine": .bool(true)])))
  }

  @Test(arguments: [
    ("passive", Priority.low), ("active", .default), ("time-sensitive", .high), ("critical", .max),
    ("loud", .default),
  ])
  func `an interruption level becomes a priority`(level: String, priority: Priority) throws {
    let payload = try decoded(#"{"aps":{"alert":"x","interruption-level":"\#(level)"}}"#)
    #expect(payload.priority == .set(priority))
    #expect(payload.notes.isEmpty == (level != "loud"))
  }

  @Test func `an alert of keys shows them, and is not silent`() throws {
    let netmera = try decoded(#"{"pushId":"p","alert":{"loc-key":"K"}}"#)
    #expect(netmera.body == .set("K"))
    let bare = try decoded(#"{"aps":{"alert":{"loc-key":"K"},"content-available":1}}"#)
    #expect(bare.body == .set("K"))
    #expect(!bare.isSilent)
    let full = try decoded(
      #"{"aps":{"alert":{"title-loc-key":"T","title":null,"loc-key":"K","loc-args":["Jo",2]}}}"#)
    #expect(full.title == .set("T"))
    #expect(full.body == .set("K (Jo, 2)"))
  }

  @Test(arguments: ["thread_id", "threadId"])
  func `the thread of CXone's block is read under either name`(_ name: String) throws {
    let payload = try decoded(#"{"aps":{"alert":"hi"},"cxone_data":{"\#(name)":"T"}}"#)
    #expect(payload.thread.value == "T")
  }

  @Test(arguments: [
    #"{"aps":{"alert":"hi"},"userInfo":{"threadId":"T","other":1}}"#,
    #"{"title":"hi","userInfo":{"threadId":"T","other":1}}"#,
  ])
  func `the thread of a CXone push may stand in userInfo`(_ json: String) throws {
    let payload = try decoded(json)
    #expect(payload.thread.value == "T" && payload.tap.value == .thread("T"))
    #expect(payload.custom.value == .object(["userInfo": .object(["other": .integer(1)])]))
    let text = try decoded(#"{"aps":{"alert":"hi"},"userInfo":"T"}"#)
    #expect(text.thread.value == nil && text.custom.value == .object(["userInfo": "T"]))
  }

  @Test(arguments: [
    ("severity", "critical", Priority.max), ("level", "warning", .high), ("urgency", "low", .low),
    ("levelname", "DEBUG", .min), ("level", "floor 3", nil),
  ])
  func `a word for urgency is the priority under another system's names too`(
    _ name: String, _ word: String, _ priority: Priority?
  ) throws {
    for json in [#""title":"t""#, #""aps":{"alert":"t"}"#, #""topic":"x","message":"t""#] {
      let payload = try decoded("{\(json),\"\(name)\":\"\(word)\"}")
      #expect(payload.priority.value == priority, "\(json)")
      #expect(payload.custom.value == .object([name: .string(word)]))
    }
    let own = try decoded(#"{"title":"t","priority":2,"severity":"critical"}"#)
    #expect(own.priority.value == .low)
    #expect(try decoded(#"{"title":"t","level":5}"#).priority.value == nil)
  }

  @Test(arguments: [
    (#""Severity":"CRITICAL""#, Priority.max), (#""labels":{"severity":"warning"}"#, .high),
    (#""data":{"Level":"low"}"#, .low), (#""data":{"level":5}"#, nil),
    (#""custom":{"severity":"critical"}"#, nil),
  ])
  func `it is found in any case, and one level down`(json: String, priority: Priority?) throws {
    let payload = try decoded(#"{"title":"t",\#(json)}"#)
    #expect(payload.priority.value == priority && payload.notes.isEmpty)
  }

  @Test func `an urgency that nobody knows is kept, and the sender is told`() throws {
    let payload = try decoded(#"{"title":"t","Severity":"purple","level":"floor 3"}"#)
    #expect(payload.priority.value == nil)
    #expect(payload.notes == [#"unknown Severity "purple" was taken as default"#])
    #expect(payload.custom.value == .object(["Severity": .string("purple"), "level": "floor 3"]))
  }

  @Test func `what CXone's local notification carries is a message that opens its thread`() throws {
    let inbox = try Inbox.testing()
    let bare = try decoded(#"{"threadId":"T","messageId":"M"}"#)
    #expect(try inbox.push(bare) == .inserted(MessageNumber(1), id: "M"))
    let message = try #require(try inbox.message(MessageNumber(1)))
    #expect(message.title == "New message")
    #expect(message.thread == "T")
    #expect(message.tap == .thread("T"))
    let texts = try decoded(#"{"title":"Ana","body":"Hi","threadId":"T","messageId":"M"}"#)
    #expect(try inbox.push(texts) == .merged(MessageNumber(1), id: "M"))
    try inbox.push(bare)
    #expect(try inbox.message(MessageNumber(1))?.title == "Ana")
  }

  @Test func `an alert that is a text is the body, and a push without one is silent`() throws {
    let loud = try decoded(#"{"aps":{"alert":"hello","content-available":1}}"#)
    #expect(loud.body == .set("hello"))
    #expect(!loud.isSilent)
    #expect(try decoded(#"{"aps":{"content-available":1},"id":"x"}"#).isSilent)
  }

  @Test func `a Rover notification keeps its tap, tags and state`() throws {
    let payload = try decoded(
      """
      {"id": "r1", "campaignID": "9", "title": "T", "body": "B", "isRead": true, "isDeleted": true,
       "deliveredAt": "2026-01-31T08:15:00Z", "expiresAt": "2026-02-01T08:15:00Z",
       "isNotificationCenterEnabled": false, "conversionTags": ["sale"],
       "attachment": {"type": "IMAGE", "url": "https://example.com/a.png"},
       "tapBehavior": {"__typename": "PresentWebsiteNotificationTapBehavior", "url": "https://example.com"}}
      """, for: .import)
    var expected = Payload(
      title: "T", body: "B", id: "r1",
      attachments: [Attachment(url: "https://example.com/a.png", format: .image)],
      tap: .website("https://example.com"), sentAt: Date(timeIntervalSince1970: 1_769_847_300),
      expiresAt: Date(timeIntervalSince1970: 1_769_933_700), delivery: .alert,
      custom: .object(["campaignID": "9"]), conversionTags: ["sale"])
    expected.local.status = .deleted
    expected.local.statusBeforeDelete = .read
    #expect(payload == expected)
  }

  @Test func `a Rover notification within a push is taken`() throws {
    let payload = try decoded(
      """
      {"aps": {"alert": "from aps"}, "rover": {"notification": {"id": "r2", "body": "whole",
       "tapBehavior": {"__typename": "OpenURLNotificationTapBehavior", "url": "app://x"}}}}
      """)
    #expect(payload.id == "r2")
    #expect(payload.body == .set("whole"))
    #expect(payload.tap == .set(.url("app://x")))
  }

  @Test func `an SFMC push is the partial share of its inbox message`() throws {
    let push = try decoded(
      #"{"aps":{"alert":{"title":"Push","body":"B"}},"_mid":"m1","_od":"https://e.com"}"#)
    #expect(push.id == "m1")
    #expect(push.isPartial)
    #expect(push.tap == .set(.url("https://e.com")))

    let whole = try decoded(
      """
      {"id": "m1", "alert": "B", "subject": "Whole", "title": "Push", "name": "spring",
       "startDateUtc": "2026-01-31T08:15:00", "endDateUtc": "2026-02-01T08:15:00.000Z",
       "sendDateUtc": "2026-01-31T08:15:00Z", "url": "https://e.com/page", "custom": "text",
       "sound": "default", "subtitle": "S", "read": true, "statusDirty": true}
      """, for: .import)
    #expect(whole.id == "m1")
    #expect(!whole.isPartial)
    #expect(whole.title == .set("Whole"))
    #expect(whole.subtitle == .set("S"))
    #expect(whole.body == .set("B"))
    #expect(whole.startsAt == .set(Date(timeIntervalSince1970: 1_769_847_300)))
    #expect(whole.expiresAt == .set(Date(timeIntervalSince1970: 1_769_933_700)))
    #expect(whole.sentAt == whole.startsAt)
    #expect(whole.tap == .set(.url("https://e.com/page")))
    #expect(whole.local.status == .read)
    #expect(whole.custom == .set(.object(["custom": "text", "title": "Push", "name": "spring"])))
  }

  @Test func `the texts of an SFMC inbox message go before those of its push`() throws {
    let message = try decoded(
      """
      {"id": "m2", "inboxMessage": "whole", "inboxSubtitle": "IS", "alert": "short",
       "notificationMessage": "short", "subtitle": "S", "title": "T", "inboxMessageType": 2}
      """)
    #expect(message.body == .set("whole"))
    #expect(message.subtitle == .set("IS"))
    #expect(message.title == .set("T"))
    #expect(
      message.custom
        == .set(
          .object([
            "alert": "short", "notificationMessage": "short", "subtitle": "S",
            "inboxMessageType": .integer(2),
          ])))
    #expect(try decoded(#"{"_mid": "m3", "notificationMessage": "short"}"#).body == .set("short"))
  }

  @Test func `a Netmera push object is taken`() throws {
    let payload = try decoded(
      """
      {"pushInstanceId": "i1", "pushId": "p1", "alert": {"title": "T", "subtitle": "S", "body": "B"},
       "category": ["category_1", "category_2"], "inboxStatus": 4, "includedInInbox": true,
       "sendDate": 1769847300, "expirationDate": "2026-02-01T08:15:00Z", "sound": "default",
       "customDictionary": {"k": 1}, "action": {"deeplinkURL": "app://x"}, "style": "slider",
       "mediaAttachmentURL": "https://e.com/a.png",
       "interactiveActions": [{"id": "a", "title": "Buy", "deeplinkURL": "app://buy"}]}
      """, for: .import)
    var expected = Payload(
      title: "T", subtitle: "S", body: "B", id: "i1", categories: ["category_1", "category_2"],
      attachments: [Attachment(url: "https://e.com/a.png", format: .image)], tap: .url("app://x"),
      actions: [MessageAction(id: "a", label: "Buy", url: "app://buy")], sound: "default",
      sentAt: Date(timeIntervalSince1970: 1_769_847_300),
      expiresAt: Date(timeIntervalSince1970: 1_769_933_700),
      custom: .object(["k": .integer(1), "pushId": "p1", "style": "slider"]))
    expected.local.status = .deleted
    #expect(payload == expected)
  }

  @Test func `Netmera's categories and milliseconds are taken beside aps`() throws {
    let payload = try decoded(
      """
      {"aps": {"alert": "x", "category": "c"}, "pushInstanceId": "i1",
       "category": ["category_1", "c"], "sendDate": 1769847300000, "expirationDate": 1769933700}
      """)
    #expect(payload.categories == .set(["c", "category_1"]))
    #expect(payload.sentAt == .set(Date(timeIntervalSince1970: 1_769_847_300)))
    #expect(payload.expiresAt == .set(Date(timeIntervalSince1970: 1_769_933_700)))
    #expect(payload.custom == .absent)
  }

  @Test func `an ntfy message is taken`() throws {
    let payload = try decoded(
      """
      {"id": "sPs71M8A2T", "time": 1769847300, "expires": 1769890500, "event": "message",
       "topic": "alerts", "title": "Disk full", "message": "atlas", "priority": 5,
       "tags": ["warning", "skull"], "click": "https://e.com", "icon": "https://e.com/i.png",
       "actions": [{"action": "view", "label": "Open", "url": "https://e.com/v", "clear": true},
         {"action": "http", "label": "Fix", "url": "https://e.com/fix"}],
       "attachment": {"name": "a.jpg", "type": "image/jpeg", "size": 66, "expires": 1, "url": "https://e.com/a"}}
      """)
    #expect(
      payload
        == Payload(
          title: "Disk full", body: "atlas", source: "ntfy/alerts", id: "sPs71M8A2T",
          tags: ["warning", "skull"], priority: .max,
          attachments: [
            Attachment(name: "a.jpg", url: "https://e.com/a", format: .image, size: 66)
          ], tap: .url("https://e.com"),
          actions: [
            MessageAction(id: "Open", label: "Open", url: "https://e.com/v"),
            MessageAction(id: "Fix", label: "Fix"),
          ], sentAt: Date(timeIntervalSince1970: 1_769_847_300),
          custom: .object([
            "icon": "https://e.com/i.png",
            "actions": .array([
              .object([
                "action": "view", "label": "Open", "url": "https://e.com/v", "clear": .bool(true),
              ]), .object(["action": "http", "label": "Fix", "url": "https://e.com/fix"]),
            ]),
          ])))
  }

  @Test func `actions of ntfy's that only open links are kept once`() throws {
    let payload = try decoded(
      """
      {"topic": "t", "message": "m", "actions": [
        {"id": "1", "action": "view", "label": "Open", "url": "https://e.com", "clear": false}]}
      """)
    #expect(payload.actions == .set([MessageAction(id: "1", label: "Open", url: "https://e.com")]))
    #expect(payload.custom == .absent)
  }

  @Test func `an ntfy publish body names its attachment`() throws {
    let payload = try decoded(
      #"{"topic":"t","message":"m","attach":"https://e.com/f","filename":"f.txt","priority":"urgent"}"#
    )
    #expect(payload.attachments == .set([Attachment(name: "f.txt", url: "https://e.com/f")]))
    #expect(payload.priority == .set(.max))
  }

  @Test(arguments: ["open", "keepalive", "poll_request", "message_delete"])
  func `an ntfy event that is no message does nothing and says so`(event: String) throws {
    let payload = try decoded(#"{"id":"a","time":1,"event":"\#(event)","topic":"t","message":"x"}"#)
    #expect(payload.isSilent && payload.id == nil && !payload.notes.isEmpty)
    #expect(payload.body == .absent)
  }
}
