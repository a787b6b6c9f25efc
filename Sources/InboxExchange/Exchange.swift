package import Foundation
package import InboxCore
import InboxText
import Synchronization

/// The exchange of one inbox by one transport: reads on, takes up, sends.
///
/// Reading comes before sending, so that a change whose answer was lost is seen as one's own. It ends
/// with the connection; whoever runs it begins anew.
package struct Exchange<Transport: ExchangeTransport>: Sendable {
  /// The name of the collection that the transport keeps.
  package let name: String
  let inbox: Inbox
  let taking: ExchangeInbox
  let codec: ExchangeCodec
  let transport: Transport
  /// The transport of the values of one message, for those that were pruned and came back.
  let reading: @Sendable (_ filter: String) -> Transport
  private let report: @Sendable (ExchangeStatus) -> Void
  private let status = SharedStatus()
  let repairs = RepairLimit()
  let sent = SentValues()
  let held = HeldValues()

  /// Seconds after which everything is compared, also where nothing seems to be lost.
  private static var comparison: Double { 7 * 86_400 }
  /// Time between two counts of what waits, while much is read or sent.
  private static var countPause: Duration { .milliseconds(100) }

  /// Creates an exchange.
  ///
  /// - Parameters:
  ///   - name: The name of the collection that the transport keeps.
  ///   - inbox: The inbox, which has joined.
  ///   - codec: The form of its values.
  ///   - transport: The transport.
  ///   - reading: Makes a transport that reads the subjects of a filter.
  ///   - report: Called after each step.
  package init(
    _ name: String, of inbox: Inbox, as codec: ExchangeCodec, by transport: Transport,
    reading: @escaping @Sendable (_ filter: String) -> Transport,
    report: @escaping @Sendable (ExchangeStatus) -> Void
  ) {
    (self.name, self.inbox, self.codec) = (name, inbox, codec)
    (self.transport, self.reading, self.report) = (transport, reading, report)
    var taking = ExchangeInbox(inbox, subject: codec.key.subject)
    taking.repairing = { [repairs] in repairs.note($0, isDamaged: $1) }
    taking.hasSharedSequences = Transport.hasSharedSequences
    taking.hasLifetimes = transport.hasLifetimes
    self.taking = taking
  }

  /// Exchanges until the task is cancelled.
  ///
  /// - Parameter onlyReads: Whether it sends nothing, and ends when all values that are there were read.
  /// - Throws: ``ExchangeError``, also for a machine that was away for too long; ``InboxError``,
  ///   `CancellationError`.
  package func run(onlyReads: Bool) async throws {
    if let days = try position().daysAway(at: inbox.now) { throw ExchangeError.away(days: days) }
    while true {
      do {
        try await prepareKey()
        // Before the changes of this machine get their times.
        if try position().created == nil, let offset = try await transport.clockOffset() {
          try taking.note(offset: offset)
        }
        // What was changed offline gets its subjects before anything is read.
        _ = try taking.pending(limit: 0)
        try await compare()
        try await readAndSend(onlyReads: onlyReads)
        return
      } catch ExchangeError.incomplete {
        try taking.compareWhole()
      }
    }
  }

  /// Reads everything again where the transport has fewer values than it had, and once a week.
  private func compare() async throws {
    let position = try position()
    guard position.created != nil else { return }
    let age = position.comparedAt.map { inbox.now.timeIntervalSince($0) } ?? .infinity
    let count = try await transport.valueCount() ?? .max
    if try age > Self.comparison || count < taking.storedCount() { try taking.compareWhole() }
  }

  private func readAndSend(onlyReads: Bool) async throws {
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    sent.removeAll()
    held.removeAll()
    status.value.withLock { $0.status.phase = .reading }
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await read(then: wake) }
      group.addTask {
        guard onlyReads else { return try await send(after: wakes, wake) }
        // The first wake comes after the last value that is there.
        guard await wakes.first(where: { _ in true }) != nil else { throw CancellationError() }
        _ = try await readReturning()
      }
      try await group.next()
    }
  }

  /// What the inbox remembers.
  ///
  /// - Throws: ``ExchangeError/notJoined``, ``InboxError``.
  func position() throws -> ExchangePosition {
    guard let position = try taking.position() else { throw ExchangeError.notJoined }
    return position
  }

  /// Forgets the subjects of another key, unless the stream names a third one.
  ///
  /// - Throws: ``ExchangeError/wrongKey(here:stream:)``; then nothing has changed.
  private func prepareKey() async throws {
    guard let key = try position().key, key != codec.key.id else { return }
    try await reading(codec.keySubject).checkKey(of: codec)
    try taking.setKey(codec.key.id, isInStream: false)
  }
}

/// Reading.
extension Exchange {
  /// The place up to which values were read and stored here.
  var takenTo: Int64 { status.value.withLock { $0.status.takenTo } }

  /// Notes values that the stream has stored, and the place after the own values that were read.
  func confirm(_ values: [ExchangeValue] = []) throws {
    let place = status.value.withLock { $0.unnoted.take() }
    try taking.confirm(values, readTo: place?.sequence ?? 0, of: place?.stream ?? "")
  }

  /// Publishes values, and notes that the server answers; reported with the next change.
  func answered(_ values: [OutgoingValue]) async throws(ExchangeError) -> [PublishOutcome] {
    let outcomes = try await transport.publish(values)
    status.value.withLock { $0.status.isAnswered = true }
    return outcomes
  }

  /// Takes up pages as they come; wakes the sender after the last of those that are there.
  private func read(then wake: AsyncStream<Void>.Continuation) async throws {
    let position = try position()
    var phase = ExchangeStatus.Phase.reading
    let place = position.created.map { ExchangePlace(stream: $0, sequence: position.sequence) }
    var hasBegun = false
    defer { try? confirm() }
    // The next page is read and decoded while one is taken up.
    try await transport.pages(after: place).readingAhead(decodeOthers) { page, contents in
      if !hasBegun || page.startsOver {
        // A place that is past the end, or of another stream, was passed by.
        _ = try taking.begin(
          name, created: page.place.stream, last: page.startsOver ? 0 : .max,
          offset: page.clockOffset)
        hasBegun = true
      }
      try await repairKey(in: page)
      let isPassed = status.value.withLock { shared in
        // What waits is then counted again, and the place stored with the next answers.
        let isSending = phase == .live && shared.status.waitingCount > 0
        shared.unnoted = isSending && contents.isEmpty && !page.values.isEmpty ? page.place : nil
        return shared.unnoted != nil
      }
      let unreadableCount = isPassed ? 0 : try take(contents, of: page)
      phase = try update(isLast: page.isLast && !isPassed) { status in
        status.unreadableCount += unreadableCount
        status.takenCount += page.values.count
        status.takenTo = page.place.sequence
        status.clockOffset = page.clockOffset ?? status.clockOffset
        if page.isLast { status.phase = .live }
      }.phase
      // Own values that came back give nothing to send.
      if phase == .live, page.values.isEmpty || !contents.isEmpty { wake.yield() }
    }
  }

  /// Replaces an id of the key that cannot be read, before its place counts as read.
  ///
  /// Only the key of who has had it in the stream is surely the right one.
  private func repairKey(in page: ExchangePage) async throws {
    for value in page.values where value.subject == codec.keySubject {
      guard case .unreadable = codec.decoded(value), try taking.isKeyed() else { continue }
      _ = try await answered([codec.encodedKey(expecting: value.sequence)])
    }
  }

  /// Decodes the values of a page and their registers, without those that this connection has sent.
  private func decodeOthers(in page: ExchangePage) -> (ExchangePage, [ExchangeCodec.Content]) {
    let contents = sent.others(in: page).map { value in
      let content = codec.decoded(value)
      guard case .register(let value) = content else { return content }
      return .register(taking.parsed(value))
    }
    return (page, contents)
  }

  /// Takes up a page.
  ///
  /// - Parameters:
  ///   - contents: Its decoded values.
  ///   - page: The page.
  /// - Returns: The number of values that cannot be read.
  /// - Throws: ``ExchangeError/wrongKey(here:stream:)``, ``ExchangeError/newerForm``,
  ///   ``InboxError``; then nothing was taken up.
  private func take(_ contents: [ExchangeCodec.Content], of page: ExchangePage) throws -> Int {
    var values: [ExchangeValue] = []
    var peers: [ExchangePeer] = []
    var unreadableCount = 0
    for content in contents {
      switch content {
      case .register(let value): values.append(value)
      case .machine(let peer): peers.append(peer)
      case .unreadable(let value?): values.append(value)
      case .unreadable(nil): unreadableCount += 1
      case .newer: throw ExchangeError.newerForm
      case .key(let id):
        try codec.checkKey(content)
        try taking.setKey(id, isInStream: true)
      }
    }
    try taking.note(peers)
    return unreadableCount
      + (try taking.take(values, through: page.place.sequence, isEnd: page.isLast))
  }

  /// Changes the status, counts what waits, and reports both.
  ///
  /// Counting takes longer the more waits, so between the first and the last of many steps it is done
  /// now and then.
  @discardableResult
  func update(isLast: Bool, _ change: (inout ExchangeStatus) -> Void) throws -> ExchangeStatus {
    try status.value.withLock { shared in
      let now = ContinuousClock.now
      change(&shared.status)
      guard isLast || now > shared.countsAfter else { return shared.status }
      let position = try position()
      let took = ContinuousClock.now - now
      shared.countsAfter = now + took + max(Self.countPause, took * 10)
      shared.status.waitingCount = position.waitingCount
      shared.status.heldCount = position.heldCount
      shared.status.waitingMessageCount = position.waitingMessageCount
      // Read after the count: a value that waits no more was sent before.
      shared.status.sentTo = sent.last
      // Within the lock, so that no older count is reported later.
      report(shared.status)
      return shared.status
    }
  }
}

/// The status of a running exchange.
///
/// State: the status, when what waits was counted, and a place that is not stored yet. Guard: the
/// mutex. Reason: reading and sending are two tasks.
private final class SharedStatus: Sendable {
  struct State: Sendable {
    var status = ExchangeStatus(phase: .reading)
    var countsAfter = ContinuousClock.now
    var unnoted: ExchangePlace?
  }

  let value = Mutex(State())
}

/// What an exchange has done, and what it waits for.
package struct ExchangeStatus: Sendable, Hashable {
  /// The phase.
  package enum Phase: Sendable, Hashable {
    /// It reads what others wrote before.
    case reading
    /// It has read everything, and goes on as values come.
    case live
  }

  /// The phase.
  package var phase: Phase
  /// Number of values taken up since it began.
  package var takenCount = 0
  /// Number of values sent since it began.
  package var sentCount = 0
  /// Sequence of the last value sent; 0 if each machine counts its own values.
  var sentTo: Int64 = 0
  /// Sequence up to which values were read and stored here.
  var takenTo: Int64 = 0
  /// Number of values that cannot be read: rubbish, or of another key.
  package var unreadableCount = 0
  /// Number of values that are to be sent and were not refused.
  package var waitingCount = 0
  /// Number of values that were refused.
  package var heldCount = 0
  /// Number of messages of which the stream has no content yet.
  package var waitingMessageCount = 0
  /// Why a value was refused last; nil for none.
  package var problem: String?
  /// When refused values are tried again; nil for none.
  package var nextTry: Date?
  /// Why the other machines are not told of this one; nil if they are.
  package var absence: String?
  /// Whether the server has answered a publication since the connection began.
  package var isAnswered = false
  /// How far the clock of this machine is ahead, in milliseconds; nil if unknown.
  package var clockOffset: Int64?

  /// Whether some of the values sent were not yet read back and stored.
  package var isReturning: Bool { takenTo < sentTo }
}

extension PublishOutcome {
  /// The sequence number of a stored value; nil for others.
  var sequence: Int64? { if case .stored(let sequence) = self { sequence } else { nil } }

  /// Why a value was not stored; nil if it was.
  package var text: String? {
    switch self {
    case .stored: nil
    case .outdated: "another machine has sent a newer change"
    case .tooLarge(let limit): "larger than the server's limit of \(limit) bytes"
    case .notPermitted: "the user may not write it; ask the administrator of the server"
    case .full(let stream, let limit): limit.text(of: stream).printable()
    case .refused(let reason): reason
    }
  }
}
