package import InboxCore
package import InboxSettings

/// A connection to what the machines of an exchange share: a server, or a folder.
package protocol ExchangeConnection: Sendable {
  /// Where it is, such as `atlas:4222`.
  var address: String { get }
  /// What it is, such as `nats-server 2.15.1`.
  var kind: String { get }
  /// What is at risk with it; nil for nothing.
  var warning: String? { get }

  /// The number of values that are there for an inbox; nil if nobody has joined.
  ///
  /// - Throws: ``ExchangeError``.
  func valueCount(of inbox: InboxName) async throws -> Int?

  /// Exchanges the values of an inbox until the task is cancelled.
  ///
  /// - Parameters:
  ///   - inbox: The inbox, which has joined.
  ///   - name: Its name.
  ///   - onlyReads: Whether it sends nothing, and ends when all values that are there were read.
  ///   - report: Called after each step.
  /// - Throws: ``ExchangeError``, ``InboxError``, `CancellationError`.
  func exchange(
    _ inbox: Inbox, named name: InboxName, onlyReads: Bool,
    report: @escaping @Sendable (ExchangeStatus) -> Void
  ) async throws

  /// Tells the other machines that this one has left; sends nothing if nobody has joined.
  ///
  /// - Parameters:
  ///   - machine: The description of this machine, with the time at which it left.
  ///   - inbox: The inbox.
  /// - Throws: ``ExchangeError``, also if the others use another key.
  func tell(_ machine: ExchangePeer, in inbox: InboxName) async throws

  /// Removes all values of an inbox, and names the key of this machine for new ones.
  ///
  /// The machines that have the key send everything again.
  ///
  /// - Parameters:
  ///   - inbox: The inbox, which has joined.
  ///   - name: Its name.
  /// - Throws: ``ExchangeError``, ``InboxError``.
  func startOver(_ inbox: Inbox, named name: InboxName) async throws
}

extension ExchangeSettings {
  /// Runs a closure with a connection to the server or folder of the settings.
  ///
  /// - Parameters:
  ///   - triesAgain: Whether the caller connects again after a failure. Otherwise, a server of a
  ///     cluster gets as much time for an answer as any other server.
  ///   - work: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: ``ExchangeError``, `CancellationError` and what `work` throws.
  package func connected<Result: Sendable>(
    triesAgain: Bool = false, _ work: (any ExchangeConnection) async throws -> Result
  ) async throws -> Result {
    let key = try ExchangeKey(path: key)
    guard !servers.isEmpty else {
      return try await work(FolderConnection(address: folder, key: key))
    }
    var options = NATSOptions(
      try servers.map { server throws(ExchangeError) in try NATSAddress(server) })
    if !seed.isEmpty { options.key = .seed(seed) }
    if !credentials.isEmpty { options.key = .credentials(credentials) }
    options.authority = authority.isEmpty ? nil : authority
    options.name = machineName
    if !triesAgain { options.clusterTimeout = options.answerTimeout }
    return try await NATSConnection.connected(options) { connection in
      try await work(ServerConnection(connection: connection, key: key))
    }
  }
}

extension ExchangeMembership {
  /// The membership of the settings.
  package init(_ settings: ExchangeSettings) {
    self.init(person: settings.person, machine: settings.machineName)
    share = settings.share
    alerts = settings.alerting == .here
  }
}

extension ExchangeCodec {
  /// The codec of an inbox.
  ///
  /// - Throws: ``ExchangeError/notJoined``, ``InboxError``.
  init(_ inbox: Inbox, named name: InboxName, key: ExchangeKey) throws {
    guard let origin = ExchangeOrigin(ofInbox: try inbox.claimOrigin()) else {
      throw ExchangeError.notJoined
    }
    self.init(inbox: name.description, key: key, origin: origin)
  }
}
