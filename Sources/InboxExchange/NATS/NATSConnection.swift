import NIOCore
import NIOPosix

/// A connection to one of several NATS servers.
///
/// It does not connect again: whoever uses it begins anew, because what was missed has to be read
/// first. When it has ended, all requests and subscriptions fail at once.
package struct NATSConnection: Sendable {
  /// What the server says of itself.
  package let server: NATSServerInfo
  /// Host and port of the server.
  package let address: NATSAddress
  /// The time limits, and all else.
  let options: NATSOptions
  private let channel: any Channel
  private let handler: NIOLoopBound<NATSHandler>

  /// Maximum messages of a subscription that wait for their reader; one request asks for fewer.
  private static let mostWaiting = 4_096

  /// Runs a closure with a connection, and closes it afterwards, also when the task is cancelled.
  ///
  /// - Throws: ``ExchangeError``, `CancellationError` and what `work` throws.
  package static func connected<Result: Sendable>(
    _ options: NATSOptions, _ work: (NATSConnection) async throws -> Result
  ) async throws -> Result {
    let connection = try await open(options)
    return try await withTaskCancellationHandler {
      do {
        let result = try await work(connection)
        await connection.close()
        return result
      } catch {
        await connection.close()
        throw error
      }
    } onCancel: {
      connection.beginClosing()
    }
  }

  /// Tries the servers in turn.
  private static func open(_ options: NATSOptions) async throws -> NATSConnection {
    var errors: [ExchangeError] = []
    for address in options.servers {
      do {
        return try await open(options, address)
      } catch let error as ExchangeError {
        errors.append(error)
      }
    }
    throw errors.count == 1 ? errors[0] : .none(errors)
  }

  private static func open(
    _ options: NATSOptions, _ address: NATSAddress
  ) async throws -> NATSConnection {
    let credentials = try NATSCredentials(options, for: address)
    let (results, result) = AsyncStream.makeStream(of: Swift.Result<NATSConnection, any Error>.self)
    let opening = opening(options, address, credentials)
    opening.whenComplete { result.yield($0) }
    // The iteration ends also when the task is cancelled.
    guard let outcome = await results.first(where: { _ in true }) else {
      opening.whenSuccess { $0.beginClosing() }
      throw CancellationError()
    }
    do {
      return try outcome.get()
    } catch {
      throw ExchangeError(connecting: error, to: "\(address)")
    }
  }

  private static func opening(
    _ options: NATSOptions, _ address: NATSAddress, _ credentials: NATSCredentials
  ) -> EventLoopFuture<NATSConnection> {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    // On the loop no handler is removed before the login is waited for.
    return loop.flatSubmit {
      ClientBootstrap(group: loop)
        .connectTimeout(options.connectTimeout)
        .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        .channelInitializer { channel in
          loop.makeCompletedFuture {
            let handler = NATSHandler(options, address, credentials)
            try channel.pipeline.syncOperations.addHandler(handler)
          }
        }
        .connect(host: address.host, port: address.port)
        .flatMap { ready($0, options, address) }
    }
  }

  /// Waits for the login; runs on the event loop of the channel.
  private static func ready(
    _ channel: any Channel, _ options: NATSOptions, _ address: NATSAddress
  ) -> EventLoopFuture<NATSConnection> {
    guard let handler = try? channel.pipeline.syncOperations.handler(type: NATSHandler.self),
      let ready = handler.ready
    else { return channel.eventLoop.makeFailedFuture(ChannelError.alreadyClosed) }
    let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    return ready.futureResult.map { info in
      NATSConnection(
        server: info, address: address, options: options, channel: channel, handler: bound)
    }
  }
}

extension NATSConnection {
  /// Makes requests and waits until each has an answer, or an error instead.
  ///
  /// - Returns: The answers in the order of the requests.
  func answers(to requests: [NATSRequest]) async -> [RequestWindow.Answer] {
    await withCheckedContinuation { continuation in
      channel.eventLoop.execute {
        let batch = RequestBatch(requests.count) { continuation.resume(returning: $0) }
        handler.value.send(requests, batch)
      }
    }
  }

  /// Subscribes to what a consumer delivers; ends when its messages are not iterated any more.
  ///
  /// - Returns: Its number, by which its messages are known; the subject for its replies, without the
  ///   last word; and what arrives, and at last why nothing more does.
  func subscribe() async -> (
    number: Int, prefix: String, messages: AsyncThrowingStream<NATSMessage, any Error>
  ) {
    let (messages, continuation) = AsyncThrowingStream.makeStream(
      of: NATSMessage.self, throwing: (any Error).self,
      bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    let (number, prefix) = await withCheckedContinuation { subscribed in
      channel.eventLoop.execute {
        subscribed.resume(returning: handler.value.subscribe(continuation))
      }
    }
    continuation.onTermination = { _ in perform { $0.unsubscribe(number) } }
    return (number, prefix, messages)
  }

  /// Does something on the connection's event loop.
  func perform(_ work: @escaping @Sendable (NATSHandler) -> Void) {
    channel.eventLoop.execute { work(handler.value) }
  }

  /// Ends the connection.
  func beginClosing() {
    let error = ExchangeError.ended(server: "\(address)", reason: nil)
    perform { $0.end(error) }
  }

  private func close() async {
    beginClosing()
    try? await channel.closeFuture.get()
  }
}
