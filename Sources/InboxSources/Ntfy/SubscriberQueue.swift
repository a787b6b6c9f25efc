import Synchronization

/// The bytes that wait to be sent to a subscriber, bounded by their number.
///
/// State: how many bytes wait. Guard: the mutex, because one task adds them and another sends them.
final class SubscriberQueue: Sendable {
  /// The pieces in their order, one for each event; they end with ``finish()``.
  let pieces: AsyncStream<[UInt8]>
  private let limit: Int
  private let piece: AsyncStream<[UInt8]>.Continuation
  private let waiting: Mutex<Int>

  /// Most bytes that may wait beside the first ones: more than the largest batch that can be received,
  /// which comes at once however fast a subscriber reads.
  static let mostBytes = 16 * 1_024 * 1_024

  /// Begins with what a subscriber gets first.
  ///
  /// - Parameters:
  ///   - beginning: The first pieces, however large.
  ///   - limit: Most bytes that may wait beside these.
  init(beginning: [[UInt8]] = [], limit: Int = mostBytes) {
    (pieces, piece) = AsyncStream.makeStream()
    let count = beginning.reduce(0) { $0 + $1.count }
    self.limit = limit + count
    waiting = Mutex(count)
    for bytes in beginning { piece.yield(bytes) }
  }

  /// Adds a piece; false, and nothing added, where too much waits already.
  func add(_ bytes: [UInt8]) -> Bool {
    let fits = waiting.withLock { count in
      guard count + bytes.count <= limit else { return false }
      count += bytes.count
      return true
    }
    if fits { piece.yield(bytes) }
    return fits
  }

  /// Makes the room of a piece free.
  func hasSent(_ bytes: [UInt8]) {
    waiting.withLock { $0 -= bytes.count }
  }

  /// Ends it behind what waits.
  func finish() { piece.finish() }
}
