import Foundation
import InboxCore

/// Sending.
extension Exchange {
  /// Maximum values of one publication.
  private static var mostPublished: Int { 1_000 }
  /// Maximum values that are read from the inbox at once.
  private static var mostPending: Int { 4_000 }
  /// Seconds after which this machine says again that it is there, when it sends something.
  private static var presence: Double { 60 }
  /// How many more refused values are tried after all of the last ones were stored.
  private static var growth: Int { 8 }

  /// Sends what was changed here, once everything was read and then after each change.
  func send(
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
      if held.takeWhole() { try taking.release() }
      try await sendForgotten()
      let sent = try await sendRefused(after: sendAll())
      try schedule(&retry, wake)
      let now = ContinuousClock.now
      let isDue = announcedAt.map { sent > 0 && now - $0 > .seconds(Self.presence) } ?? true
      if try isDue || taking.isMissed(codec.origin) {
        announcedAt = now
        try await announce()
      }
    }
    try Task.checkCancellation()
  }

  /// Tries the values again that a full stream has refused, if it may have room: first one.
  ///
  /// - Parameter sent: The number of values that were stored just now.
  /// - Returns: That number, with those that are stored now.
  /// - Throws: ``ExchangeError``, ``InboxError``.
  private func sendRefused(after sent: Int) async throws -> Int {
    guard held.mayFit(afterSending: sent, readTo: takenTo) else { return sent }
    var (sent, limit) = (sent, 1)
    while true {
      let places = held.smallest(limit)
      guard !places.isEmpty else { return sent }
      try taking.release(places)
      let count = try await sendAll()
      sent += count
      guard count >= places.count else { return sent }
      limit *= Self.growth
    }
  }

  /// Sets the timer for the next try of refused values.
  private func schedule(
    _ retry: inout Task<Void, any Error>?, _ wake: AsyncStream<Void>.Continuation
  ) throws {
    let pause = try taking.hasHeld() ? held.pause : nil
    guard pause == nil || pause != held.scheduled else { return }
    retry?.cancel()
    guard let pause else {
      guard retry != nil else { return }
      retry = nil
      held.removeAll()
      try update(isLast: true) { ($0.problem, $0.nextTry) = (nil, nil) }
      return
    }
    held.begin(pause)
    retry = Task { [held] in
      try await Task.sleep(for: pause)
      held.fire()
      wake.yield()
    }
    try update(isLast: true) { $0.nextTry = inbox.now + pause / .seconds(1) }
  }

  /// Publishes the id of the key if the stream has none.
  ///
  /// - Returns: Whether the stream has that of this machine; otherwise another machine was faster, and
  ///   its value is read first.
  /// - Throws: ``ExchangeError``, also for a value that cannot be read.
  private func hasKey() async throws -> Bool {
    guard try !taking.isKeyed() else { return true }
    switch try await answered([codec.encodedKey(expecting: 0)]).first {
    case .stored:
      try taking.setKey(codec.key.id, isInStream: true)
      return true
    case .outdated:
      try await reading(codec.keySubject).checkKey(of: codec)
      return false
    case let outcome: throw ExchangeError.notStored(outcome?.text ?? "no answer")
    }
  }

  /// Sends until nothing is left, or other machines write the same values all the time.
  ///
  /// - Returns: The number of values that were stored.
  private func sendAll() async throws -> Int {
    var count = 0
    var isBlocked = false
    var isCounted = true
    while try taking.hasPending() {
      let pending = try taking.pending(limit: Self.mostPending)
      let hasRead = try await readReturning()
      if hasRead { isCounted = false }
      guard !pending.isEmpty else {
        if hasRead { continue }
        break
      }
      let isLast = pending.count < Self.mostPending
      let result = try await publish(pending, isLast: isLast)
      // The last answers were noted together with a count of what waits.
      isCounted = isLast && result.outdated.isEmpty
      count += result.storedCount
      for (subject, outdated) in Dictionary(grouping: result.outdated, by: \.subject) {
        let isWhole = try taking.takePresent(try await present(of: subject), of: outdated)
        guard isWhole else { throw ExchangeError.incomplete }
      }
      // What comes meanwhile wakes this again.
      if isBlocked && result.storedCount == 0 { break }
      isBlocked = result.storedCount == 0 && !result.outdated.isEmpty
    }
    if !isCounted { try update(isLast: true) { _ in } }
    // From this count on, own values that come back are not passed by.
    try confirm()
    return count
  }

  /// Publishes values in parts; the answers to one are noted while the next is on its way.
  ///
  /// - Parameters:
  ///   - pending: The values.
  ///   - isLast: Whether these are the last values to be sent.
  /// - Returns: The number of values that were stored, and those that the stream has newer ones of.
  /// - Throws: ``ExchangeError``, ``InboxError``.
  private func publish(
    _ pending: [ExchangeValue], isLast: Bool
  ) async throws -> (storedCount: Int, outdated: [ExchangeValue]) {
    let (values, endless) = repairs.split(pending)
    try taking.hold(endless)
    if !endless.isEmpty {
      try update(isLast: values.isEmpty) { status in
        let problem = repairs.problem(of: endless, ignored: status.unreadableCount)
        held.hold(endless.map { ($0, problem, false) })
        status.problem = problem
      }
    }
    var answers: PublishedValues?
    for start in stride(from: 0, to: values.count, by: Self.mostPublished) {
      let part = Array(values[start..<min(start + Self.mostPublished, values.count)])
      async let outcomes = publish(try part.map(codec.encoded))
      if let answers { try note(answers, isLast: false) }
      answers = PublishedValues(part, try await outcomes, after: answers)
    }
    guard let answers else { return (0, []) }
    try note(answers, isLast: isLast)
    return (answers.storedCount, answers.outdated)
  }

  /// Publishes values, so that they are known when they come back.
  private func publish(_ values: [OutgoingValue]) async throws -> [PublishOutcome] {
    sent.begin(values)
    let outcomes = try await answered(values)
    let returned = sent.end(
      Transport.hasSharedSequences ? outcomes.compactMap(\.sequence) : [])
    return zip(values, outcomes).map { value, outcome in
      if case .stored = outcome { return outcome }
      // Another machine has stored the same.
      return returned[value.subject].map { .stored(sequence: $0) } ?? outcome
    }
  }

  /// Notes what became of values.
  private func note(_ answers: PublishedValues, isLast: Bool) throws {
    try confirm(answers.stored)
    try taking.hold(answers.held.map(\.0))
    held.remove(answers.stored)
    // Nobody misses a value that belongs to no message.
    held.hold(answers.held.filter { !$0.0.isLeftover })
    let problem = held.problem
    try update(isLast: isLast) { status in
      status.sentCount += answers.stored.count
      status.problem = problem ?? status.problem
    }
  }

  /// Reads the present values of messages that were pruned and came back.
  ///
  /// - Returns: Whether there were any.
  func readReturning() async throws -> Bool {
    let subjects = Set(try taking.returning())
    for subject in subjects {
      try taking.takeReturning(try await present(of: subject), of: [subject])
    }
    return !subjects.isEmpty
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
        case .newer: throw ExchangeError.newerForm
        case .key, .machine, .unreadable(nil): break
        }
      }
      if page.isLast { break }
    }
    return values
  }
}

/// What became of the values of a publication.
private struct PublishedValues {
  /// The values that were stored, with their sequences.
  private(set) var stored: [ExchangeValue] = []
  /// The values that the stream does not take, and why.
  private(set) var held: [(ExchangeValue, reason: String, isFull: Bool)] = []
  /// The values that the stream has newer ones of, with those of earlier publications.
  private(set) var outdated: [ExchangeValue] = []
  /// The number of stored values, with those of earlier publications.
  private(set) var storedCount = 0

  init(_ values: [ExchangeValue], _ outcomes: [PublishOutcome], after earlier: Self?) {
    outdated = earlier?.outdated ?? []
    for (value, outcome) in zip(values, outcomes) {
      switch outcome {
      case .stored(let sequence):
        var value = value
        value.sequence = sequence
        stored.append(value)
      case .outdated: outdated.append(value)
      case .full: held.append((value, outcome.text ?? "", true))
      case .tooLarge, .notPermitted, .refused: held.append((value, outcome.text ?? "", false))
      }
    }
    storedCount = (earlier?.storedCount ?? 0) + stored.count
  }
}
