import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// An HTTP connection, by TLS where there is a certificate: the one that is current at its start.
///
/// Its buffer starts small and grows: most connections idle and read little.
struct FrugalChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  /// The count and limit of connections.
  let connections: OpenConnections
  private let services: CurrentService
  private let channel: HTTP1Channel

  /// Initial buffer size in bytes; a typical request head fits.
  private static let firstBuffer = 512
  /// Maximum bytes of all headers of a request.
  private static let headerLimit = 16 * 1_024

  init(_ services: CurrentService, counting connections: OpenConnections) {
    (self.services, self.connections) = (services, connections)
    let exchange = HTTPExchange(services: services)
    channel = HTTP1Channel(
      responder: { request, writer, channel in
        try await exchange.serve(request, writer, channel)
      },
      configuration: .init(
        additionalChannelHandlers: [InputCloseHandler()],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: Self.headerLimit, maxHeaderListSize: Self.headerLimit,
          maxHeaderFieldCount: 100)))
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    connections.count(channel)
    let allocator = AdaptiveRecvByteBufferAllocator(
      minimum: 64, initial: Self.firstBuffer, maximum: 64 * 1_024)
    // If that fails, the default allocator is used.
    try? channel.syncOptions?.setOption(.recvAllocator, value: allocator)
    let service = services.value
    return channel.eventLoop.makeCompletedFuture {
      guard service.isEncrypted else { return }
      guard let context = service.rules.certificate?.context() else {
        throw ChannelError.operationUnsupported
      }
      try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
    }.flatMap {
      self.channel.setup(channel: channel, logger: logger)
    }.flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      let encoding = HeaderEncodingHandler()
      try pipeline.addHandler(encoding, position: .before(decoder))
      try pipeline.addHandler(
        ProtocolErrorHandler(service.metrics, encoding), position: .after(decoder))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
      await channel.handle(value: value, logger: logger)
    }
  }
}

/// Runs the tasks of a connection on its event loop, so that a request changes threads only to be
/// stored, and to come back.
final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
