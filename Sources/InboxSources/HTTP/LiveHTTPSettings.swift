import InboxSettings
import Synchronization

/// The settings of a listener, which change while it stays open.
///
/// State: the settings, and the listener that observes them. Guard: the mutex, because another task
/// applies the configuration.
final class LiveHTTPSettings: Sendable {
  /// The settings of a listener besides its address.
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

  /// The latest settings.
  var values: Values { state.withLock { $0.values } }

  /// Sends changed settings to the listener.
  ///
  /// - Returns: Whether no restart is needed: the listener is open, or the settings are unchanged.
  func take(_ values: Values) -> Bool {
    state.withLock { state in
      guard let follower = state.follower else { return state.values == values }
      state.values = values
      // Also if unchanged: the contents of their files may differ.
      follower.yield(values)
      return true
    }
  }

  /// Observes the settings; only the newest pending change is delivered.
  func changes() -> AsyncStream<Values> {
    let (stream, follower) = AsyncStream.makeStream(
      of: Values.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.follower = follower }
    return stream
  }

  /// Ends the observation.
  func end() {
    state.withLock { state in
      defer { state.follower = nil }
      return state.follower
    }?.finish()
  }
}
