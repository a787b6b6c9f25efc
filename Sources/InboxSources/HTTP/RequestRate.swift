import Synchronization

/// A token-bucket rate limit for each client, over ten seconds.
///
/// State: the allowance of each client. Guard: the mutex, because connections are served by several
/// threads.
final class RequestRate: Sendable {
  /// Size of the bucket in seconds.
  private static let span = 10.0
  /// Maximum clients that are tracked; beyond it those with a full bucket are dropped.
  private static let mostClients = 10_000

  private let perSecond: Double
  private let clients = Mutex<[String: LineAllowance]>([:])

  /// Makes a limit of requests a second; 0 is unlimited.
  init(perSecond: Int) {
    self.perSecond = Double(perSecond)
  }

  /// Consumes one request of a client's allowance; false if it is used up.
  func allows(_ client: String, at now: ContinuousClock.Instant = .now) -> Bool {
    guard perSecond > 0 else { return true }
    return clients.withLock { clients in
      var allowance =
        clients[client]
        ?? LineAllowance(most: perSecond * Self.span, perSecond: perSecond, at: now)
      let isAllowed = allowance.takesLine(at: now)
      if clients[client] == nil, clients.count >= Self.mostClients {
        clients = clients.filter { now - $0.value.at < .seconds(Self.span) }
        if clients.count >= Self.mostClients { return false }
      }
      clients[client] = allowance
      return isAllowed
    }
  }
}
