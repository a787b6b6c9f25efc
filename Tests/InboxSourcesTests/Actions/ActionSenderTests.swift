import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import InboxText
import InboxTOML
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import Testing

@testable import InboxSources

@Suite(.waiting) struct ActionSenderTests {
  @Test(arguments: [
    ("8.8.8.8", true), ("127.0.0.1", false), ("10.1.2.3", false), ("172.16.0.1", false),
    ("172.32.0.1", true), ("192.168.1.1", false), ("169.254.169.254", false), ("100.64.0.1", false),
    ("100.128.0.1", true), ("0.0.0.0", false), ("224.0.0.1", false), ("255.255.255.255", false),
    ("::1", false), ("::", false), ("fe80::1", false), ("fd00::1", false), ("2001:db9::1", true),
    ("::ffff:127.0.0.1", false), ("::ffff:8.8.8.8", true), ("64:ff9b::10.0.0.1", false),
    ("2002:7f00:1::", false), ("2002:808:808::", true),
  ])
  func `private addresses are told from public ones`(_ text: String, _ isPublic: Bool) {
    let addresses = HostAddress.resolve(text)
    #expect(addresses.map(\.isPublic) == [isPublic])
    let isLocal = ["127.0.0.1", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1"].contains(text)
    #expect(addresses.map(\.isLocal) == [isLocal])
  }

  private func outcome(
    _ path: String, allowing: Bool = true, headers: [String: String] = [:]
  ) async throws -> (String, [HTTPRequestHead]) {
    let (heads, head) = AsyncStream.makeStream(of: HTTPRequestHead.self)
    let (server, port) = try await AnsweringServer.listen { asked, _ in
      head.yield(asked)
      switch asked.uri {
      case "/ok": return (.ok, nil)
      case "/gone": return (.gone, nil)
      case "/moved": return (.temporaryRedirect, "http://localhost:1/there")
      default: return (.temporaryRedirect, "/again")
      }
    }
    var request = ActionHTTPRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.headers = headers
    // Beside all other tests an answer may take long.
    let sender = ActionSender(allowsPrivateAddresses: allowing, timeout: 600)
    let outcome = await sender.outcome(of: request)
    try await server.close()
    head.finish()
    var asked: [HTTPRequestHead] = []
    for await head in heads { asked.append(head) }
    return (outcome.text, asked)
  }

  @Test func `a request is sent with its headers, and its status is the outcome`() async throws {
    let (text, asked) = try await outcome("/ok", headers: ["Authorization": "x", "Host": "evil"])
    #expect(text == "200 OK")
    #expect(asked.map(\.method) == [.POST])
    #expect(asked.first?.headers["authorization"] == ["x"])
    #expect(asked.first?.headers["host"].contains("evil") == false)
    #expect(try await outcome("/gone").0 == "410 Gone")
  }

  @Test func `this machine is not reached unless the source may`() async throws {
    let (text, asked) = try await outcome("/ok", allowing: false)
    #expect(text.hasPrefix("not sent: 127.0.0.1 is this machine; name the source"))
    #expect(asked.isEmpty)
  }

  @Test func `redirects are followed a few times`() async throws {
    let (text, asked) = try await outcome("/again")
    #expect(text == "failed: more than 3 redirects")
    #expect(asked.count == 4)
    #expect(try await outcome("/moved").0.hasPrefix("failed: "))
  }

  @Test(arguments: ["ftp://e.org/x", "no url", "http://", "file:///etc/passwd"])
  func `nothing else is sent`(_ url: String) async {
    let sender = ActionSender(allowsPrivateAddresses: true)
    let outcome = await sender.outcome(of: ActionHTTPRequest(url: url))
    #expect(outcome.text.hasPrefix("not sent: ") && !outcome.isTimed)
  }

  @Test(arguments: ["GET /other HTTP/1.1\r\nHost: x\r\n\r\nGET", "DE LETE", "é"])
  func `what is no method is not sent`(_ method: String) async {
    var request = ActionHTTPRequest(url: "http://127.0.0.1:1/")
    request.method = method
    let outcome = await ActionSender(allowsPrivateAddresses: true).outcome(of: request)
    #expect(outcome.text == "not sent: \(method.printable()) is no method")
  }
}

/// The bell is heard while it is there, replaced, or made later.
@Suite(.waiting) struct BellWatchTests {
  /// How often the bell was heard.
  ///
  /// State: the number. Guard: it is atomic. Reason: the watch has a thread of its own.
  private final class Heard: Sendable {
    let count = Atomic(0)
    var value: Int { count.load(ordering: .acquiring) }
  }

  private let folder: TemporaryFolder
  private let heard = Heard()
  private let watch: BellWatch

  init() throws {
    let heard = heard
    folder = try TemporaryFolder()
    watch = BellWatch(folder: folder.path) { heard.count.add(1, ordering: .releasing) }
    #expect(eventually { heard.value == 1 })
  }

  private func write(_ name: String, creating: Bool = false) throws {
    let path = "\(folder.path)/\(name)"
    if creating { try Data().write(to: URL(fileURLWithPath: path)) }
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data([0]))
    try file.close()
  }

  /// Whether something rings that did not before.
  private func rings(after work: () throws -> Void) rethrows -> Bool {
    let before = heard.value
    try work()
    return eventually { heard.value > before }
  }

  @Test func `a bell that comes later, is replaced, or removed and made again is heard`() throws {
    #expect(try rings { try write(Inbox.bellName, creating: true) })
    for _ in 0..<2 { #expect(try rings { try write(Inbox.bellName) }) }
    try Data().write(to: URL(fileURLWithPath: folder.path + "/new"))
    #expect(rings { rename(folder.path + "/new", "\(folder.path)/\(Inbox.bellName)") })
    #expect(try rings { try write(Inbox.bellName) })
    #expect(rings { unlink("\(folder.path)/\(Inbox.bellName)") })
    #expect(try rings { try write(Inbox.bellName, creating: true) })
    #expect(try rings { try write(Inbox.bellName) })
    watch.end()
  }
}

@Suite struct ActionPerformerTests {
  private func settings(_ text: String) throws -> ActionSettings {
    let folder = try TemporaryFolder()
    let path = folder.path + "/config.toml"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let read = TOMLFile(at: path, by: ReceivingSettings.table)
    #expect(read.messages == [])
    return read.values.actions
  }

  /// The outcome of the action of a message by these settings.
  private func outcome(
    ofRunning name: String, _ text: String, changingTo later: String? = nil,
    endsUnderWay: Bool = false
  ) async throws -> String? {
    let inbox = try Inbox.inMemory()
    var payload = Payload(title: "build failed", source: "ci")
    payload.actions = .set([.init(id: "run", label: "Rerun")])
    let action: [String: JSONValue] = ["action": "run", "label": "Rerun", "run": .string(name)]
    payload.custom = .set(.object(["run_id": .integer(42), "actions": .array([.object(action)])]))
    _ = try await inbox.push([payload], defaultSource: "ci")
    // One table is removed before the daemon performs what was chosen.
    var configuration = inbox.configuration
    let removed = ["none": [try MessageTemplate("echo")]]
    configuration.commands = { removed }
    inbox.update(configuration: configuration)
    let performer = ActionPerformer(
      inbox, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    guard case .asked(let id) = try inbox.ask(for: "run", of: .init(rawValue: 1), consenting: true)
    else { return nil }
    if let later {
      let known = try #require(try await inbox.message(.init(rawValue: 1)))
      _ = try await inbox.push([Payload(title: later, source: "ci", id: known.id)])
    }
    try performer.update(try settings(text))
    defer { performer.end() }
    for try await _ in inbox.snapshots(of: .init(), in: .init(limit: 1)) {
      switch try inbox.progress(ofAction: id) {
      case .ended(let outcome)?: return outcome
      case .running? where endsUnderWay: performer.end()
      default: break
      }
    }
    return nil
  }

  @Test func `a command gets values of the message as whole words`() async throws {
    let folder = try TemporaryFolder()
    let run =
      #"["sh", "-c", "echo \"$1|$2\" > \"$3\"", "sh", "{custom.run_id}", "{title}", "\#(folder.path)/out"]"#
    let text = try await outcome(ofRunning: "retry", "[actions.retry]\nrun = \(run)\n")
    #expect(text?.hasPrefix("done, ") == true)
    #expect(
      try String(contentsOfFile: folder.path + "/out", encoding: .utf8) == "42|build failed\n")
  }

  @Test func `what is under way as the daemon ends is told as unknown at once`() async throws {
    let folder = try TemporaryFolder()
    let wait = "until [ -e '\(folder.path)/end' ]; do sleep 0.01; done"
    let table = "[actions.wait]\nrun = [\"sh\", \"-c\", \"\(wait)\"]\n"
    let text = try await outcome(ofRunning: "wait", table, endsUnderWay: true)
    #expect(text == "outcome unknown: the daemon was ended")
    try Data().write(to: URL(fileURLWithPath: folder.path + "/end"))
  }

  @Test func `what changed since it was chosen is not done`() async throws {
    let text = try await outcome(
      ofRunning: "say", "[actions.say]\nrun = [\"echo\", \"{title}\"]\n", changingTo: "other")
    #expect(text == "not done: the action changed since it was chosen; choose it again")
  }

  @Test func `a command that takes too long is ended, and its time told once`() async {
    let outcome = await ActionPerformer.outcome(ofRunning: ["sleep", "600"], within: 0)
    #expect(outcome == ActionOutcome(text: "ended after 0 s", isTimed: false))
  }

  @Test(arguments: [
    ("none", "not done: there is no [actions.none] in the configuration"),
    ("fails", "sh exited with status 3"),
    ("missing", "no-such-program-here not started: No such file"),
    ("lacks", "not done: the message has no value for {custom.none}, which the command uses"),
  ])
  func `what cannot be done says why`(_ name: String, _ start: String) async throws {
    let text = try await outcome(
      ofRunning: name,
      """
      [actions.fails]
      run = ["sh", "-c", "exit 3"]
      [actions.missing]
      run = ["no-such-program-here"]
      [actions.lacks]
      run = ["echo", "{custom.none}"]
      """)
    let isTimed = text?.hasSuffix(" s") == true
    #expect(text?.hasPrefix(start) == true && isTimed == (name == "fails"), "\(text ?? "-")")
  }
}

/// Answers each request as a test says: with a status, and where it has moved to.
final class AnsweringServer: ChannelInboundHandler, @unchecked Sendable {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart
  typealias Answer = @Sendable (HTTPRequestHead, String) -> (HTTPResponseStatus, location: String?)
  private let answer: Answer
  private var head: HTTPRequestHead?
  private var body = ""

  private init(_ answer: @escaping Answer) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): (self.head, body) = (head, "")
    case .body(let part): body += String(buffer: part)
    case .end:
      guard let head else { return }
      let (status, location) = answer(head, body)
      var headers = HTTPHeaders([("content-length", "0")])
      if let location { headers.add(name: "location", value: location) }
      let response = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
      context.write(wrapOutboundOut(.head(response)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }

  /// Begins to listen on this machine; what listens, and the port.
  static func listen(_ answer: @escaping Answer) async throws -> (channel: any Channel, port: Int) {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.pipeline.configureHTTPServerPipeline().flatMap {
          channel.pipeline.addHandler(AnsweringServer(answer))
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    return (channel, channel.localAddress?.port ?? 0)
  }
}
