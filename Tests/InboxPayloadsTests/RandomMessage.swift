import InboxText
import Foundation
import InboxCore

extension Message {
  private static let texts = [
    "plain", "with \"quotes\" and \\", "\u{1b}[31m\u{9b}", "\u{202e}rtl", "žluť 👩‍🚀", "two\nlines",
    "é\u{2028}£",
  ]

  /// A message with any mix of fields.
  static func random(using random: inout some RandomNumberGenerator) -> Message {
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    func names() -> [String] { (0..<Int.random(in: 0..<3, using: &random)).map { _ in text() } }
    // A name stands once in its list.
    func labels() -> [String] { Set(names()).sorted() }
    func date() -> Date {
      Date(
        timeIntervalSince1970: Double(Int.random(in: 0..<2_000_000_000_000, using: &random)) / 1_000
      )
    }
    let taps: [TapBehavior] = [.app, .url(text()), .website(text()), .thread(text())]
    let customs: [JSONValue] = [
      "text", .object(["a": .array([.number(0.1), .null]), "custom": .integer(.max)]), .bool(false),
      .object([:]), .number(1e300), .decimal("18446744073709551615"), .decimal("1e400"),
    ]
    var message = Message(
      number: MessageNumber(Int64.random(in: 1..<1_000_000, using: &random)), id: text(),
      source: ["cli", "ntfy/a", "http/ci/main"].randomElement(using: &random) ?? "cli",
      receivedAt: date())
    message.title = text()
    message.subtitle = maybe(text())
    message.body = maybe(text())
    message.categories = labels()
    message.thread = maybe(text())
    message.tags = labels()
    message.priority = Priority.allCases.randomElement(using: &random) ?? .default
    message.glyph = maybe("👩‍🚀")
    message.attachments = names().map {
      Attachment(name: maybe($0), url: $0, format: .audio, size: maybe(9))
    }
    message.tap = taps.randomElement(using: &random) ?? .app
    message.actions = names().enumerated().map { index, name in
      MessageAction(id: "\(index)" + text(), label: name, url: maybe(name))
    }
    message.isQuestion = Bool.random(using: &random)
    message.answer = maybe(text())
    message.sound = maybe("default")
    message.badge = maybe(3)
    message.sentAt = maybe(date())
    message.startsAt = maybe(date())
    message.expiresAt = maybe(date())
    message.snoozedUntil = maybe(date())
    message.delivery = Delivery.allCases.randomElement(using: &random) ?? .inbox
    message.status = Status.allCases.randomElement(using: &random) ?? .read
    message.statusBeforeDelete = maybe(.read)
    message.isPinned = Bool.random(using: &random)
    message.custom = maybe(customs.randomElement(using: &random) ?? .null)
    message.conversionTags = labels()
    message.isPartial = Bool.random(using: &random)
    message.snoozedFor = maybe(.visit(machine: "laptop"))
    message.format = BodyFormat.allCases.randomElement(using: &random) ?? .plain
    message.progress = maybe(40)
    message.fold = maybe(text())
    message.occurrences = Int.random(in: 1...3, using: &random)
    message.firstAt = maybe(date())
    message.lastAt = maybe(date())
    message.resolvedAt = maybe(date())
    message.doneAt = maybe(date())
    message.openedAt = maybe(date())
    message.machine = maybe(text())
    message.earlier = names().map { name in
      Occurrence(
        sentAt: maybe(date()), receivedAt: date(), title: maybe(name), subtitle: maybe(name),
        body: name, fields: maybe(["custom": customs[1], "tags": .array([.string(name)])]) ?? [:])
    }
    return message
  }

  /// The message that a payload of an export stands for; nil when its identity is missing.
  init?(restoredFrom payload: Payload) {
    guard let id = payload.id, let source = payload.source, let number = payload.local.number,
      let receivedAt = payload.local.receivedAt, let status = payload.local.status,
      let isPinned = payload.local.isPinned
    else { return nil }
    self.init(number: number, id: id, source: source, receivedAt: receivedAt)
    title = payload.title.value
    subtitle = payload.subtitle.value
    body = payload.body.value
    categories = payload.categories.value ?? []
    thread = payload.thread.value
    tags = payload.tags.value ?? []
    priority = payload.priority.value ?? .default
    glyph = payload.glyph.value
    attachments = payload.attachments.value ?? []
    tap = payload.tap.value ?? .app
    actions = payload.actions.value ?? []
    isQuestion = payload.asks.value ?? false
    answer = payload.local.answer
    sound = payload.sound.value
    badge = payload.badge.value
    sentAt = payload.sentAt.value
    startsAt = payload.startsAt.value
    expiresAt = payload.expiresAt.value
    snoozedUntil = payload.local.snoozedUntil
    delivery = payload.delivery.value ?? .inboxAndAlert
    self.status = status
    statusBeforeDelete = payload.local.statusBeforeDelete
    self.isPinned = isPinned
    custom = payload.custom.value
    conversionTags = payload.conversionTags.value ?? []
    isPartial = payload.isPartial
    snoozedFor = payload.local.snoozedFor
    format = payload.format.value ?? .plain
    progress = payload.progress.value
    fold = payload.fold.value
    occurrences = payload.local.occurrences ?? 1
    firstAt = payload.local.firstAt
    lastAt = payload.local.lastAt
    resolvedAt = payload.local.resolvedAt
    doneAt = payload.local.doneAt
    openedAt = payload.local.openedAt
    machine = payload.local.machine
    earlier = payload.local.earlier ?? []
  }
}
