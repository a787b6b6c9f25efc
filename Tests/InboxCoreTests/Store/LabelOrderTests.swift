import InboxTestSupport
import Testing

@testable import InboxCore

/// Tags, categories and sources, with their messages in every order.
@Suite struct LabelOrderTests {
  private let inbox = Inbox.empty()

  /// Pushes one message a second: priority, tags and categories of each.
  private func push(_ rows: [(Priority, [String], [String])]) throws {
    for (index, (priority, tags, categories)) in rows.enumerated() {
      try inbox.at(Double(index) - 60).push(
        .make(
          id: "m\(index + 1)", source: "old", categories: categories, tags: tags,
          priority: priority))
    }
  }

  private func numbers(
    _ filter: String, _ order: MessageOrder = .newest
  ) throws -> [MessageNumber] {
    try inbox.rows(filter, order).map(\.number)
  }

  @Test func `messages with a name come in every order`() throws {
    try push([
      (.max, ["a", "b"], []), (.default, ["a"], ["x"]), (.high, [], ["x"]),
      (.default, ["a", "a"], []),
    ])
    #expect(try numbers("tag:a") == [4, 2, 1])
    #expect(try numbers("tag:a", .oldest) == [1, 2, 4])
    #expect(try numbers("tag:a", .priority) == [1, 4, 2])
    #expect(try numbers("category:x", .priority) == [3, 2])
    #expect(try numbers("source:old", .priority) == [1, 3, 4, 2])
    #expect(try numbers("tit") == [4, 3, 2, 1])
    #expect(try numbers("-tag:a") == [3])
  }

  @Test func `names follow their message's place in the order, and go with it`() throws {
    try push([(.default, ["a"], []), (.default, ["a"], [])])
    var payload = Payload.make(nil, id: "m1", source: "old", priority: .max)
    try inbox.push(payload, from: "")
    #expect(try numbers("tag:a", .priority) == [1, 2])
    #expect(try numbers("tag:a") == [2, 1])
    payload.resurfaces = true
    try inbox.push(payload, from: "")
    #expect(try numbers("tag:a") == [1, 2])
    payload.tags = .set(["b"])
    try inbox.push(payload, from: "")
    #expect(try numbers("tag:a") == [2])
    try inbox.perform(.snooze(until: 60), on: .matching(.all))
    #expect(try numbers("tag:b is:snoozed") == [1])
    try inbox.perform(.delete, on: .matching(.init([.init(.phase(.snoozed))])))
    try inbox.purge(.matching(.trash))
    #expect(try inbox.value("SELECT count(*) FROM label") == 0)
  }
}
