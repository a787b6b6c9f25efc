import InboxSettings
import Synchronization

/// The settings of one listener, which a saved configuration changes while it stays open.
///
/// State: the settings, and the listener that follows them. Guard: the mutex, because the configuration
/// is applied by another task than the one that listens.
final class LiveHTTPSettings: Sendable {
  /// What a listener goes by, beside its address.
  struct Values: Sendable, Hashable {
    var http: HTTPSettings
    var webhooks: [WebhookSettings]

    init(_ settings: ReceivingSettings) {
      (http, webhooks) = (settings.http, settings.webhooks)
    }
  }

  private struct State {
    var values: Values
    var follower: AsyncStream<Values>.Continuation?
  }

  private let state: Mutex<State>

  init(_ values: Values) {
    state = Mutex(State(values: values))
  }

  /// The settings as they were saved last.
  var values: Values { state.withLock { $0.values } }

  /// Hands changed settings to the listener.
  ///
  /// - Returns: Whether nothing has to be started anew: it is open and takes them, or they are the same.
  func take(_ values: Values) -> Bool {
    state.withLock { state in
      guard let follower = state.follower else { return state.values == values }
      state.values = values
      // The same ones too: files that they name may have changed.
      follower.yield(values)
      return true
    }
  }

  /// Begins to follow: the settings at each save, of several that wait the newest.
  func changes() -> AsyncStream<Values> {
    let (stream, follower) = AsyncStream.makeStream(
      of: Values.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.follower = follower }
    return stream
  }

  /// Follows no longer.
  func end() {
    state.withLock { state in
      defer { state.follower = nil }
      return state.follower
    }?.finish()
  }
}
