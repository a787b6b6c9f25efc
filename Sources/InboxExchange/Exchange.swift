import Foundation
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

  /// Maximum values of one publication.
  private static var mostSent: Int { 1_000 }
  /// Seconds after which this machine says again that it is there, when it sends something.
  private static var presence: Double { 60 }
  /// Seconds after which everything is compared, also where nothing seems to be lost.
  private static var comparison: Double { 7 * 86_400 }
  /// Time between two counts of what waits, while much is read or sent.
  private static var countPause: Duration { .milliseconds(100) }
  /// Seconds after which refused values are sent again.
  private static var holding: Double { 3_600 }

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
    taking = ExchangeInbox(inbox, subject: codec.key.subject)
  }

  /// Exchanges until the task is cancelled.
  ///
  /// - Throws: ``ExchangeError``, also for a machine that was away for too long; ``InboxError``,
  ///   `CancellationError`.
  package func run() async throws {
    if let days = try position().daysAway(at: inbox.now) { throw ExchangeError.away(days: days) }
    while true {
      do {
        try prepareKey()
        // What was changed offline gets its subjects before anything is read.
        _ = try taking.pending(limit: 0)
        try await compare()
        try await readAndSend()
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

  private func readAndSend() async throws {
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await read(then: wake) }
      group.addTask { try await send(after: wakes, wake) }
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

  /// Forgets the subjects of another key.
  private func prepareKey() throws {
    guard let key = try position().key, key != codec.key.id else { return }
    try taking.setKey(codec.key.id, isInStream: false)
  }
}

/// Reading.
extension Exchange {
  /// Takes up pages as they come; wakes the sender after the last of those that are there.
  private func read(then wake: AsyncStream<Void>.Continuation) async throws {
    let position = try position()
    let place = position.created.map { ExchangePlace(stream: $0, sequence: position.sequence) }
    var hasBegun = false
    for try await page in transport.pages(after: place) {
      if !hasBegun || page.startsOver {
        // A place that is past the end, or of another stream, was passed by.
        _ = try taking.begin(
          name, created: page.place.stream, last: page.startsOver ? 0 : .max,
          offset: page.clockOffset)
        hasBegun = true
      }
      let unreadableCount = try take(page)
      let phase = try update(isLast: page.isLast) { status in
        status.unreadableCount += unreadableCount
        status.takenCount += page.values.count
        status.clockOffset = page.clockOffset ?? status.clockOffset
        if page.isLast { status.phase = .live }
      }.phase
      if phase == .live { wake.yield() }
    }
  }

  /// Takes up a page.
  ///
  /// - Returns: The number of values that cannot be read.
  /// - Throws: ``ExchangeError/wrongKey(here:stream:)``, ``InboxError``; then nothing was taken up.
  private func take(_ page: ExchangePage) throws -> Int {
    var values: [ExchangeValue] = []
    var peers: [ExchangePeer] = []
    var unreadableCount = 0
    for value in page.values {
      switch codec.decoded(value) {
      case .register(let value): values.append(value)
      case .machine(let peer): peers.append(peer)
      case .unreadable(let value?): values.append(value)
      case .unreadable(nil): unreadableCount += 1
      case .key(let id):
        guard id == codec.key.id else {
          throw ExchangeError.wrongKey(here: codec.key.id, stream: id)
        }
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
  private func update(
    isLast: Bool, _ change: (inout ExchangeStatus) -> Void
  ) throws -> ExchangeStatus {
    try status.value.withLock { shared in
      let now = ContinuousClock.now
      change(&shared.status)
      guard isLast || shared.countedAt.map({ now - $0 > Self.countPause }) ?? true else {
        return shared.status
      }
      shared.countedAt = now
      let position = try position()
      shared.status.waitingCount = position.waitingCount
      shared.status.heldCount = position.heldCount
      shared.status.waitingMessageCount = position.waitingMessageCount
      // Within the lock, so that no older count is reported later.
      report(shared.status)
      return shared.status
    }
  }
}

/// Sending.
extension Exchange {
  /// Sends what was changed here, once everything was read and then after each change.
  private func send(
    after wakes: AsyncStream<Void>, _ wake: AsyncStream<Void>.Continuation
  ) async throws {
    var token: ObservationToken?
    var retry: Task<Void, any Error>?
    defer {
      token?.cancel()
      retry?.cancel()
    }
    var announcedAt: ContinuousClock.Instant?
    for await _ in wakes {
      if token == nil {
        // Before the first values, so that no change in between is missed.
        token = try inbox.observe { _ in wake.yield() }
      }
      guard try await hasKey() else { continue }
      let sent = try await sendAll()
      if try position().heldCount > 0, retry == nil {
        retry = Task {
          while true {
            try await Task.sleep(for: .seconds(Self.holding))
            try taking.release()
            wake.yield()
          }
        }
      }
      let now = ContinuousClock.now
      if announcedAt.map({ sent > 0 && now - $0 > .seconds(Self.presence) }) ?? true {
        announcedAt = now
        try await announce()
      }
    }
    try Task.checkCancellation()
  }

  /// Publishes the id of the key if the stream has none.
  ///
  /// - Returns: Whether the stream has that of this machine; otherwise another machine was faster, and
  ///   its value is read first.
  private func hasKey() async throws -> Bool {
    guard try !position().isKeyed else { return true }
    switch try await transport.publish([codec.encodedKey(expecting: 0)]).first {
    case .stored:
      try taking.setKey(codec.key.id, isInStream: true)
      return true
    case .outdated: return false
    case let outcome: throw ExchangeError.notStored(outcome?.text ?? "no answer")
    }
  }

  /// Tells the others that this machine takes part.
  private func announce() async throws {
    let position = try position()
    guard let machine = position.machine else { return }
    let peer = ExchangePeer(
      origin: codec.origin, name: machine, person: position.person,
      seenAt: inbox.now.addingTimeInterval(-Double(position.clockOffset) / 1_000))
    _ = try await transport.publish([try codec.encoded(peer)])
  }

  /// Sends until nothing is left, or other machines write the same values all the time.
  ///
  /// - Returns: The number of values that were stored.
  private func sendAll() async throws -> Int {
    var count = 0
    var isBlocked = false
    while true {
      try await readReturning()
      let values = try taking.pending(limit: Self.mostSent)
      guard !values.isEmpty else { break }
      let outcomes = try await transport.publish(try values.map(codec.encoded))
      var stored: [ExchangeValue] = []
      var held: [ExchangeValue] = []
      var outdated: [ExchangeValue] = []
      var problem: String?
      for (value, outcome) in zip(values, outcomes) {
        switch outcome {
        case .stored(let sequence):
          var value = value
          value.sequence = sequence
          stored.append(value)
        case .outdated: outdated.append(value)
        case .tooLarge, .notPermitted, .refused:
          held.append(value)
          problem = outcome.text
        }
      }
      try taking.confirm(stored)
      try taking.hold(held)
      count += stored.count
      try update(isLast: values.count < Self.mostSent) { status in
        status.sentCount += stored.count
        status.problem = problem ?? status.problem
      }
      for (subject, outdated) in Dictionary(grouping: outdated, by: \.subject) {
        let isWhole = try taking.takePresent(try await present(of: subject), of: outdated)
        guard isWhole else { throw ExchangeError.incomplete }
      }
      // What comes meanwhile wakes this again.
      if isBlocked && stored.isEmpty { break }
      isBlocked = stored.isEmpty && !outdated.isEmpty
    }
    if count > 0 || isBlocked { try update(isLast: true) { _ in } }
    return count
  }

  /// Reads the present values of messages that were pruned and came back.
  private func readReturning() async throws {
    for subject in Set(try taking.returning()) {
      try taking.takeReturning(try await present(of: subject), of: [subject])
    }
  }

  /// The present values of a message.
  private func present(of subject: SubjectKey) async throws -> [ExchangeValue] {
    var values: [ExchangeValue] = []
    for try await page in reading(codec.filter(of: subject)).pages(after: nil) {
      for value in page.values {
        switch codec.decoded(value) {
        // Also rubbish has a sequence, which is replaced.
        case .register(let value), .unreadable(let value?):
          if value.subject == subject { values.append(value) }
        case .key, .machine, .unreadable(nil): break
        }
      }
      if page.isLast { break }
    }
    return values
  }
}

/// The status of a running exchange.
///
/// State: the status, and when what waits was counted. Guard: the mutex. Reason: reading and sending are
/// two tasks.
private final class SharedStatus: Sendable {
  struct State: Sendable {
    var status = ExchangeStatus(phase: .reading)
    var countedAt: ContinuousClock.Instant?
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
  /// Number of values that cannot be read: rubbish, or of another key.
  package var unreadableCount = 0
  /// Number of values that are to be sent.
  package var waitingCount = 0
  /// Number of those that were refused.
  package var heldCount = 0
  /// Number of messages whose content is to be sent.
  package var waitingMessageCount = 0
  /// Why a value was refused last; nil for none.
  package var problem: String?
  /// How far the clock of this machine is ahead, in milliseconds; nil if unknown.
  package var clockOffset: Int64?
}

extension PublishOutcome {
  /// Why a value was not stored; nil if it was.
  package var text: String? {
    switch self {
    case .stored: nil
    case .outdated: "the stream has a newer value"
    case .tooLarge(let limit): "larger than the server's limit of \(limit) bytes"
    case .notPermitted: "the user may not write it; ask the administrator of the server"
    case .refused(let reason): reason
    }
  }
}
