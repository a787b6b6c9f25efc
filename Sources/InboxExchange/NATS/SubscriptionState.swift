import NIOCore

/// How long a subscription with an open request may be silent.
struct SilenceLimit: Sendable, Hashable {
  /// Longest time between two messages.
  var time: TimeAmount
  /// Whether a timer of its own watches it, or only the one of the ping interval.
  var isUrgent: Bool
}

/// The state of a subscription on the event loop.
struct SubscriptionState {
  let continuation: AsyncThrowingStream<NATSMessage, any Error>.Continuation
  /// The subject of the last request for messages.
  var request = ""
  /// The subject to which the last request is answered.
  var reply = ""
  /// How many messages the last request may still bring.
  var left = 0
  /// When messages were last asked for or received.
  var lastActive: NIODeadline
  /// The limit for silence; nil while no request is open.
  var limit: SilenceLimit?

  /// When the silence is too long; nil where no timer of its own watches it.
  var timeout: NIODeadline? {
    guard let limit, limit.isUrgent else { return nil }
    return lastActive + limit.time
  }

  /// Counts a message, which may end the last request.
  mutating func note(_ message: NATSMessage) {
    if let status = message.headers.status {
      if status != 100, message.subject == reply { limit = nil }
    } else {
      left -= 1
      if left == 0 { limit = nil }
    }
  }

  /// Whether the silence is too long.
  ///
  /// - Parameters:
  ///   - now: The present.
  ///   - partAt: When a part of a message was received, if its rest is awaited.
  /// - Returns: False also while a large message arrives slowly.
  func isSilent(at now: NIODeadline, partAt: NIODeadline?) -> Bool {
    guard let limit else { return false }
    return max(lastActive, partAt ?? lastActive) + limit.time <= now
  }
}
