import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import InboxSources

/// What is made of a call of `Notify`.
struct NotifyCallTests {
  private func call(
    application: String = "", icon: String = "icon", summary: String = "Title", body: String = "",
    actions: [String] = [], hints: [String: BusArgument] = [:], timeout: Int32 = -1
  ) throws -> NotifyCall {
    let message = try BusMessage.call(
      "Notify", of: .notifications,
      [
        .text(application), .unsigned(0), .text(icon), .text(summary), .text(body),
        .texts(actions), .variants(hints), .signed(timeout),
      ])
    return try #require(NotifyCall(message))
  }

  @Test(arguments: [
    ("org.mozilla.firefox", "x", "desktop/firefox"),
    ("org.telegram.desktop", "x", "desktop/telegram"),
    ("org.gnome.Calendar.desktop", "x", "desktop/calendar"),
    ("", "Mail  Client", "desktop/mail-client"),
    ("", "a/../b", "desktop/a-..-b"),
    ("...", "x", "desktop/x"),
    ("", "", "desktop"),
  ])
  func `the source is the program`(entry: String, application: String, source: String) throws {
    let call = try call(application: application, hints: ["desktop-entry": .text(entry)])
    #expect(call.payload().source == source)
  }

  @Test func `urgency, progress, sound and what is transient are taken over`() throws {
    let payload = try call(hints: [
      "urgency": .byte(0), "value": .signed(140), "sound-name": .text("bell"),
      "transient": .boolean(true), "category": .text("im.received"),
    ]).payload()
    #expect(payload.priority.value == .low)
    #expect(payload.progress.value == 100)
    #expect(payload.sound.value == "bell")
    #expect(payload.delivery.value == .alert)
    #expect(payload.categories.value == ["im.received"])
    let silent = try call(hints: [
      "sound-name": .text("bell"), "suppress-sound": .boolean(true), "urgency": .text("high"),
    ]).payload()
    #expect(silent.sound == .cleared)
    #expect(silent.priority.value == .default)
  }

  @Test func `actions have labels, and the default one is what opening does`() throws {
    let body = "<a href=\"https://x.org\">x</a>"
    let plain = try call(body: body, actions: ["yes", "Yes", "no"]).payload()
    #expect(plain.actions.value == [MessageAction(id: "yes", label: "Yes")])
    #expect(plain.tap.value == .url("https://x.org"))
    let opening = try call(body: body, actions: ["default", "Open"]).payload()
    #expect(opening.actions.value == [])
    #expect(opening.tap.value == .app)
  }

  @Test func `actions of the same label are told apart by their keys`() throws {
    let call = try call(actions: ["a", "Same", "b", "Same", "c", "", "d", ""])
    #expect(call.labeledActions.map(\.key) == ["a", "b"])
    #expect(call.labeledActions.map(\.label) == ["Same", "Same (b)"])
  }

  @Test(
    arguments: [
      ("icon", [:], nil), ("/usr/a b.png", [:], "file:///usr/a%20b.png"),
      ("file:///i.png", ["image-path": "dialog-information"], "file:///i.png"),
      ("/i.png", ["image-path": "/p.png"], "file:///p.png"),
      ("icon", ["image_path": "https://x.org/p.png"], "https://x.org/p.png"),
    ] as [(String, [String: String], String?)])
  func `a picture is named by its hint, else by the icon`(
    _ icon: String, _ hints: [String: String], _ url: String?
  ) throws {
    let call = try call(icon: icon, hints: hints.mapValues(BusArgument.text))
    #expect(call.payload().attachments.value?.map(\.url) ?? [] == [url].compactMap(\.self))
    #expect(call.pixels == nil)
  }

  @Test func `pixels go before a named picture, those of the oldest hint behind it`() throws {
    let pixels = BusValue.structure([
      .integer(1), .integer(1), .integer(3), .boolean(false), .integer(8), .integer(3),
      .bytes([1, 2, 3], count: 3),
    ])
    for name in ["image-data", "image_data"] {
      var call = try call(hints: ["image-path": .text("/p.png")])
      call.hints[name] = pixels
      #expect(call.pixels != nil)
    }
    var old = try call()
    old.hints["icon_data"] = pixels
    #expect(old.pixels != nil)
    old.icon = "/i.png"
    #expect(old.pixels == nil)
  }

  @Test func `each leaf of a call is kept`() throws {
    let image = BusValue.structure([
      .integer(1), .integer(1), .integer(3), .boolean(false), .integer(8), .integer(3),
      .bytes(Array("pixels".utf8), count: 6),
    ])
    var call = try call(
      application: "mark0x", icon: "mark1x", summary: "<b>mark2x</b>",
      body:
        "mark3x <a href=\"file:///mark4x\">mark5x</a><img src=\"mark6x\" alt=\"mark7x\"/><mark8x>",
      actions: ["default", "mark9x", "mark10x", "mark11x", "mark12x", "", "mark13x"],
      timeout: 71_014)
    call.hints = [
      "category": .text("mark15x"), "desktop-entry": .text("org.mark16x.mark17x"),
      "sound-name": .text("mark18x"), "image-path": .text("mark19x"), "urgency": .text("mark20x"),
      "transient": .text("mark21x"), "value": .integer(71_022), "x-any": .number(0.71023),
      "x-list": .list([.text("mark24x"), .list([.text("mark25x")])]),
      "x-dictionary": .dictionary(["mark26x": .dictionary(["a": .structure([.text("mark27x")])])]),
      "x-bytes": .bytes(Array("mark28x".utf8) + [0], count: 8), "mark29x": .boolean(true),
      "image-data": image, "x-binary": .bytes([0, 1, 2, 0xFF], count: 4), "x-other": .other,
      "x-canonical-private-synchronous": .text("mark30x"),
    ]
    let payload = call.payload(replacing: ("desktop", "id"))
    let inbox = try Inbox.testing()
    let results = try inbox.push([payload], defaultSource: "desktop").results
    guard case .inserted(let number, _) = results.first else {
      Issue.record("\(results)")
      return
    }
    let message = try #require(try inbox.message(number))
    let kept = MessageJSON(message).text
    for place in (0...30) where ![14, 22, 23].contains(place) {
      #expect(kept.contains("mark\(place)x"), "mark \(place)")
    }
    #expect(["71014", "71022", "0.71023"].allSatisfy(kept.contains))
    #expect(message.body == "mark3x mark5xmark7x<mark8x>" && message.title == "<b>mark2x</b>")
    #expect(!kept.contains("pixels"))
  }

  @Test func `actions beyond the most are kept`() throws {
    let words = (0..<30).flatMap { ["key\($0)", "label\($0)"] }
    let rest = try call(actions: words).payload().rest?.json ?? ""
    #expect(rest.contains("key29") && rest.contains("label20") && !rest.contains("label19"))
    var left = try call(actions: ["yes", "Yes", "no"])
    left.leaveActions()
    let payload = left.payload()
    #expect(payload.actions.value == [])
    #expect(["yes", "Yes", "no"].allSatisfy { payload.rest?.json.contains("\"\($0)\"") == true })
  }

  @Test func `one without any text is called by its program`() throws {
    #expect(try call(application: "Player", summary: "").payload().title.value == "Player")
    #expect(try call(summary: "").payload().title.value == "Notification")
    #expect(try call(summary: "", body: "Only this").payload().title == .cleared)
  }

  @Test func `one that replaces another clears what it does not have`() throws {
    let payload = try call().payload(replacing: ("desktop/tool", "id"))
    #expect(payload.id == "id" && payload.source == "desktop/tool" && payload.resurfaces)
    #expect(payload.body == .cleared && payload.progress == .cleared)
    #expect(payload.actions.value == [])
  }

  @Test(arguments: [
    "x-canonical-private-synchronous", "x-dunst-stack-tag", "private-synchronous", "synchronous",
  ]) func `one with a tag replaces the last one of it`(hint: String) throws {
    let payload = try call(application: "vol", hints: [hint: .text("volume")]).payload()
    #expect(payload.id == "tag:volume" && payload.source == "desktop/vol" && payload.resurfaces)
    for tag in ["", String(repeating: "x", count: 129)] {
      #expect(try call(hints: [hint: .text(tag)]).payload().id == nil)
    }
    let known = try call(hints: [hint: .text("volume")]).payload(replacing: ("desktop/tool", "id"))
    #expect(known.id == "id")
  }

  @Test func `only another value is the same, also where a text has it`() throws {
    func volume(_ title: String, _ body: String, _ value: Int32?, urgency: UInt8 = 1) throws
      -> NotifyCall
    {
      var hints: [String: BusArgument] = ["urgency": .byte(urgency)]
      hints["value"] = value.map(BusArgument.signed)
      return try call(summary: title, body: body, hints: hints)
    }
    let first = try volume("Volume 30 %", "30", 30)
    #expect(try volume("Volume 35 %", "35", 35).differsOnlyInValue(from: first))
    #expect(try !volume("Muted", "35", 35).differsOnlyInValue(from: first))
    #expect(try !volume("Volume 35 %", "35", 35, urgency: 2).differsOnlyInValue(from: first))
    #expect(try !volume("Volume 30 %", "30", nil).differsOnlyInValue(from: first))
    let plain = try volume("Muted", "", nil)
    #expect(!plain.differsOnlyInValue(from: plain))
  }

  @Test func `arguments of other types are no call`() throws {
    #expect(NotifyCall(try .call("Notify", of: .notifications, [.text("only")])) == nil)
    #expect(NotifyCall(try .call("Notify", of: .notifications)) == nil)
  }

  @Test func `an alert of this very process is known, another's is not`() throws {
    #expect(try call(hints: [NotifyCall.ownHint: .text(NotifyCall.ownMark)]).isOwn)
    #expect(try !call(hints: [NotifyCall.ownHint: .text("another")]).isOwn)
  }
}

/// The notifications that are open.
struct OpenNotificationsTests {
  private func entry(_ id: UInt32, _ number: Int64) -> OpenNotifications.Entry {
    let message = DesktopMessage(
      number: MessageNumber(rawValue: number), source: "desktop", id: "\(number)")
    return .init(id: id, message: message, actions: [])
  }

  @Test func `a message may be several, and each number is one`() {
    var open = OpenNotifications()
    _ = open.open(entry(1, 10))
    _ = open.open(entry(2, 10))
    #expect(open.entries(of: [MessageNumber(rawValue: 10)]).map(\.id) == [1, 2])
    _ = open.open(entry(1, 11))
    #expect(open.entries(of: [MessageNumber(rawValue: 10)]).map(\.id) == [2])
    #expect(open.close(2)?.message.number.rawValue == 10)
    #expect(open.close(2) == nil)
    #expect(open.entries(of: [MessageNumber(rawValue: 10)]) == [])
    // Its sender may still replace it.
    #expect(open.message(of: 2)?.number.rawValue == 10)
  }

  @Test func `over the limit the oldest goes`() {
    var open = OpenNotifications()
    let dropped = (1...UInt32(OpenNotifications.most + 2)).compactMap { id in
      open.open(entry(id, Int64(id)))?.id
    }
    #expect(dropped == [1, 2])
  }

  @Test func `new numbers are none of those in use`() {
    var open = OpenNotifications()
    let first = open.makeID()
    _ = open.open(entry(first + 1, 1))
    #expect(open.makeID() == first + 2)
    #expect(first > 0)
  }
}

/// Images that come as pixels.
struct DesktopImageTests {
  private func hint(
    width: Int64 = 2, height: Int64 = 2, stride: Int64 = 8, hasAlpha: Bool = false,
    bits: Int64 = 8, channels: Int64 = 3, bytes: [UInt8]
  ) -> BusValue {
    .structure([
      .integer(width), .integer(height), .integer(stride), .boolean(hasAlpha), .integer(bits),
      .integer(channels), .bytes(bytes, count: bytes.count),
    ])
  }

  @Test func `pixels become a PNG file, without the space between the rows`() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12]
    let image = try #require(DesktopImage(hint(bytes: bytes)))
    // Made and read back with Python's zlib.
    let expected =
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAGUlEQVR4AQEOAPH/AAECAwQFBgAHCAkKCwwBjwBPnjWJSQAAAABJRU5ErkJggg=="
    #expect(Data(image.png).base64EncodedString() == expected)
  }

  @Test func `what does not add up is no image`() {
    let good = [UInt8](repeating: 0, count: 14)
    #expect(DesktopImage(hint(bytes: good)) != nil)
    #expect(DesktopImage(hint(bytes: good.dropLast())) == nil)
    #expect(DesktopImage(hint(width: .max, bytes: good)) == nil)
    #expect(DesktopImage(hint(width: -1, bytes: good)) == nil)
    #expect(DesktopImage(hint(height: 0, bytes: good)) == nil)
    #expect(DesktopImage(hint(stride: 5, bytes: good)) == nil)
    #expect(DesktopImage(hint(stride: .max, bytes: good)) == nil)
    #expect(DesktopImage(hint(bits: 16, bytes: good)) == nil)
    #expect(DesktopImage(hint(hasAlpha: true, bytes: good)) == nil)
    #expect(DesktopImage(.text("image")) == nil)
    #expect(DesktopImage(nil) == nil)
  }

  @Test func `a large image is made smaller`() throws {
    let bytes = [UInt8](repeating: 7, count: 2_000 * 1_500 * 4)
    let image = try #require(
      DesktopImage(
        hint(
          width: 2_000, height: 1_500, stride: 8_000, hasAlpha: true, channels: 4, bytes: bytes)))
    #expect(image.pixels.count <= DesktopImage.mostBytes)
    #expect(image.width == 500 && image.height == 375)
  }

  @Test func `the folder keeps the newest`() throws {
    let folder = try TemporaryFolder()
    let images = DesktopImageFolder(in: folder.path)
    for number in UInt8(0)..<70 {
      let bytes = [UInt8](repeating: number, count: 14)
      let image = try #require(DesktopImage(hint(bytes: bytes)))
      let attachment = try #require(images.attachment(of: image))
      #expect(attachment.url.hasSuffix("-2x2.png"))
      #expect(
        FileManager.default.fileExists(atPath: try #require(URL(string: attachment.url)).path))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/desktop-images")
    #expect(names.count == DesktopImageFolder.most)
  }
}
