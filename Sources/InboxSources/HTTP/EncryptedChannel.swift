import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A TLS connection, with the certificate that is current at its start.
struct EncryptedChannel: ServerChildChannel {
  typealias Value = FrugalChannel.Value

  private let channel: FrugalChannel
  private let services: CurrentService

  init(_ channel: FrugalChannel, services: CurrentService) {
    (self.channel, self.services) = (channel, services)
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      guard let context = services.value.rules.certificate?.context() else {
        throw ChannelError.operationUnsupported
      }
      try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
    }.flatMap {
      self.channel.setup(channel: channel, logger: logger)
    }
  }

  func handle(value: Value, logger: Logger) async {
    await channel.handle(value: value, logger: logger)
  }
}
