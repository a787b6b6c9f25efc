import Foundation
import InboxTestSupport

@testable import InboxCore

extension SubjectKey {
  /// A subject for tests, without cryptography.
  static func testing(_ identity: MessageIdentity) throws -> SubjectKey {
    let text = FoldID.hash(source: identity.source, key: identity.id).uppercased()
    guard let key = SubjectKey(text) else { throw RegisterError() }
    return key
  }
}

/// One machine: an inbox in a file of its own, a person, and a clock that may be wrong.
final class ExchangeMachine {
  let name: String
  let person: String
  var skew: TimeInterval
  private let maximum: Int
  private(set) var folder: TemporaryFolder
  private(set) var inbox: Inbox
  /// The seconds since the beginning of the test.
  var time: TimeInterval = 0
  /// Whether the stream forgets what a purge leaves.
  var hasLifetimes = false
  /// Whether the clock is compared with that of the stream.
  var isMeasured = false

  init(_ name: String, person: String = "ann", skew: TimeInterval = 0, maximum: Int = 0) throws {
    (self.name, self.person, self.skew, self.maximum) = (name, person, skew, maximum)
    folder = try TemporaryFolder()
    inbox = try Self.open(folder, maximum, name)
    _ = try inbox.claimOrigin(on: name)
    try exchanging.join(ExchangeMembership(person: person, machine: name))
  }

  private static func open(
    _ folder: TemporaryFolder, _ maximum: Int, _ name: String
  ) throws -> Inbox {
    var configuration = InboxConfiguration.testing(maximumCount: maximum)
    configuration.makeID = { _ in "\(name)-\(UUID().uuidString)" }
    return try Inbox.open(folder: folder.path + "/inbox", configuration: configuration)
  }

  /// The inbox at the time of the machine's clock.
  var here: Inbox { inbox.at(.testing(time + skew)) }

  var exchanging: ExchangeInbox {
    var exchange = ExchangeInbox(here) { try .testing($0) }
    exchange.hasLifetimes = hasLifetimes
    return exchange
  }

  /// Ends the program and starts another one.
  func restart() throws {
    try inbox.close()
    inbox = try Self.open(folder, maximum, name)
    _ = try here.claimOrigin(on: name)
  }

  /// Copies the file to another machine.
  func copy(to name: String) throws -> ExchangeMachine {
    let copy = try ExchangeMachine(name, person: person, skew: skew, maximum: maximum)
    try copy.replace(byFilesOf: self)
    (copy.time, copy.hasLifetimes) = (time, hasLifetimes)
    _ = try copy.here.claimOrigin(on: name)
    return copy
  }

  private func replace(byFilesOf other: ExchangeMachine) throws {
    try inbox.close()
    try other.inbox.close()
    let path = folder.path + "/inbox"
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: other.folder.path + "/inbox", toPath: path)
    other.inbox = try Self.open(other.folder, other.maximum, other.name)
    inbox = try Self.open(folder, maximum, name)
  }

  /// How a round of the exchange goes wrong.
  struct Faults {
    /// The probabilities that values are read in another order and more than once, that reading
    /// ends early, and that a value or its answer is lost on its way to the stream.
    var disorder = 0.0
    var early = 0.0
    var lost = 0.0
    var unanswered = 0.0

    static let none = Faults()
    static let usual = Faults(disorder: 0.5, early: 0.3, lost: 0.2, unanswered: 0.2)
  }

  /// Reads on and sends; returns the number of values sent.
  @discardableResult
  func exchange(
    with channel: inout ExchangeChannel, _ faults: Faults, _ random: inout SeededRandom
  ) throws -> Int {
    func happens(_ probability: Double) -> Bool {
      Double.random(in: 0..<1, using: &random) < probability
    }
    let offset = isMeasured ? Int64(skew * 1_000) : nil
    if let offset, try exchanging.position()?.created == nil { try exchanging.note(offset: offset) }
    let start = try exchanging.begin(
      "test", created: String(channel.epoch), last: channel.last, offset: offset)
    var values = channel.values(after: start)
    var end = channel.last
    if happens(faults.early), let cut = values.indices.randomElement(using: &random) {
      values = Array(values[...cut])
      end = values[cut].sequence
    }
    if happens(faults.disorder) {
      values += values.filter { _ in happens(0.3) }
      values.shuffle(using: &random)
    }
    // In two transactions, of which the first may be the last.
    let half = values.count / 2
    try exchanging.take(Array(values[..<half]))
    if happens(faults.early) { return 0 }
    try exchanging.take(Array(values[half...]), through: end, isEnd: end == channel.last)
    let returning = try exchanging.returning()
    if !returning.isEmpty {
      try exchanging.takeReturning(returning.flatMap(channel.values(of:)), of: returning)
    }
    var count = 0
    for value in try exchanging.pending(limit: happens(0.2) ? 3 : 500) where !happens(faults.lost) {
      count += 1
      guard let stored = channel.store(value, at: time) else {
        _ = try exchanging.takePresent(channel.values(of: value.subject), of: [value])
        continue
      }
      if !happens(faults.unanswered) { try exchanging.confirm([stored]) }
    }
    return count
  }
}
