import Foundation
import GRDB
import InboxTestSupport
import Testing

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

  /// A machine, or the end of the tests.
  static func made(
    _ name: String, person: String = "ann", skew: TimeInterval = 0, isMeasured: Bool = false
  ) -> ExchangeMachine {
    do {
      let machine = try ExchangeMachine(name, person: person, skew: skew)
      machine.isMeasured = isMeasured
      return machine
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static func open(
    _ folder: TemporaryFolder, _ maximum: Int, _ name: String
  ) throws -> Inbox {
    let configuration = InboxConfiguration.testing(maximumCount: maximum)
      .with { $0.makeID = { _ in "\(name)-\(UUID().uuidString)" } }
    return try Inbox.open(folder: folder.path + "/inbox", configuration: configuration)
  }

  /// The inbox at the time of the machine's clock.
  var here: Inbox { inbox.at(time + skew) }

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
  @discardableResult func exchange(
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

extension ExchangeMachine {
  /// Pushes a payload, at a time of the test if one is given.
  func push(_ payload: Payload, at time: TimeInterval? = nil) throws {
    if let time { self.time = time }
    try here.push(payload, from: "ci")
  }

  /// Applies a verb, to all messages unless some are given.
  func perform(
    _ verb: Verb, on selection: MessageSelection = .matching(.all), at time: TimeInterval? = nil
  ) throws {
    if let time { self.time = time }
    try here.perform(verb, on: selection)
  }

  /// The first message, of those with a title if one is given.
  func message(_ title: String? = nil) throws -> Message {
    try #require(try here.stored().first { title == nil || $0.title == title })
  }

  /// Tells another machine that this one takes part.
  func announce(to other: ExchangeMachine) throws {
    let origin = try #require(ExchangeOrigin(ofInbox: try here.origin()))
    try other.exchanging.note([try #require(try exchanging.announcement(of: origin))])
  }
}

/// A stream in memory over which machines exchange without faults; used by one test.
final class ExchangeMeeting {
  var channel = ExchangeChannel()
  var random = SeededRandom(seed: 1)

  /// Has machines read and send in turn, at a time of the test if one is given; returns the number
  /// of values that were sent.
  @discardableResult
  func exchange(_ machines: ExchangeMachine..., at time: TimeInterval? = nil) throws -> Int {
    try exchange(machines, at: time)
  }

  @discardableResult
  func exchange(_ machines: [ExchangeMachine], at time: TimeInterval? = nil) throws -> Int {
    var count = 0
    for machine in machines {
      if let time { machine.time = time }
      count += try machine.exchange(with: &channel, .none, &random)
    }
    return count
  }
}

/// A stream in memory that may lose its end, or everything.
struct ExchangeChannel {
  private struct Address: Hashable {
    var subject: SubjectKey
    var name: RegisterName
  }

  /// Changes when the stream is made anew.
  private(set) var epoch = 1
  private(set) var last: Int64 = 0
  private var entries: [ExchangeValue] = []
  /// When values are forgotten, by their sequences.
  private var ends: [Int64: TimeInterval] = [:]

  /// The values after a sequence.
  func values(after sequence: Int64) -> [ExchangeValue] {
    entries.filter { $0.sequence > sequence }
  }

  /// The last values of a message.
  func values(of subject: SubjectKey) -> [ExchangeValue] {
    entries.filter { $0.subject == subject }
  }

  /// The last values of all registers, by what they are of.
  var present: [String: [UInt8]] {
    entries.reduce(into: [:]) { $0["\($1.subject.text) \($1.name)"] = $1.bytes }
  }

  /// Stores a value in the place of the one before, whatever it was.
  mutating func append(_ value: ExchangeValue) -> ExchangeValue {
    let address = Address(subject: value.subject, name: value.name)
    entries.removeAll { Address(subject: $0.subject, name: $0.name) == address }
    last += 1
    var stored = value
    stored.sequence = last
    entries.append(stored)
    return stored
  }

  /// Stores a value, but a leftover only over the value that its machine knows; nil if another one
  /// is in its place.
  mutating func store(_ value: ExchangeValue, at time: TimeInterval) -> ExchangeValue? {
    let present = entries.first { $0.subject == value.subject && $0.name == value.name }
    if value.isLeftover, present?.sequence ?? 0 != value.sequence { return nil }
    let stored = append(value)
    ends[stored.sequence] = value.lifetime.map { time + TimeInterval($0) }
    entries[entries.count - 1].lifetime = nil
    entries[entries.count - 1].isEnding = value.lifetime != nil
    return stored
  }

  /// The names of the registers whose values never end.
  var kept: [String] { entries.filter { !$0.isEnding }.map { "\($0.name)" }.sorted() }

  /// The names of the registers whose values end.
  var ending: [String] { entries.filter(\.isEnding).map { "\($0.name)" }.sorted() }

  /// The names of the registers that belong to a message which was not purged, and whose values end.
  var endingOfMessages: [String] {
    entries.filter(\.isEnding).compactMap { entry in
      let content = entries.first { $0.subject == entry.subject && $0.name == .content }
      guard let content,
        case .content(let present)? = try? ExchangeRegister(content.bytes, of: .content),
        let generation = (try? ExchangeRegister(entry.bytes, of: entry.name))?.generation
      else { return "\(entry.name) without content" }
      let isOver =
        generation < present.generation || (generation == present.generation && present.isPurged)
      return isOver ? nil : "\(entry.name)"
    }
  }

  /// Forgets the values that have ended.
  mutating func expire(at time: TimeInterval) {
    let ends = ends
    entries.removeAll { entry in ends[entry.sequence].map { $0 <= time } ?? false }
  }

  mutating func loseTail(_ count: Int) {
    entries.removeLast(min(count, entries.count))
    last = entries.last?.sequence ?? 0
    epoch += 1
  }

  mutating func loseEverything() {
    entries = []
    last = 0
    epoch += 1
  }
}

/// What a person sees of a message, wherever it is stored.
struct ExchangeView: Hashable, CustomStringConvertible {
  var message: Message
  var answerer: Answerer

  /// Without the status, pin and snooze, which are each person's.
  var shared: ExchangeView {
    var view = self
    (view.message.status, view.message.statusBeforeDelete) = (.unread, nil)
    (view.message.isPinned, view.message.snoozedUntil, view.message.doneAt) = (false, nil, nil)
    view.message.snoozedFor = nil
    return view
  }

  var description: String { "\(MessageJSON(message, as: .export).text) \(answerer)" }
}

extension ExchangeMachine {
  /// All messages by their identities.
  func views() throws -> [MessageIdentity: ExchangeView] {
    _ = try here.settle()
    var views: [MessageIdentity: ExchangeView] = [:]
    for message in try here.stored() {
      var shown = message
      let row = try here.store.read { try $0.exchangedRow(message.number) }
      var answerer = row?.answerer ?? .init()
      // An answer that came too late stays where it was given.
      if answerer.isSent, let end = shown.expiresAt, end < here.now { shown.answer = nil }
      if shown.answer == nil { answerer = .init() }
      if isMeasured {
        shown.snoozedUntil = shown.snoozedUntil?.addingTimeInterval(
          -(skew / 10).rounded(.towardZero) * 10)
      }
      // Numbers and the texts of earlier occurrences are each machine's.
      (shown.number, shown.earlier, shown.answerer) = (MessageNumber(0), [], nil)
      views[MessageIdentity(source: shown.source, id: shown.id)] = ExchangeView(
        message: shown, answerer: answerer)
    }
    return views
  }

  /// The identities in the order of the list, those of one moment in any order, as several snoozes may
  /// end by one event.
  ///
  /// Without questions whose time ran out: where one was answered too late, the answer stays, and the
  /// question is not listed.
  func listed() throws -> [Set<MessageIdentity>] {
    let query = MessageQuery(filter: MessageFilter([.init(.phase(.expired), isNegated: true)]))
    let rows = try here.rows(query)
    var (moments, last): ([Set<MessageIdentity>], Date?) = ([], nil)
    for row in rows {
      if row.sortDate != last { moments.append([]) }
      last = row.sortDate
      moments[moments.count - 1].insert(MessageIdentity(source: row.source, id: row.id))
    }
    return moments
  }

  /// What was pruned here.
  func pruned() throws -> Set<MessageIdentity> {
    let rows = try here.fetch("SELECT source, id FROM absent WHERE reason = 'pruned'")
    return Set(rows.map { MessageIdentity(source: $0["source"], id: $0["id"]) })
  }
}
