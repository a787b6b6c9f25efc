import InboxText
import NIOCore

/// The protocol of a NATS connection: greeting, TLS, login, then requests and subscriptions.
///
/// State: all below. Guard: the connection's event loop, because NIO calls it there and
/// ``NATSConnection`` enters it for each call. The end is remembered, so that what is asked for
/// afterwards fails at once.
final class NATSHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum Phase {
    case greeting, login(NATSServerInfo), ready(NATSServerInfo)
    case ended(ExchangeError)
  }

  private let options: NATSOptions
  private let address: NATSAddress
  private let credentials: NATSCredentials
  private var phase = Phase.greeting
  private var isEncrypted = false
  private var reader = NATSFrameReader()
  private var requests = RequestWindow()
  private var subscriptions: [Int: SubscriptionState] = [:]
  private var context: ChannelHandlerContext?
  private var output = ByteBuffer()
  private var timers = Timers()

  /// The server's greeting, after the login; fails with ``ExchangeError``.
  private(set) var ready: EventLoopPromise<NATSServerInfo>?
  /// The start of the subjects for answers, unique in the server.
  let inbox: String
  /// The subscription to answers, and the last one made.
  private static let answers = 1
  private var lastSubscription = NATSHandler.answers

  private struct Timers {
    var login, sweep, sign: Scheduled<Void>?
    /// When the sweep is.
    var sweepAt = NIODeadline.distantFuture
    /// When bytes were last received.
    var lastReceived = NIODeadline.distantPast
    var isAskedForSign = false
  }

  var server: String { "\(address)" }
  private var now: NIODeadline { context?.eventLoop.now ?? .now() }

  /// Creates the handler of a new connection.
  init(_ options: NATSOptions, _ address: NATSAddress, _ credentials: NATSCredentials) {
    (self.options, self.address, self.credentials) = (options, address, credentials)
    inbox = "_INBOX.\(String(UInt64.random(in: 0 ... .max), radix: 36))"
  }
}

/// Events of the channel.
extension NATSHandler {
  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    ready = context.eventLoop.makePromise()
    if context.channel.isActive { watchLogin(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end(.ended(server: server, reason: nil))
    self.context = nil
  }

  func channelActive(context: ChannelHandlerContext) {
    watchLogin(context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .ended = phase { return }
    timers.lastReceived = now
    timers.isAskedForSign = false
    reader.append(Self.unwrapInboundIn(data).readableBytesView)
    do throws(NATSFrameError) {
      while let frame = try reader.next() {
        take(frame)
        if case .ended = phase { return }
      }
    } catch {
      end(problem(error))
    }
    pump()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    pump()
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(.ended(server: server, reason: nil))
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    end(problem(error))
  }

  private func watchLogin(_ context: ChannelHandlerContext) {
    guard timers.login == nil else { return }
    timers.login = context.eventLoop.assumeIsolated().scheduleTask(in: options.connectTimeout) {
      self.end(.timedOut(server: self.server, self.isGreeted ? .login : .greeting))
    }
  }

  private var isGreeted: Bool { if case .greeting = phase { false } else { true } }

  private func problem(_ error: any Error) -> ExchangeError {
    if case NATSFrameError.unknown(let words) = error, !isGreeted {
      return .notNATS(server: server, words)
    }
    return ExchangeError(of: error, from: server, authority: options.authority)
  }
}

/// Frames of the server.
extension NATSHandler {
  private func take(_ frame: NATSFrame) {
    switch (frame, phase) {
    // A server that asks and does not read the answers must not fill the memory.
    case (.ping, _): if context?.channel.isWritable ?? false { send("PONG") }
    case (.ok, _): break
    case (.info(let json), _): greet(json)
    case (.error(let text), .ready): refuse(text)
    case (.error(let text), .login)
    where text.lowercased().hasPrefix("permissions violation"): refuse(text)
    case (.error(let text), _):
      let isLogin = text.lowercased().contains("auth")
      end(
        isLogin ? .denied(server: server, reason: text) : .ended(server: server, reason: text))
    case (.pong, .login(let info)):
      timers.login?.cancel()
      phase = .ready(info)
      watchSigns(in: options.pingInterval)
      ready?.succeed(info)
    case (.message(let message), .ready): deliver(message)
    case (.pong, _), (.message, _): break
    }
  }

  /// Takes up what the server says of itself; at first, logs in.
  private func greet(_ json: [UInt8]) {
    guard let info = NATSServerInfo(json: json) else {
      return end(.broken(server: server, reason: "its greeting is no JSON"))
    }
    if info.isStopping { return end(.ended(server: server, reason: "it is shutting down")) }
    // Values may have been stored under an earlier, larger limit.
    reader.maximumPayload = max(info.maximumPayload, reader.maximumPayload)
    guard case .greeting = phase else { return }
    guard info.hasHeaders else {
      return end(.tooOld(server: server, version: info.version))
    }
    do throws(ExchangeError) {
      if !isEncrypted, info.requiresTLS || options.tlsRequirement(address) != nil {
        try encrypt(info)
      }
      try logIn(info)
    } catch {
      end(error)
    }
  }

  private func encrypt(_ info: NATSServerInfo) throws(ExchangeError) {
    if !info.offersTLS, let requirement = options.tlsRequirement(address) {
      throw .noTLS(server: server, requirement)
    }
    // What was sent before the encryption could be anybody's.
    guard !reader.isInFrame else {
      throw .broken(server: server, reason: "it goes on in plain text where TLS has to begin")
    }
    let handler = try options.tlsHandler(address)
    isEncrypted = true
    do {
      try context?.pipeline.syncOperations.addHandler(handler, position: .first)
    } catch {
      throw .ended(server: server, reason: nil)
    }
  }

  private func logIn(_ info: NATSServerInfo) throws(ExchangeError) {
    guard let login = credentials.fields(signing: info.nonce) else {
      throw .noNonce(server: server)
    }
    let facts: [String: JSONValue] = [
      "verbose": .bool(false), "pedantic": .bool(false), "headers": .bool(true),
      "no_responders": .bool(true), "protocol": .integer(1), "lang": "swift", "version": "1",
      "name": .string(options.name), "tls_required": .bool(isEncrypted),
    ]
    phase = .login(info)
    send("CONNECT \(JSONValue.object(facts.merging(login) { $1 }).json)")
    send("SUB \(inbox).* \(Self.answers)")
    send("PING")
    flush()
  }

  /// Hands a message to the request or the reader that waits for it.
  private func deliver(_ message: NATSMessage) {
    guard message.subscription != Self.answers else {
      let number = message.subject.utf8.split(separator: UInt8(ascii: ".")).last
      return requests.finish(number.flatMap { Int(Substring($0)) } ?? 0, message, at: now)
    }
    guard var state = subscriptions[message.subscription] else { return }
    state.lastActive = timers.lastReceived
    // The reader may take it up late, and asks again only then.
    state.note(message)
    subscriptions[message.subscription] = state
    if case .dropped = state.continuation.yield(message) {
      end(.broken(server: server, reason: "it sends more messages than asked for"))
    }
  }

  /// Takes up an error after the login; only a missing permission leaves the connection open.
  private func refuse(_ text: String) {
    let words = text.lowercased()
    guard words.hasPrefix("permissions violation") else {
      return end(.ended(server: server, reason: text))
    }
    let quoted = text.split(separator: "\"", omittingEmptySubsequences: false)
    let subject = quoted.count > 2 ? String(quoted[1]) : ""
    guard words.hasPrefix("permissions violation for publish to") else {
      return end(.notPermitted(server: server, .subscribe, subject: subject))
    }
    let error = ExchangeError.notPermitted(server: server, .publish, subject: subject)
    guard !requests.finish(subject: subject, error) else { return }
    for state in subscriptions.values where state.request == subject {
      state.continuation.finish(throwing: error)
    }
  }
}

/// Calls of ``NATSConnection``, on the event loop.
extension NATSHandler {
  /// Sends requests as the window allows.
  func send(_ new: [NATSRequest], _ batch: RequestBatch) {
    requests.append(new, batch)
    if case .ended(let error) = phase { return requests.finishAll(error) }
    pump()
  }

  /// Subscribes to messages.
  func subscribe(
    _ continuation: AsyncThrowingStream<NATSMessage, any Error>.Continuation
  ) -> (number: Int, prefix: String) {
    lastSubscription += 1
    let number = lastSubscription
    let prefix = "\(inbox).\(number)"
    if case .ended(let error) = phase {
      continuation.finish(throwing: error)
    } else {
      subscriptions[number] = SubscriptionState(
        continuation: continuation, lastActive: now)
      send("SUB \(prefix).* \(number)")
      flush()
    }
    return (number, prefix)
  }

  /// Ends a subscription.
  func unsubscribe(_ number: Int) {
    guard subscriptions.removeValue(forKey: number) != nil else { return }
    send("UNSUB \(number)")
    flush()
  }

  /// Asks for the next messages of a subscription.
  func pull(
    _ request: NATSRequest, for number: Int, reply: String, count: Int, limit: SilenceLimit
  ) {
    guard var state = subscriptions[number] else { return }
    (state.request, state.reply) = (request.subject, reply)
    (state.left, state.limit) = (count, limit)
    state.lastActive = now
    subscriptions[number] = state
    request.write(to: &output, reply: reply)
    flush()
    sweepLater()
  }

  /// Replaces the limit of a subscription; one whose request has ended keeps none.
  func allow(_ limit: SilenceLimit, for number: Int) {
    guard subscriptions[number]?.limit != nil else { return }
    subscriptions[number]?.limit = limit
    subscriptions[number]?.lastActive = now
    sweepLater()
  }

  /// Adds a message to those of its subscription after a time.
  func remind(_ message: NATSMessage, in time: TimeAmount) {
    context?.eventLoop.assumeIsolated().scheduleTask(in: time) {
      self.subscriptions[message.subscription]?.continuation.yield(message)
    }
  }

  /// Ends the connection and everything that waits for it; the first reason counts.
  func end(_ error: ExchangeError) {
    if case .ended = phase { return }
    phase = .ended(error)
    for timer in [timers.login, timers.sweep, timers.sign] { timer?.cancel() }
    ready?.fail(error)
    requests.finishAll(error)
    for state in subscriptions.values { state.continuation.finish(throwing: error) }
    subscriptions = [:]
    (reader, output) = (NATSFrameReader(), ByteBuffer())
    context?.close(promise: nil)
  }

  private func pump() {
    guard case .ready(let info) = phase, let context else { return flush() }
    let timeout = options.answerTimeout(of: info)
    while context.channel.isWritable,
      let (number, request) = requests.next(at: now, timeout: timeout)
    {
      request.write(to: &output, reply: "\(inbox).\(number)")
      // What the channel holds back is what makes it unwritable.
      if output.readableBytes > 32_768 { flush() }
    }
    flush()
    sweepLater()
  }

  private func send(_ line: String) {
    if case .ended = phase { return }
    output.writeString(line + "\r\n")
  }

  private func flush() {
    guard output.readableBytes > 0, let context else { return }
    context.writeAndFlush(Self.wrapOutboundOut(output), promise: nil)
    output = ByteBuffer()
  }
}

/// Time limits.
extension NATSHandler {
  /// Looks for what is late: once a second while answers are awaited, and when a subscription with
  /// a timer of its own has been silent for too long.
  private func sweepLater() {
    var next = NIODeadline.distantFuture
    if requests.isWaiting { next = now + .seconds(1) }
    if let timeout = subscriptions.values.compactMap(\.timeout).min() {
      // A large message that is still arriving may be waited for beyond that.
      next = min(next, max(timeout, now + .seconds(1)))
    }
    guard next < timers.sweepAt, let context else { return }
    timers.sweep?.cancel()
    timers.sweepAt = next
    timers.sweep = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) {
      self.timers.sweepAt = .distantFuture
      self.sweep()
      self.pump()
    }
  }

  private func sweep() {
    let now = now
    requests.expire(at: now, .timedOut(server: server, .answer))
    let partAt = reader.isInFrame ? timers.lastReceived : nil
    for state in subscriptions.values where state.isSilent(at: now, partAt: partAt) {
      state.continuation.finish(throwing: ExchangeError.timedOut(server: server, .values))
    }
  }

  /// Asks the server for a sign of life when nothing was received for the interval.
  private func watchSigns(in time: TimeAmount) {
    guard let context else { return }
    timers.sign = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      self.sweep()
      let rest = self.timers.lastReceived + self.options.pingInterval - self.now
      guard rest <= .zero else { return self.watchSigns(in: rest) }
      guard !self.timers.isAskedForSign else {
        return self.end(.timedOut(server: self.server, .sign))
      }
      self.timers.isAskedForSign = true
      self.send("PING")
      self.flush()
      self.watchSigns(in: self.options.pingInterval)
    }
  }
}
