import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// An HTTP connection whose buffer starts small and grows: most connections idle and read little.
struct FrugalChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let channel: HTTP1Channel
  let metrics: HTTPMetrics
  let connections: OpenConnections

  /// Initial buffer size in bytes; a typical request head fits.
  private static let firstBuffer = 512

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    connections.count(channel)
    let allocator = AdaptiveRecvByteBufferAllocator(
      minimum: 64, initial: Self.firstBuffer, maximum: 64 * 1_024)
    // If that fails, the default allocator is used.
    try? channel.syncOptions?.setOption(.recvAllocator, value: allocator)
    return self.channel.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      let encoding = HeaderEncodingHandler()
      try pipeline.addHandler(encoding, position: .before(decoder))
      try pipeline.addHandler(ProtocolErrorHandler(metrics, encoding), position: .after(decoder))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async {
    await channel.handle(value: value, logger: logger)
  }
}
