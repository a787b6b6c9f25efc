import NIOCore

/// Messages that a consumer of the server delivers when asked for them.
struct NATSSubscription: Sendable {
  /// Its number, by which its messages are known.
  let number: Int
  /// The subject for its replies, without the last word.
  let prefix: String
  /// What arrives, and at last why nothing more does.
  let messages: AsyncThrowingStream<NATSMessage, any Error>

  /// Maximum messages that wait for their reader; one request asks for fewer.
  static let mostWaiting = 4_096
}

/// The state of a subscription on the event loop.
struct SubscriptionState {
  let continuation: AsyncThrowingStream<NATSMessage, any Error>.Continuation
  /// The subject of the last request for messages.
  var request = ""
  /// When messages were last asked for or received.
  var lastActive: NIODeadline
  /// Longest time between two messages.
  var silence = TimeAmount.hours(1)
  /// Whether the silence is watched to the second, or only now and then.
  var isUrgent = false

  /// Whether the silence is too long.
  ///
  /// - Parameters:
  ///   - now: The present.
  ///   - partAt: When a part of a message was received, if its rest is awaited.
  /// - Returns: False also while a large message arrives slowly.
  func isSilent(at now: NIODeadline, partAt: NIODeadline?) -> Bool {
    max(lastActive, partAt ?? lastActive) + silence < now
  }
}
