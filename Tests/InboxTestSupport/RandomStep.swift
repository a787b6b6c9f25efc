package import Foundation
package import InboxCore

/// One thing that a sender or a person does to an inbox: the same for the same seed.
package struct RandomStep: Sendable {
  /// What decides everything.
  package let seed: UInt64
  /// When it happens.
  package let now: Date
  /// Seconds to the nearest start, expiry or end of a snooze, before and after.
  package let reach: Double

  /// A step that can be told to another process as ``line``.
  package init(seed: UInt64, at now: Date, reach: Double) {
    self.seed = seed
    self.now = now
    self.reach = reach
  }

  /// Reads a step from its line; nil from any other.
  package init?(line: String) {
    let parts = line.split(separator: " ")
    guard parts.count == 3, let seed = UInt64(parts[0]), let now = Double(parts[1]),
      let reach = Double(parts[2])
    else { return nil }
    self.init(seed: seed, at: Date(timeIntervalSince1970: now), reach: reach)
  }

  /// The step in a line.
  package var line: String { "\(seed) \(now.timeIntervalSince1970) \(reach)" }

  /// Does it, in one commit.
  package func perform(on inbox: Inbox) throws {
    var random = SeededRandom(seed: seed)
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3:
      let payloads = (0..<Int.random(in: 1...5, using: &random)).map { _ in payload(&random) }
      _ = try inbox.at(now).push(payloads, defaultSource: "cli")
    case 4: _ = try inbox.at(now).undo()
    case 5: _ = try inbox.at(now).redo()
    case 6: _ = try inbox.at(now).purge(.matching(.trash))
    default: _ = try inbox.at(now).perform(verb(&random), on: selection(&random))
    }
  }

  private func verb(_ random: inout SeededRandom) -> Verb {
    random.pick([
      .view, .open(.inbox), .read, .unread, .delete, .restore, .pin, .unpin,
      .snooze(until: .date(now + reach)), .snooze(until: .next),
      .snooze(until: .visit(machine: "laptop")), .unsnooze, .done, .undone,
    ])
  }

  private func selection(_ random: inout SeededRandom) -> MessageSelection {
    guard Bool.random(using: &random) else {
      return .matching(random.pick([.all, .unread, .trash, .pinned]))
    }
    return .numbers((0..<12).map { _ in MessageNumber(Int64.random(in: 1...120, using: &random)) })
  }

  private func payload(_ random: inout SeededRandom) -> Payload {
    func sometime() -> Date? {
      random.pick([nil, nil, nil, nil, -2, -1, 1, 2, 3]).map { now + $0 * reach }
    }
    var payload = Payload.make(
      id: random.pick([nil, "\(Int.random(in: 1...12, using: &random))"]), sentAt: sometime(),
      startsAt: sometime(), expiresAt: sometime(),
      delivery: random.pick([nil, nil, .inbox, .alert]))
    payload.resurfaces = Int.random(in: 0..<4, using: &random) == 0
    payload.isPartial = Int.random(in: 0..<4, using: &random) == 0
    return payload
  }
}
