import Dispatch
package import InboxCore
import Synchronization

/// The result of one payload.
package typealias PushResult = PushOutcome.RecordResult

/// Stores the payloads of all sources; concurrent pushes share a transaction.
///
/// A push is acknowledged when its transaction is on disk. Pushes that arrive while a transaction
/// is written are queued and stored together in the next one, so they share the cost of durability
/// and no push is delayed to fill a batch.
package actor Intake {
  /// A queued push.
  private struct Delivery {
    var payloads: [Payload]
    var acknowledgment: CheckedContinuation<[PushResult], any Error>
  }

  /// Maximum payloads of a transaction, which keeps each one short.
  private static let mostPayloads = 1_000

  /// The inbox, for sources that also read from it.
  package nonisolated let inbox: Inbox
  private var waiting: [Delivery] = []
  private var isStoring = false
  private var idle: [CheckedContinuation<Void, Never>] = []
  /// How many payloads have been stored.
  package private(set) var storedCount = 0
  /// How many transactions that took.
  package private(set) var transactionCount = 0

  /// Makes an intake of an open inbox.
  package init(_ inbox: Inbox) {
    self.inbox = inbox
  }

  /// Stores payloads in order; returns when they are on disk.
  ///
  /// Cancelling the task does not cancel the push; the result is returned anyway.
  ///
  /// - Parameters:
  ///   - payloads: The notifications.
  ///   - source: The default source.
  /// - Returns: The result of each.
  /// - Throws: `InboxError`; none of them is then stored.
  package func push(_ payloads: [Payload], from source: String) async throws -> [PushResult] {
    guard !payloads.isEmpty else { return [] }
    var named = payloads
    for index in named.indices where named[index].source == nil { named[index].source = source }
    return try await withCheckedThrowingContinuation { acknowledgment in
      waiting.append(Delivery(payloads: named, acknowledgment: acknowledgment))
      guard !isStoring else { return }
      isStoring = true
      Task { await storeAll() }
    }
  }

  /// Stores payloads and blocks the thread until they are on disk, which applies back pressure to
  /// the reader.
  ///
  /// - Parameters:
  ///   - payloads: The notifications.
  ///   - source: The default source.
  /// - Returns: The result of each.
  /// - Throws: `InboxError`; none of them is then stored.
  nonisolated func pushAndWait(
    _ payloads: [Payload], from source: String
  ) throws -> [PushResult] {
    let box = ResultBox()
    let pushing = Task { try await push(payloads, from: source) }
    Task { box.put(await pushing.result) }
    return try box.take()
  }

  /// Waits until the queue is empty.
  package func drain() async {
    guard isStoring else { return }
    await withCheckedContinuation { idle.append($0) }
  }

  private func storeAll() async {
    while !waiting.isEmpty { await store(takeBatch()) }
    isStoring = false
    idle.forEach { $0.resume() }
    idle = []
  }

  private func takeBatch() -> [Delivery] {
    var count = 0
    var size = 0
    for delivery in waiting {
      guard count == 0 || size + delivery.payloads.count <= Self.mostPayloads else { break }
      size += delivery.payloads.count
      count += 1
    }
    defer { waiting.removeFirst(count) }
    return Array(waiting.prefix(count))
  }

  private func store(_ batch: [Delivery]) async {
    do {
      let results = try await inbox.push(batch.flatMap(\.payloads), defaultSource: nil).results
      transactionCount += 1
      storedCount += results.count { $0.isStored }
      var rest = results[...]
      for delivery in batch {
        delivery.acknowledgment.resume(returning: Array(rest.prefix(delivery.payloads.count)))
        rest = rest.dropFirst(delivery.payloads.count)
      }
    } catch {
      for delivery in batch { delivery.acknowledgment.resume(throwing: error) }
    }
  }
}

/// The result of a push, awaited by one thread.
///
/// State: the result. Guard: the mutex; the semaphore signals that it is set.
private final class ResultBox: Sendable {
  private let result = Mutex<Result<[PushResult], any Error>?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func put(_ value: Result<[PushResult], any Error>) {
    result.withLock { $0 = value }
    isThere.signal()
  }

  func take() throws -> [PushResult] {
    isThere.wait()
    return try result.withLock { $0 }?.get() ?? []
  }
}

extension PushOutcome.RecordResult {
  /// The message that was made or changed; nil if nothing was stored.
  var stored: (number: MessageNumber, id: String)? {
    switch self {
    case .inserted(let number, let id), .merged(let number, let id): (number, id)
    case .ignored, .refused: nil
    }
  }

  /// Whether a message was made or changed.
  package var isStored: Bool { stored != nil }
}
