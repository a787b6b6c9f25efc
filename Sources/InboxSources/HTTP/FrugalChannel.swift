import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection of HTTP that begins with a small buffer and lets it grow: most wait, and read little.
struct FrugalChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let channel: HTTP1Channel
  let metrics: HTTPMetrics
  let connections: OpenConnections

  /// Bytes of a connection's first buffer; the head of a usual request fits.
  private static let firstBuffer = 512

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    connections.count(channel)
    let allocator = AdaptiveRecvByteBufferAllocator(
      minimum: 64, initial: Self.firstBuffer, maximum: 64 * 1_024)
    // Without it the connection works with the usual one.
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
