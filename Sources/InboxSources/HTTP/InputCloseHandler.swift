import NIOCore

/// Detects that a client closes its half of a connection, or all of it.
///
/// Without it each subscriber would need a task that only reads.
///
/// State: whether it is closed, and the action on close. Guard: the connection's event loop.
/// Reason: the client may close before the action is set, and a connection has one response at a
/// time.
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

  /// After a read error nothing more is read.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    close()
    context.fireErrorCaught(error)
  }

  private func close() {
    isClosed = true
    action?()
    action = nil
  }

  /// Sets the action on close, and runs it at once if it is already closed.
  fileprivate func whenClosed(_ action: @escaping () -> Void) {
    self.action = action
    if isClosed { close() }
  }
}

extension Channel {
  /// Runs an action when the client closes its half of the connection, at once if it already has.
  func whenInputCloses(_ action: @escaping @Sendable () -> Void) {
    eventLoop.execute {
      let handler = try? self.pipeline.syncOperations.handler(type: InputCloseHandler.self)
      // A closed connection has no handlers any more.
      if let handler { handler.whenClosed(action) } else { action() }
    }
  }
}
