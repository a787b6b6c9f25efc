import Synchronization

/// How many requests each client may still make: so many a second, over ten seconds.
///
/// State: an allowance by client. Guard: the mutex, because connections are served by several threads.
final class RequestRate: Sendable {
  private struct Allowance {
    var count: Double
    var at: ContinuousClock.Instant
  }

  /// Seconds over which a client may spread its requests as it likes.
  private static let span = 10.0
  /// Clients that are remembered; beyond it those that have their full allowance are forgotten.
  private static let mostClients = 10_000

  private let perSecond: Double
  private let clients = Mutex<[String: Allowance]>([:])

  /// Makes an allowance of so many requests a second; 0 is unlimited.
  init(perSecond: Int) {
    self.perSecond = Double(perSecond)
  }

  /// Takes one request off a client's allowance; false when it is used up.
  func allows(_ client: String, at now: ContinuousClock.Instant = .now) -> Bool {
    guard perSecond > 0 else { return true }
    let most = perSecond * Self.span
    return clients.withLock { clients in
      var allowance = clients[client] ?? Allowance(count: most, at: now)
      let earned = (now - allowance.at) / .seconds(1) * perSecond
      allowance.count = min(most, allowance.count + max(0, earned))
      allowance.at = max(allowance.at, now)
      let isAllowed = allowance.count >= 1
      if isAllowed { allowance.count -= 1 }
      if clients[client] == nil, clients.count >= Self.mostClients {
        clients = clients.filter { now - $0.value.at < .seconds(Self.span) }
        if clients.count >= Self.mostClients { return false }
      }
      clients[client] = allowance
      return isAllowed
    }
  }
}
