import InboxCore

/// The exchange over a NATS server.
struct ServerConnection: ExchangeConnection {
  let connection: NATSConnection
  let key: ExchangeKey

  /// The name of the stream.
  static let stream = "BELLBOARD"
  /// The first version of nats-server that is known to keep what it acknowledged.
  private static let safeVersion = (major: 2, minor: 10, patch: 23)
  /// Number of servers of a cluster that keep the stream.
  private static let replicas = 3

  var address: String { "\(connection.address)" }

  var kind: String { "nats-server \(connection.server.version)" }

  var warning: String? {
    let safe = Self.safeVersion
    guard !connection.server.isAtLeast(safe.major, safe.minor, safe.patch) else { return nil }
    return "\(kind) can lose messages that it has acknowledged; the machines repair it, but "
      + "install \(safe.major).\(safe.minor).\(safe.patch) or newer"
  }

  func valueCount(of inbox: InboxName) async throws -> Int? {
    let stream = Self.stream(inbox, on: connection)
    guard try await stream.createdInfo() != nil else { return nil }
    // Without the values of other inboxes.
    let count = try await stream.valueCount() ?? 0
    return count > 0 ? count : nil
  }

  func exchange(
    _ inbox: Inbox, named name: InboxName, onlyReads: Bool,
    report: @escaping @Sendable (ExchangeStatus) -> Void
  ) async throws {
    let stream = Self.stream(name, on: connection)
    var info = try await stream.createdInfo()
    if info == nil { info = try await stream.create() }
    var settings = stream.settings
    settings.hasLifetimes = info?.hasLifetimes ?? false
    if !settings.hasLifetimes { settings.hasLifetimes = try await stream.allowLifetimes() }
    let exchange = Exchange(
      Self.stream, of: inbox, as: try ExchangeCodec(inbox, named: name, key: key),
      by: JetStream(connection, settings),
      reading: { Self.stream(reading: $0, on: connection) }, report: report)
    try await exchange.run(onlyReads: onlyReads)
  }

  func tell(_ machine: ExchangePeer, in inbox: InboxName) async throws {
    let codec = ExchangeCodec(inbox: inbox.description, key: key, origin: machine.origin)
    do {
      try await Self.stream(reading: codec.keySubject, on: connection).checkKey(of: codec)
      try await Self.stream(inbox, on: connection).publish(codec.encoded(machine))
    } catch ExchangeError.noStream {}
  }

  func startOver(_ inbox: Inbox, named name: InboxName) async throws {
    let stream = Self.stream(name, on: connection)
    let codec = try ExchangeCodec(inbox, named: name, key: key)
    try await stream.purge()
    try await stream.publish(codec.encodedKey(expecting: nil))
  }

  /// The stream, as it is read for an inbox.
  static func stream(_ inbox: InboxName, on connection: NATSConnection) -> JetStream {
    stream(reading: "\(ExchangeCodec.root).\(inbox).>", on: connection)
  }

  private static func stream(reading filter: String, on connection: NATSConnection) -> JetStream {
    JetStream(
      connection,
      StreamSettings(
        name: stream, subjects: "\(ExchangeCodec.root).>", filter: filter,
        replicas: connection.server.isClustered ? replicas : 1))
  }
}
