import InboxTestSupport
import InboxText
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import InboxExchange

/// A server on the loopback that answers as a test says.
final class FakeServer: Sendable {
  /// A greeting as of a real server.
  static let greeting = #"INFO {"version":"2.10.0","headers":true,"max_payload":100}"# + "\r\n"
  /// A greeting that allows large messages.
  static let largeGreeting = greeting.replacing("100}", with: "100000}")
  /// Answers the login, and nothing else.
  static let login: Answer = { $0.contains("CONNECT") ? "PONG\r\n" : nil }

  /// Answers the login, and each request by its subject, with the JSON of a reply or what is sent.
  static func answering(
    json: @escaping @Sendable (_ subject: String) -> String?,
    others rest: @escaping @Sendable (_ subject: String, _ reply: String) -> String = { _, _ in "" }
  ) -> Answer {
    { text in
      if text.contains("CONNECT") { return "PONG\r\n" }
      var output = ""
      for line in text.split(separator: "\r\n") where line.hasPrefix("PUB ") {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 4 else { continue }
        if let json = json(words[1]) {
          output += "MSG \(words[2]) 1 \(json.utf8.count)\r\n\(json)\r\n"
        } else {
          output += rest(words[1], words[2])
        }
      }
      return output.isEmpty ? nil : output
    }
  }

  /// What a server says of a stream.
  static func info(last sequence: Int, subjects: String, created: String = "c") -> String {
    """
    {"created":"\(created)","state":{"last_seq":\(sequence),"messages":\(sequence)},\
    "config":{"subjects":["\(subjects)"],"storage":"file","retention":"limits",\
    "max_msgs_per_subject":1,"max_age":0}}
    """
  }

  /// What is sent for received text; nil for nothing, an empty text to close.
  typealias Answer = @Sendable (String) -> String?

  private let channel: any Channel
  private let log = ReceivedText()

  /// Starts a server, by what each client gets first, and for a text that it sends.
  init(greeting: String = FakeServer.greeting, _ answer: @escaping Answer) async throws {
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { [log] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            FakeHandler(greeting: greeting, answer: answer, log: log))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit { channel.close(promise: nil) }

  /// Ends it and returns its port, on which nobody listens then.
  func end() async throws -> Int {
    let port = port
    try await channel.close()
    return port
  }

  var port: Int { channel.localAddress?.port ?? 0 }
  var address: String { "127.0.0.1:\(port)" }

  /// What was received so far.
  var text: String { log.text.withLock { $0 } }

  /// Options for a connection.
  func options() throws -> NATSOptions {
    NATSOptions([try NATSAddress("nats://127.0.0.1:\(port)")])
  }
}

/// The text that a server has received.
///
/// State: the text. Guard: the mutex, because the event loop appends and a test reads.
private final class ReceivedText: Sendable {
  let text = Mutex("")
}

private final class FakeHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let (greeting, answer, log): (String, FakeServer.Answer, ReceivedText)

  init(greeting: String, answer: @escaping FakeServer.Answer, log: ReceivedText) {
    (self.greeting, self.answer, self.log) = (greeting, answer, log)
  }

  func channelActive(context: ChannelHandlerContext) { send(greeting, context) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let text = String(buffer: Self.unwrapInboundIn(data))
    log.text.withLock { $0 += text }
    guard let answer = answer(text) else { return }
    if answer.isEmpty { context.close(promise: nil) } else { send(answer, context) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func send(_ text: String, _ context: ChannelHandlerContext) {
    context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }
}

/// A proxy before a server that can lose what the server sends, or be cut.
final class LossyProxy: Sendable {
  private let channel: any Channel
  private let state: ProxyState

  /// Starts a proxy before a port.
  init(before port: Int) async throws {
    let state = ProxyState()
    self.state = state
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(.autoRead, value: false)
      .childChannelInitializer { client in
        guard state.accept(client) else { return client.close() }
        return ClientBootstrap(group: client.eventLoop)
          .channelInitializer { server in
            server.eventLoop.makeCompletedFuture {
              try server.pipeline.syncOperations.addHandler(Relay(to: client) { !state.isLosing })
              try client.pipeline.syncOperations.addHandler(Relay(to: server) { true })
            }
          }
          .connect(host: "127.0.0.1", port: port)
          .flatMap { _ in client.setOption(.autoRead, value: true) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit { channel.close(promise: nil) }

  /// From now on nothing of the server arrives, or everything again.
  func lose(_ isLosing: Bool = true) { state.lose(isLosing) }

  /// Ends all connections and refuses new ones, or accepts them again.
  func cut(_ isCut: Bool = true) { state.cut(isCut) }

  var port: Int { channel.localAddress?.port ?? 0 }

  /// Options for a connection.
  func options() throws -> NATSOptions {
    NATSOptions([try NATSAddress("nats://127.0.0.1:\(port)")])
  }
}

/// What a proxy does with its connections.
///
/// State: flags and connections. Guard: the mutex, because a test sets and the event loop reads them.
private final class ProxyState: Sendable {
  private struct State: Sendable {
    var isLosing = false
    var isCut = false
    var clients: [any Channel] = []
  }

  private let state = Mutex(State())

  var isLosing: Bool { state.withLock { $0.isLosing } }

  func lose(_ isLosing: Bool) { state.withLock { $0.isLosing = isLosing } }

  func cut(_ isCut: Bool) {
    let clients = state.withLock { state in
      state.isCut = isCut
      defer { state.clients = [] }
      return state.clients
    }
    for client in clients { client.close(promise: nil) }
  }

  /// Whether a connection is accepted.
  func accept(_ client: any Channel) -> Bool {
    state.withLock { state in
      state.clients.append(client)
      return !state.isCut
    }
  }
}

/// Passes on what one side sends.
private final class Relay: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let peer: any Channel
  private let passes: () -> Bool

  init(to peer: any Channel, passes: @escaping () -> Bool) {
    (self.peer, self.passes) = (peer, passes)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if passes() { peer.writeAndFlush(Self.unwrapInboundIn(data), promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) { peer.close(promise: nil) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension NATSServer {
  /// What errors name it by.
  var address: String { "127.0.0.1:\(port)" }

  /// Options for a connection.
  func options(_ scheme: String = "nats", login: String = "", host: String = "127.0.0.1") throws
    -> NATSOptions
  {
    var options = NATSOptions([try NATSAddress("\(scheme)://\(login)\(host):\(port)")])
    // Far above what it takes on a busy machine.
    (options.connectTimeout, options.answerTimeout) = (.seconds(60), .seconds(60))
    (options.clusterTimeout, options.pagePause) = (.seconds(60), .seconds(60))
    return options
  }
}

extension NATSProgram {
  /// The newest of those that are installed.
  static func newest() throws -> NATSProgram { try #require(all.last) }
}

extension StreamSettings {
  /// A stream for tests.
  static let testing = StreamSettings(name: "TEST", subjects: "t.>", filter: "t.a.>")
}

extension OutgoingValue {
  /// A value of a text.
  init(_ subject: String, _ text: String, expecting sequence: Int64? = nil) {
    self.init(subject: subject, bytes: Array(text.utf8), expectedSequence: sequence)
  }
}

extension JetStream {
  /// What the server tells of the stream.
  func told(_ pointer: String) async throws -> JSONValue? {
    try await ask("STREAM.INFO.\(settings.name)").value(at: pointer)
  }

  /// All values after a place.
  func values(after place: ExchangePlace? = nil) async throws -> [IncomingValue] {
    var values: [IncomingValue] = []
    for try await page in pages(after: place) {
      values += page.values
      if page.isLast { break }
    }
    return values
  }
}

/// Pages that are read one by one.
final class PageReader {
  private var iterator: JetStreamPages.AsyncIterator

  init(_ pages: JetStreamPages) { iterator = pages.makeAsyncIterator() }

  func next() async throws -> ExchangePage? { try await iterator.next() }
}

extension ExchangePage {
  /// Subject, text and sequence number of each value.
  var lines: [String] {
    values.map { "\($0.subject) \(String(decoding: $0.bytes, as: UTF8.self)) \($0.sequence)" }
  }
}

/// The error of a call; nil if there is none, or another one.
func exchangeError(
  _ work: () async throws -> some Any
) async -> ExchangeError? {
  do {
    _ = try await work()
    return nil
  } catch {
    return error as? ExchangeError
  }
}
