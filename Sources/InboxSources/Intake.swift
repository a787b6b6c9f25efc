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
///
/// State: the queued pushes. Guard: the mutex; only the serial queue takes them out. A push costs one
/// change of threads to the queue, and one back.
package final class Intake: Sendable {
  /// A queued push.
  private struct Delivery {
    var payloads: [Payload]
    var acknowledge: @Sendable (Result<[PushResult], any Error>) -> Void
  }

  /// Maximum payloads of a transaction, which keeps each one short.
  private static let mostPayloads = 1_000

  /// The inbox, for sources that also read from it.
  package let inbox: Inbox
  private let waiting = Mutex<[Delivery]>([])
  private let queue = DispatchQueue(label: "intake", qos: .userInitiated)

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
    try await withCheckedThrowingContinuation { acknowledgment in
      add(payloads, from: source) { acknowledgment.resume(with: $0) }
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
  func pushAndWait(_ payloads: [Payload], from source: String) throws -> [PushResult] {
    let result = Mutex<Result<[PushResult], any Error>>(.success([]))
    let isThere = DispatchSemaphore(value: 0)
    add(payloads, from: source) { stored in
      result.withLock { $0 = stored }
      isThere.signal()
    }
    isThere.wait()
    return try result.withLock { try $0.get() }
  }

  /// Waits until the pushes before it are stored.
  package func drain() async {
    await withCheckedContinuation { idle in queue.async { idle.resume() } }
  }

  private func add(
    _ payloads: [Payload], from source: String,
    _ acknowledge: @escaping @Sendable (Result<[PushResult], any Error>) -> Void
  ) {
    guard !payloads.isEmpty else { return acknowledge(.success([])) }
    var named = payloads
    for index in named.indices where named[index].source == nil { named[index].source = source }
    let delivery = Delivery(payloads: named, acknowledge: acknowledge)
    let isFirst = waiting.withLock { waiting in
      waiting.append(delivery)
      return waiting.count == 1
    }
    if isFirst { queue.async { self.storeAll() } }
  }

  private func storeAll() {
    while case let batch = takeBatch(), !batch.isEmpty { store(batch) }
  }

  private func takeBatch() -> [Delivery] {
    waiting.withLock { waiting in
      var size = 0
      let end = waiting.firstIndex { delivery in
        size += delivery.payloads.count
        return size > Self.mostPayloads
      }
      let count = max(end ?? waiting.count, min(waiting.count, 1))
      defer { waiting.removeFirst(count) }
      return Array(waiting.prefix(count))
    }
  }

  private func store(_ batch: [Delivery]) {
    do {
      var rest = try inbox.push(batch.flatMap(\.payloads)).results[...]
      for delivery in batch {
        delivery.acknowledge(.success(Array(rest.prefix(delivery.payloads.count))))
        rest = rest.dropFirst(delivery.payloads.count)
      }
    } catch {
      for delivery in batch { delivery.acknowledge(.failure(error)) }
    }
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
