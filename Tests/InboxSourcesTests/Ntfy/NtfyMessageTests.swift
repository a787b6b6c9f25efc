import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import InboxSources

/// Messages as subscribers of ntfy's get them.
@Suite struct NtfyMessageTests {
  private let link: JSONValue = .object([
    "action": "view", "label": "Log", "url": "https://e.org/log",
  ])
  private let call: JSONValue = .object([
    "action": "http", "label": "Retry", "url": "https://e.org/retry", "method": "PUT",
    "headers": .object(["x": "y"]), "clear": .bool(true),
  ])

  /// What a subscriber gets of actions that were published.
  private func actions(
    _ published: [JSONValue], change: (inout Payload) throws -> Void = { _ in }
  ) throws -> JSONValue? {
    let publish = try NtfyPublish(
      json: .make(
        body: JSONValue.object(["topic": "t", "message": "m", "actions": .array(published)]).json),
      at: Date(timeIntervalSince1970: 1_767_225_600))
    let inbox = try Inbox.inMemory()
    var payload = try publish.payload()
    payload.id = "1"
    try inbox.push(payload)
    var later = Payload(source: "ntfy/t", id: "1")
    try change(&later)
    try inbox.push(later)
    return try inbox.message(MessageNumber(1))?.ntfyJSON().value(at: "/actions")
  }

  private func told(_ action: JSONValue, id: String) -> JSONValue {
    guard case .object(var fields) = action else { return action }
    fields["id"] = .string(id)
    return .object(fields)
  }

  @Test func `no text breaks out of its line of a raw stream`() throws {
    let inbox = try Inbox.inMemory()
    let breaks = ["\n", "\r\n", "\r", "\u{2028}", "\u{85}", "\u{0B}"]
    try inbox.push(Payload(body: breaks.map { "a\($0)forged" }.joined(), source: "ntfy/t", id: "1"))
    let subscription = try NtfySubscription(
      .make("GET", "/t/raw"), topics: "t", form: .raw, at: Date())
    let message = try #require(try inbox.message(MessageNumber(1)))
    let text = String(decoding: subscription.bytes(.message(message, id: "1")), as: UTF8.self)
    #expect(text == String(repeating: "a forged", count: breaks.count) + "\n")
  }

  @Test func `actions are told as they were published`() throws {
    #expect(try actions([link, call]) == .array([told(link, id: "Log"), told(call, id: "Retry")]))
    #expect(try actions([link]) == .array([told(link, id: "Log")]))
  }

  @Test func `what a later push has taken away is told no more`() throws {
    let changed = try actions([link, call]) {
      $0.actions = .set([
        MessageAction(id: "Retry", label: "Retry"), MessageAction(id: "n", label: "New", url: "u"),
        MessageAction(id: "o", label: "Other"),
      ])
    }
    #expect(
      changed
        == .array([
          told(call, id: "Retry"),
          .object(["id": "n", "action": "view", "label": "New", "url": "u"]),
        ]))
  }

  @Test func `what a later push leads elsewhere is told with its link`() throws {
    var fields: [String: JSONValue] = ["clear": .bool(true)]
    if case .object(let known) = link { fields.merge(known) { $1 } }
    #expect(try actions([.object(fields)]) == .array([told(.object(fields), id: "Log")]))
    let changed = try actions([.object(fields)]) {
      $0.actions = .set([MessageAction(id: "Log", label: "Log", url: "https://e.org/2")])
    }
    #expect(
      changed
        == .array([
          .object(["id": "Log", "action": "view", "label": "Log", "url": "https://e.org/2"])
        ]))
  }

  @Test func `an icon is handed on`() throws {
    let publish = try NtfyPublish(
      json: .make(body: #"{"topic":"t","message":"m","icon":"https://e.org/i.png"}"#),
      at: Date(timeIntervalSince1970: 1_767_225_600))
    let inbox = try Inbox.inMemory()
    try inbox.push(try publish.payload())
    #expect(
      try inbox.message(MessageNumber(1))?.ntfyJSON().value(at: "/icon") == "https://e.org/i.png")
  }
}

/// How much may wait for a subscriber.
@Suite struct SubscriberQueueTests {
  private func all(_ queue: SubscriberQueue) async -> [[UInt8]] {
    queue.finish()
    return await queue.pieces.reduce(into: []) { $0.append($1) }
  }

  @Test func `as many small pieces may wait as have room, and no more`() async {
    let queue = SubscriberQueue(limit: 5_000)
    for _ in 0..<5_000 { #expect(queue.add([1])) }
    #expect(!queue.add([1]))
    queue.hasSent([1])
    #expect(queue.add([2]))
    #expect(await all(queue).count == 5_001)
  }

  @Test func `a piece that is too large is left out whole`() async {
    let queue = SubscriberQueue(limit: 10)
    #expect(queue.add([1, 2, 3]))
    #expect(!queue.add(Array(repeating: 0, count: 8)))
    #expect(queue.add([4]))
    #expect(await all(queue) == [[1, 2, 3], [4]])
  }

  @Test func `what it begins with takes no room from what comes`() async {
    let queue = SubscriberQueue(beginning: [Array(repeating: 0, count: 100), [7]], limit: 10)
    #expect(queue.add(Array(repeating: 1, count: 10)))
    #expect(!queue.add([1]))
    #expect(await all(queue).map(\.count) == [100, 1, 10])
  }
}
