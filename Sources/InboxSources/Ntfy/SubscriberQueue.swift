import Synchronization

/// The bounded queue of bytes for a subscriber.
///
/// State: the number of queued bytes. Guard: the mutex, because one task adds them and another
/// sends them.
final class SubscriberQueue: Sendable {
  /// The pieces in order, one for each event; they end with ``finish()``.
  let pieces: AsyncStream<[UInt8]>
  private let limit: Int
  private let piece: AsyncStream<[UInt8]>.Continuation
  private let waiting: Mutex<Int>

  /// Maximum queued bytes besides the first pieces: more than the largest batch that can be
  /// received, which is queued at once however fast a subscriber reads.
  static let mostBytes = 16 * 1_024 * 1_024

  /// Starts with the first pieces.
  ///
  /// - Parameters:
  ///   - beginning: The first pieces, of any size.
  ///   - limit: Maximum queued bytes besides these.
  init(beginning: [[UInt8]] = [], limit: Int = mostBytes) {
    (pieces, piece) = AsyncStream.makeStream()
    let count = beginning.reduce(0) { $0 + $1.count }
    self.limit = limit + count
    waiting = Mutex(count)
    for bytes in beginning { piece.yield(bytes) }
  }

  /// Adds a piece; false, without adding it, if the queue is full.
  func add(_ bytes: [UInt8]) -> Bool {
    let fits = waiting.withLock { count in
      guard count + bytes.count <= limit else { return false }
      count += bytes.count
      return true
    }
    if fits { piece.yield(bytes) }
    return fits
  }

  /// Releases the bytes of a sent piece.
  func hasSent(_ bytes: [UInt8]) {
    waiting.withLock { $0 -= bytes.count }
  }

  /// Ends the queue after the queued pieces.
  func finish() { piece.finish() }
}
