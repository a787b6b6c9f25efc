import HummingbirdCore
import InboxSettings
import InboxSystem
import Logging
import NIOCore
import NIOPosix

/// Accepts connections until its task is cancelled; requests in progress are completed.
struct HTTPListener: Sendable {
  /// How a connection is served.
  let connection: FrugalChannel
  let log: Logger
  /// Called when the listener accepts connections.
  let isRunning: @Sendable (any Channel) -> Void

  /// Grace period for requests in progress at the end.
  private let grace = Duration.seconds(1)
  /// Time limit for closing connections after that; TLS waits for the peer.
  private let closingTime = Duration.milliseconds(250)

  /// Binds an address and serves it.
  ///
  /// - Throws: `IOError` when the address cannot be bound.
  func serve(_ address: ListenAddress, ending hub: SubscriptionHub) async throws {
    let binding: BindAddress =
      switch address {
      case .tcp(let host, let port): .hostname(host, port: port)
      case .unix(let path): .unixDomainSocket(path: path)
      }
    let server = Server(
      childChannelSetup: connection,
      configuration: ServerConfiguration(address: binding, serverName: nil, reuseAddress: true),
      onServerRunning: { await begin($0) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: log)
    let serving = Task { try await server.run() }
    try await run(serving, ending: hub) { try? await server.shutdownGracefully() }
  }

  /// Serves an inherited listening socket, which stays open for the next listener.
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

  /// Starts limiting connections and reports that the listener is running.
  private func begin(_ channel: any Channel) async {
    let connections = connection.connections
    // A closed socket takes no handler, and accepts nothing either.
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
    // A separate task, which the cancellation does not interrupt.
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
