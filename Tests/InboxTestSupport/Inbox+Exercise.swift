package import Foundation
package import InboxCore
import InboxText

extension Inbox {
  /// Fills an inbox with messages of every kind, some of them long, and with a log of every verb.
  package func fillWithEveryKind(count: Int = 160, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try push(Payload.showcase(at: .testing), defaultSource: "cli")
    for start in stride(from: 0, to: count, by: 8) {
      let payloads = (start..<min(start + 8, count)).map { Self.payload($0, &random) }
      _ = try at(.testing).push(payloads, defaultSource: "cli")
      let numbers = (0..<3).map { _ in
        MessageNumber(Int64.random(in: 1...Int64(start + 8), using: &random))
      }
      let verb = random.pick([
        Verb.read, .delete, .pin, .view, .open(.inbox), .snooze(until: .date(.testing(500))),
        .restore,
      ])
      _ = try at(.testing).perform(verb, on: .numbers(numbers))
    }
    _ = try at(.testing).undo()
    let gone = [MessageNumber(1), MessageNumber(2)]
    _ = try at(.testing).perform(.delete, on: .numbers(gone))
    _ = try at(.testing).purge(.numbers(gone))
    try record(.presented)
    try setCursor("reader", to: 3)
  }

  private static func payload(_ index: Int, _ random: inout SeededRandom) -> Payload {
    let words = ["disk", "full", "build", "passed", "naïve", "東京", "release-1"]
    let length = random.pick([3, 12, 40, 900])
    let body = (0..<length).map { _ in random.pick(words) }.joined(separator: " ")
    var payload = Payload.make(
      "message \(index)", id: "own-\(index)", source: random.pick(["cli", "http/ci", "ntfy/ops"]),
      body: body, categories: random.pick([nil, ["ops"], ["ops", "night"]]),
      tags: random.pick([nil, ["t"], ["a", "b", "c"]]), thread: random.pick([nil, nil, "talk"]),
      priority: random.pick(Priority.allCases), sentAt: .testing(Double(index)),
      startsAt: random.pick([nil, nil, nil, .testing(300)]),
      expiresAt: random.pick([nil, nil, .testing(200), .testing(-5)]),
      delivery: random.pick([nil, nil, nil, .alert]))
    payload.actions = .set([MessageAction(id: "a", label: "Retry", url: "https://a.example")])
    payload.asks = .set(index % 9 == 0)
    payload.attachments = .set([Attachment(url: "https://b.example/x.png")])
    payload.custom = .set(.object(["k": .array([.integer(1), .string("v")])]))
    return payload
  }

  /// Reads and writes the inbox in every way that programs do.
  package func exercise(at now: Date) -> [String: any Error] {
    var errors: [String: any Error] = [:]
    let inbox = at(now)
    for (name, use) in Self.readings + Self.writings {
      do { try use(inbox) } catch { errors[name] = error }
    }
    return errors
  }

  private typealias Use = (name: String, perform: @Sendable (Inbox) throws -> Void)

  private static let filters: [MessageFilter] =
    [.all, .unread, .pinned, .trash]
    + [
      [.init(.tag("t"))], [.init(.category("ops"), isNegated: true)], [.init(.thread("talk"))],
      [.init(.word("dis"))], [.init(.phrase("disk full"))], [.init(.word("full"), isNegated: true)],
      [.init(.source("http/*"))], [.init(.priority(.atLeast, .high))], [.init(.phase(.expired))],
      [.init(.phase(.snoozed)), .init(.phase(.scheduled))], [.init(.asking)],
    ].map { MessageFilter($0) }

  private static let readings: [Use] = [
    (
      "snapshot",
      { inbox in
        for filter in filters {
          for order in MessageOrder.allCases {
            let query = MessageQuery(filter: filter, order: order)
            let snapshot = try inbox.snapshot(
              of: query, in: .init(limit: 30), countingMatches: true)
            _ = try inbox.snapshot(of: query, in: .init(anchor: .bottom, limit: 5))
            guard let number = snapshot.rows.last?.number else { continue }
            _ = try inbox.snapshot(of: query, in: .init(anchor: .around(number), limit: 9))
            _ = try inbox.position(of: number, in: query)
            _ = try inbox.adjacentRow(
              of: number, in: query, matching: .unread, direction: .backward)
          }
        }
      }
    ),
    ("counts", { _ = try $0.counts(of: filters) }),
    ("messages", { inbox in _ = try inbox.messages((1...200).map { MessageNumber($0) }) }),
    (
      "list",
      { inbox in
        try inbox.messages(matching: .init()) { _ = MessageJSON($0).bytes }
      }
    ),
    ("export", { try $0.exportMessages { _ = MessageJSON($0, as: .export).bytes } }),
    (
      "pages",
      { inbox in
        let source = InboxPageSource(inbox, query: .init(order: .oldest), pageSize: 20)
        while source.hasNextPage { _ = try source.nextMessages() }
      }
    ),
    ("resolve", { _ = try $0.resolve(["@4", "own-7", "own", "no"]) }),
    (
      "arrivals",
      { inbox in
        _ = try inbox.arrivals(.numbers((1...60).map { MessageNumber($0) }))
        _ = try inbox.arrivals(.due(after: .testing(-99), through: .testing(999)))
      }
    ),
    ("metrics", { _ = InboxStatistics(try $0.metrics()).total }),
    (
      "log",
      { inbox in
        for sequence in [-1, 0, 5, .max] as [Int64] {
          _ = try inbox.log(after: sequence, limit: 50)
        }
      }
    ),
    ("origin", { _ = try $0.origin() }),
    ("health", { _ = try $0.health() }),
  ]

  private static let writings: [Use] = [
    ("settle", { _ = try $0.settle() }),
    (
      "screens",
      { inbox in
        let screen = ScreenIdentity(at: .testing)
        try inbox.register(screen)
        let rows = try inbox.snapshot(of: .init(), in: .init(limit: 1)).rows
        for row in rows { _ = try inbox.request(.message(row.number), validity: 60) }
        _ = try inbox.claimLink(for: screen)
        try inbox.unregister(screen)
      }
    ),
    (
      "push",
      { inbox in
        _ = try inbox.push(
          [.make("new", id: "new"), .make("merged", id: "own-9", source: "cli")],
          defaultSource: "cli")
      }
    ),
    (
      "verbs",
      { inbox in
        for verb in [Verb.read, .unread, .open(.inbox), .pin, .unpin, .delete, .restore] {
          _ = try inbox.perform(verb, on: .matching(.all))
        }
      }
    ),
    ("undo", { inbox in for _ in 0..<4 { _ = try inbox.undo() } }),
    ("redo", { _ = try $0.redo() }),
    (
      "purge",
      { inbox in
        _ = try inbox.perform(.delete, on: .numbers((1...80).map { MessageNumber($0) }))
        _ = try inbox.purge(.matching(.trash))
      }
    ),
    (
      "prune",
      { inbox in
        inbox.update(configuration: .testing(maximumCount: 30))
        _ = try inbox.push([.make("one more", id: "last")], defaultSource: "cli")
      }
    ),
  ]
}
