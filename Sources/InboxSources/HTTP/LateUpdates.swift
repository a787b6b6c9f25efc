import InboxCore
import Synchronization

/// Updates of sequences that came when their client had used up its rate limit.
///
/// They wait until the limit allows one more. Of each sequence only the newest is stored, so that
/// its last state always gets through.
///
/// State: the number of the newest update by sequence. Guard: the mutex, because requests are
/// served by several threads.
final class LateUpdates: Sendable {
  /// Maximum updates that wait.
  private static let mostWaiting = 1_000
  /// How long one waits for its turn.
  private static let longestWait = Duration.seconds(20)
  private static let pause = Duration.milliseconds(50)

  private let state = Mutex((newest: [String: Int](), lastNumber: 0, waitingCount: 0))

  /// Notes an update that need not wait, which supersedes those that do.
  func supersede(_ sequence: String) {
    state.withLock { _ = $0.newest.removeValue(forKey: sequence) }
  }

  /// Waits until an update may be stored.
  ///
  /// - Parameters:
  ///   - sequence: The name of the sequence.
  ///   - allows: Whether the limit allows another request now.
  /// - Returns: False if a newer update of the sequence has come meanwhile.
  /// - Throws: ``HTTPProblem/tooManyRequests``.
  func awaitTurn(
    of sequence: String, where allows: () -> Bool
  ) async throws(HTTPProblem) -> Bool {
    let own: Int? = state.withLock { state in
      guard state.waitingCount < Self.mostWaiting else { return nil }
      state.waitingCount += 1
      state.lastNumber += 1
      state.newest[sequence] = state.lastNumber
      return state.lastNumber
    }
    guard let own else { throw .tooManyRequests }
    defer {
      state.withLock { state in
        state.waitingCount -= 1
        if state.newest[sequence] == own { state.newest[sequence] = nil }
      }
    }
    let end = ContinuousClock.now + Self.longestWait
    while state.withLock({ $0.newest[sequence] == own }) {
      if allows() { return true }
      guard ContinuousClock.now < end, (try? await Task.sleep(for: Self.pause)) != nil else {
        throw .tooManyRequests
      }
    }
    return false
  }
}

extension HTTPService {
  /// Finds whether nothing is to be stored because a newer update of the sequence has come.
  ///
  /// Of the requests beyond the rate limit, urgent messages are let through, and the newest update
  /// of each sequence, which may have to wait.
  ///
  /// - Parameters:
  ///   - payloads: The messages of the request.
  ///   - call: The request.
  ///   - place: Where the sequences belong; nil if an update of a message is not all of it.
  /// - Returns: Whether one has come.
  /// - Throws: ``HTTPProblem/tooManyRequests`` for all others.
  func isSuperseded(
    _ payloads: [Payload], of call: HTTPCall, at place: String?
  ) async throws(HTTPProblem) -> Bool {
    let id = payloads.count == 1 ? payloads[0].id : nil
    let sequence = place.flatMap { place in id.map { "\(place)/\($0)" } }
    guard call.isLate else {
      if let sequence { lateUpdates.supersede(sequence) }
      return false
    }
    let isUrgent = payloads.contains { ($0.priority.value ?? .default) >= .high }
    if isUrgent, rules.urgentRate.allows(call.client) { return false }
    guard let sequence else { throw .tooManyRequests }
    return try await !lateUpdates.awaitTurn(of: sequence) { rules.rate.allows(call.client) }
  }
}

extension HTTPRoute {
  /// Whether a request beyond the rate limit may still be urgent, or the update of a sequence.
  func maySpare(_ call: HTTPCall) -> Bool {
    switch self {
    // Their body tells.
    case .update, .publishJSON, .messages, .webhook: true
    case .publish:
      call.priority.flatMap(Priority.init(parsing:)) ?? .default >= .high
        || call.parameter(NtfyPublish.sequenceNames) != nil
    default: false
    }
  }
}
