import HummingbirdCore
import InboxSettings
import InboxSystem
import Logging
import NIOCore
import NIOPosix

/// Accepts connections until its task is cancelled; requests in progress are answered before.
struct HTTPListener<Connection: ServerChildChannel>: Sendable {
  /// How a connection is served.
  let connection: Connection
  /// How many there are, and may be.
  let connections: OpenConnections
  let log: Logger
  /// Told when connections are accepted.
  let isRunning: @Sendable (any Channel) -> Void

  /// How long requests in progress may take when it is to end.
  private let grace = Duration.seconds(1)
  /// How long a connection may take to close after that; TLS waits for the other end.
  private let closingTime = Duration.milliseconds(250)

  /// Serves on an address of its own.
  ///
  /// - Throws: `IOError` when it cannot listen there.
  func serve(_ address: ListenAddress, ending hub: SubscriptionHub) async throws {
    let server = Server(
      childChannelSetup: connection,
      configuration: ServerConfiguration(
        address: address.binding, serverName: nil, reuseAddress: true),
      onServerRunning: { await begin($0) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: log)
    let serving = Task { try await server.run() }
    try await run(serving, ending: hub) { try? await server.shutdownGracefully() }
  }

  /// Serves on a socket that listens already, and that stays open for the next listener.
  ///
  /// - Throws: `IOError`, ``SourceError``.
  func serve(_ socket: InheritedSocket, ending hub: SubscriptionHub) async throws {
    let copy = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SourceError("cannot use the socket \(socket.address)") }
    let (connection, log) = (connection, log)
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
      .bind(copy) { channel in connection.setup(channel: channel, logger: log) }
    await begin(server.channel)
    let serving = Task {
      try await server.executeThenClose { inbound in
        try await withThrowingDiscardingTaskGroup { group in
          for try await value in inbound {
            group.addTask { await connection.handle(value: value, logger: log) }
          }
        }
      }
    }
    try await run(serving, ending: hub) { try? await server.channel.close() }
  }

  /// Accepts no more than there may be from now on, and tells that it is open.
  private func begin(_ channel: any Channel) async {
    let connections = connections
    // A socket that has been closed meanwhile takes no handler, and accepts nothing either.
    try? await channel.eventLoop.submit {
      try channel.pipeline.syncOperations.addHandler(AcceptHandler(connections), position: .first)
    }.get()
    isRunning(channel)
  }

  private func run(
    _ serving: Task<Void, any Error>, ending hub: SubscriptionHub,
    by end: @escaping @Sendable () async -> Void
  ) async throws {
    let (results, result) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    Task { result.yield(await serving.result) }
    // A task of its own, whose waiting no cancellation ends.
    let first = Task { await results.first { _ in true } }
    try await withTaskCancellationHandler {
      if let result = await first.value { try result.get() }
    } onCancel: {
      hub.end()
      Task { await end() }
      Task { [grace, closingTime] in
        try await Task.sleep(for: grace)
        serving.cancel()
        try await Task.sleep(for: closingTime)
        result.finish()
      }
    }
  }
}

extension ListenAddress {
  /// The address as the library has it.
  fileprivate var binding: BindAddress {
    switch self {
    case .tcp(let host, let port): .hostname(host, port: port)
    case .unix(let path): .unixDomainSocket(path: path)
    }
  }
}
