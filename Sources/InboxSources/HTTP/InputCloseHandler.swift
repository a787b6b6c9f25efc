import NIOCore

/// Notices that a client closes its half of a connection, or all of it.
///
/// Without it a task for each subscriber would have to read what never comes.
///
/// State: whether it is closed, and what is done then. Guard: the connection's event loop. Reason: the
/// client may close before the answer listens, and a connection gives one answer at a time.
final class InputCloseHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  private var isClosed = false
  private var action: (() -> Void)?

  func channelInactive(context: ChannelHandlerContext) {
    close()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { close() }
    context.fireUserInboundEventTriggered(event)
  }

  /// What cannot be read is the last that is read.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    close()
    context.fireErrorCaught(error)
  }

  private func close() {
    isClosed = true
    action?()
    action = nil
  }

  /// Does something when it is closed, at once where it is already.
  fileprivate func whenClosed(_ action: @escaping () -> Void) {
    self.action = action
    if isClosed { close() }
  }
}

extension Channel {
  /// Does something when the client closes its half of the connection, at once where it has.
  func whenInputCloses(_ action: @escaping @Sendable () -> Void) {
    eventLoop.execute {
      let handler = try? self.pipeline.syncOperations.handler(type: InputCloseHandler.self)
      // A connection that has been closed has no handlers any more.
      if let handler { handler.whenClosed(action) } else { action() }
    }
  }
}
