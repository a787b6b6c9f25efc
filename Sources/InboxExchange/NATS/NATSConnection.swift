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
    // On the loop nothing is received, nor a handler removed, before the login is waited for.
    return loop.flatSubmit {
      ClientBootstrap(group: loop)
        .connectTimeout(options.connectTimeout)
        .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        .channelInitializer { channel in
          loop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            if options.isTLSFirst { try pipeline.addHandler(options.tlsHandler(address)) }
            try pipeline.addHandler(NATSHandler(options, address, credentials))
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
    guard let handler = try? channel.pipeline.syncOperations.handler(type: NATSHandler.self) else {
      return channel.eventLoop.makeFailedFuture(ChannelError.alreadyClosed)
    }
    let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    return handler.whenReady(on: channel.eventLoop).map { info in
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
  func subscribe() async -> NATSSubscription {
    let (messages, continuation) = AsyncThrowingStream.makeStream(
      of: NATSMessage.self, throwing: (any Error).self,
      bufferingPolicy: .bufferingOldest(NATSSubscription.mostWaiting))
    let handler = handler
    let (number, prefix) = await withCheckedContinuation { subscribed in
      channel.eventLoop.execute {
        subscribed.resume(returning: handler.value.subscribe(continuation))
      }
    }
    continuation.onTermination = { _ in
      channel.eventLoop.execute { handler.value.unsubscribe(number) }
    }
    return NATSSubscription(number: number, prefix: prefix, messages: messages)
  }

  /// Asks for the next messages of a subscription.
  ///
  /// - Parameters:
  ///   - request: The request to the consumer.
  ///   - subscription: Where the messages arrive.
  ///   - reply: Distinguishes the status messages of this request.
  ///   - count: Maximum number of messages, after which the request has ended.
  ///   - limit: How long the subscription may be silent, until the request ends.
  func pull(
    _ request: NATSRequest, for subscription: NATSSubscription, reply: String, count: Int,
    limit: SilenceLimit
  ) {
    let number = subscription.number
    channel.eventLoop.execute {
      handler.value.pull(request, for: number, reply: reply, count: count, limit: limit)
    }
  }

  /// Replaces the limit of a subscription, from now on until the request ends.
  func allow(_ limit: SilenceLimit, for subscription: NATSSubscription) {
    let number = subscription.number
    channel.eventLoop.execute { handler.value.allow(limit, for: number) }
  }

  /// Adds a message without a content to those of a subscription after a time.
  func remind(_ subscription: NATSSubscription, in time: TimeAmount, by subject: String) {
    let message = NATSMessage(subject: subject, subscription: subscription.number, bytes: [])
    channel.eventLoop.execute { handler.value.remind(message, in: time) }
  }

  /// Ends the connection.
  func beginClosing() {
    channel.eventLoop.execute {
      handler.value.end(.ended(server: "\(address)", reason: nil))
    }
  }

  private func close() async {
    beginClosing()
    try? await channel.closeFuture.get()
  }
}
