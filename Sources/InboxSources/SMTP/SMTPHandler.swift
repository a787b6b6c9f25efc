import NIOCore
import NIOSSL

/// Handles the SMTP session of one client.
///
/// State: the session, the unprocessed bytes, and whether a mail is being stored. Guard: the
/// connection's event loop. Reason: while a mail is stored, input is queued and reading is paused.
final class SMTPHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Stores a mail and returns the reply.
  typealias Store = @Sendable (SMTPMail, any EventLoop) -> EventLoopFuture<SMTPReply>

  private let rules: SMTPSession.Rules
  private let tls: NIOSSLContext?
  private let store: Store
  private let refusal: SMTPReply?
  private let refused: @Sendable (SMTPReply) -> Void
  private var session: SMTPSession
  private var lines = SMTPLines()
  private var isStoring = false
  private var wantsRead = false
  private var isEnding = false
  private var hasInputEnded = false

  /// Makes the handler of a new connection.
  ///
  /// - Parameters:
  ///   - rules: The rules for all connections.
  ///   - tls: The TLS context for STARTTLS; nil without a certificate.
  ///   - refusal: The reply after which the connection is closed at once; nil for none.
  ///   - refused: Called with each reply that refuses something.
  ///   - store: Stores a mail.
  init(
    _ rules: SMTPSession.Rules, tls: NIOSSLContext?, refusal: SMTPReply? = nil,
    refused: @escaping @Sendable (SMTPReply) -> Void = { _ in }, store: @escaping Store
  ) {
    (self.rules, self.tls, self.refusal, self.store) = (rules, tls, refusal, store)
    self.refused = refused
    session = SMTPSession(rules)
  }

  /// The event that ends a connection, after a mail in progress is stored.
  enum Ending { case now }

  func channelActive(context: ChannelHandlerContext) {
    send(refusal ?? .greeting, context)
    context.flush()
    context.fireChannelActive()
    if refusal != nil { close(context) }
  }

  func read(context: ChannelHandlerContext) {
    if isStoring { wantsRead = true } else { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = Self.unwrapInboundIn(data)
    lines.append(buffer.readableBytesView)
    takePieces(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let event as IdleStateHandler.IdleStateEvent where event == .read:
      guard !isStoring else { return }
      send(.timedOut, context)
      close(context)
    case ChannelEvent.inputClosed:
      hasInputEnded = true
      endWithInput(context)
    case is Ending:
      isEnding = true
      guard !isStoring else { return }
      send(.ending, context)
      close(context)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func takePieces(_ context: ChannelHandlerContext) {
    while !isStoring, context.channel.isActive, let piece = lines.next() {
      take(session.take(piece), context)
    }
    context.flush()
  }

  /// Closes once everything is answered that a client sent before it ended its side.
  private func endWithInput(_ context: ChannelHandlerContext) {
    if hasInputEnded, !isStoring, context.channel.isActive { close(context) }
  }

  private func take(_ steps: [SMTPSession.Step], _ context: ChannelHandlerContext) {
    for step in steps {
      switch step {
      case .reply(let reply): send(reply, context)
      case .readMail(let mostBytes): lines.beginMail(atMost: mostBytes)
      case .store(let mail): store(mail, context)
      case .startTLS: startTLS(context)
      case .close: close(context)
      }
    }
  }

  private func store(_ mail: SMTPMail, _ context: ChannelHandlerContext) {
    isStoring = true
    store(mail, context.eventLoop).assumeIsolated().whenComplete { result in
      self.isStoring = false
      self.take(self.session.stored((try? result.get()) ?? .notStored), context)
      if self.isEnding {
        self.send(.ending, context)
        return self.close(context)
      }
      self.takePieces(context)
      self.endWithInput(context)
      if self.wantsRead, !self.isStoring {
        self.wantsRead = false
        context.read()
      }
    }
  }

  /// Starts TLS and discards everything that the client sent before, in the clear.
  private func startTLS(_ context: ChannelHandlerContext) {
    guard let tls else { return close(context) }
    context.flush()
    lines = SMTPLines()
    session = SMTPSession(rules, isEncrypted: true)
    do {
      try context.pipeline.syncOperations.addHandler(
        NIOSSLServerHandler(context: tls), position: .first)
    } catch {
      close(context)
    }
  }

  private func send(_ reply: SMTPReply, _ context: ChannelHandlerContext) {
    if reply.isRefusal { refused(reply) }
    context.write(Self.wrapOutboundOut(ByteBuffer(string: reply.text)), promise: nil)
  }

  private func close(_ context: ChannelHandlerContext) {
    context.flush()
    context.close(promise: nil)
  }
}
