import Dispatch
package import InboxCore
import Synchronization

/// What became of one payload.
package typealias PushResult = PushOutcome.RecordResult

/// Stores what all sources receive, several pushes in one transaction when they come together.
///
/// A push is acknowledged when its transaction is on the disk. While one transaction is written, the
/// pushes that come wait and are stored together in the next: so the cost of durability is shared by
/// those that wait for it anyway, and nobody waits for company.
package actor Intake {
  /// A push that waits.
  private struct Delivery {
    var payloads: [Payload]
    var acknowledgment: CheckedContinuation<[PushResult], any Error>
  }

  /// Most payloads of one transaction, so that none takes long.
  private static let mostPayloads = 1_000

  /// The inbox, for those that read what others have stored.
  nonisolated let inbox: Inbox
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

  /// Stores payloads in order; returns when they are on the disk.
  ///
  /// A task that is cancelled meanwhile gets the result all the same.
  ///
  /// - Parameters:
  ///   - payloads: The notifications.
  ///   - source: The source of those that name none.
  /// - Returns: What became of each.
  /// - Throws: `InboxError`; then none of them is stored.
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

  /// Stores payloads and blocks the thread until they are on the disk, so that no more is read than
  /// the disk takes.
  ///
  /// - Parameters:
  ///   - payloads: The notifications.
  ///   - source: The source of those that name none.
  /// - Returns: What became of each.
  /// - Throws: `InboxError`; then none of them is stored.
  nonisolated func pushAndWait(
    _ payloads: [Payload], from source: String
  ) throws -> [PushResult] {
    let box = ResultBox()
    Task {
      do {
        box.put(.success(try await push(payloads, from: source)))
      } catch {
        box.put(.failure(error))
      }
    }
    return try box.take()
  }

  /// Waits until nothing waits to be stored.
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

/// The result of a push, for which one thread waits.
///
/// State: the result. Guard: the mutex; the semaphore signals that it is there.
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
  /// Whether a message was made or changed.
  package var isStored: Bool {
    switch self {
    case .inserted, .merged: true
    case .ignored, .refused: false
    }
  }
}
