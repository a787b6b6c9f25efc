import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import NIOCore
import Synchronization
import Testing

@testable import InboxExchange

@Suite(.waiting) struct HostileServerTests {
  /// The error of connecting to a server; `@` is its address.
  private func refusal(
    greeting: String, scheme: String = "nats", _ answer: @escaping FakeServer.Answer = { _ in nil }
  ) async throws -> String {
    let server = try await FakeServer(greeting: greeting, answer)
    let address = try NATSAddress("\(scheme)://127.0.0.1:\(server.port)")
    var options = NATSOptions([address])
    // Only for those that say nothing.
    if greeting.isEmpty { options.connectTimeout = .seconds(1) }
    let error = await exchangeError { try await NATSConnection.connected(options) { _ in } }
    return "\(try #require(error))".replacing("\(address)", with: "@")
  }

  @Test func `what is no NATS server is named`() async throws {
    let http = "HTTP/1.1 400 Bad Request\r\n\r\n"
    #expect(
      try await refusal(greeting: http)
        == "@ is not a NATS server: it says 'HTTP/1.1 400 Bad Request'; check host and port")
    #expect(try await refusal(greeting: "SSH-2.0-OpenSSH\n").hasPrefix("@ is not a NATS server"))
    #expect(
      try await refusal(greeting: "")
        == "@ does not greet in time; is it a NATS server, and does it expect TLS before the "
        + "greeting?")
  }

  @Test func `a greeting that cannot be used`() async throws {
    #expect(
      try await refusal(greeting: "INFO nonsense\r\n")
        == "@ breaks the NATS protocol: its greeting is no JSON")
    #expect(
      try await refusal(greeting: "INFO {\"version\":\"1.4.1\"}\r\n")
        == "@ runs nats-server 1.4.1, which has no headers; install 2.10.23 or newer")
    #expect(
      try await refusal(greeting: FakeServer.greeting, scheme: "tls")
        == "@ offers no TLS, which tls:// requires; set up TLS in the server, or write nats:// if "
        + "the network is safe")
    #expect(
      try await refusal(
        greeting: #"INFO {"version":"2.9.0","headers":true,"ldm":true}"# + "\r\n")
        == "@ ended the connection: it is shutting down")
    #expect(
      try await refusal(greeting: "INFO {\"a\":\"" + String(repeating: "x", count: 70_000))
        == "@ breaks the NATS protocol: a line is longer than 65536 bytes")
  }

  @Test func `plain text after the greeting is no part of TLS`() async throws {
    let info = #"INFO {"version":"2.9.0","headers":true,"tls_required":true}"# + "\r\n"
    #expect(
      try await refusal(greeting: info + "PONG\r\n")
        == "@ breaks the NATS protocol: it goes on in plain text where TLS has to begin")
  }

  @Test func `a login that fails`() async throws {
    #expect(
      try await refusal(greeting: FakeServer.greeting) { _ in
        "-ERR 'Authorization Violation'\r\n"
      } == "@ does not accept the credentials: Authorization Violation; check key, user or token")
    #expect(
      try await refusal(greeting: FakeServer.greeting) { _ in "-ERR 'maximum connections'\r\n" }
        == "@ ended the connection: maximum connections")
    #expect(
      try await refusal(greeting: FakeServer.greeting) { _ in "" } == "@ ended the connection")
  }

  @Test(arguments: [
    (
      "MSG a 1 1048577\r\n",
      "breaks the NATS protocol: a message has 1048577 bytes, 1048576 are allowed"
    ),
    ("rubbish\r\n", "breaks the NATS protocol: it says 'rubbish'"),
    ("MSG a\r\n", "breaks the NATS protocol: a frame MSG has wrong arguments"),
    ("-ERR 'Stale Connection'\r\n", "ended the connection: Stale Connection"),
    (
      #"INFO {"version":"2.9.0","headers":true,"ldm":true}"# + "\r\n",
      "ended the connection: it is shutting down"
    ),
    (
      "-ERR 'Permissions Violation for Subscription to \"_INBOX.x.*\"'\r\n",
      "the user may not subscribe to _INBOX.x.* on @; ask its administrator for the permission"
    ),
  ])
  func `rubbish ends the connection, and later requests at once`(
    answer: String, problem: String
  ) async throws {
    let server = try await FakeServer { text in
      text.contains("CONNECT") ? "PONG\r\n" : text.contains("PUB") ? answer : nil
    }
    let text = try await NATSConnection.connected(server.options()) { connection in
      let stream = JetStream(connection, .testing)
      let first = await exchangeError { try await stream.publish([OutgoingValue("t.a", "1")]) }
      let sent = server.text
      let second = await exchangeError { try await stream.info() }
      let third = await exchangeError { for try await _ in stream.pages(after: nil) {} }
      #expect(first == second && second == third)
      #expect(server.text == sent)
      return first.map { "\($0)" } ?? ""
    }
    let named = text.replacing(server.address, with: "@")
    #expect(named == (problem.contains("@") ? problem : "@ \(problem)"))
  }

  @Test func `half a message and no more is a time-out of the request`() async throws {
    let server = try await FakeServer { text in
      text.contains("CONNECT") ? "PONG\r\n" : text.contains("PUB") ? "MSG _INBOX" : nil
    }
    var options = try server.options()
    options.answerTimeout = .milliseconds(10)
    let error = try await NATSConnection.connected(options) { connection in
      await exchangeError { try await JetStream(connection, .testing).info() }
    }
    #expect(error == .timedOut(server: server.address, .answer))
  }

  @Test func `a count of due values that is too high keeps nothing back`() async throws {
    // nats-server 2.9 counts a value that was replaced meanwhile.
    let value = "MSG t.a.1 2 $JS.ACK.TEST.C.1.1.1.1767225600000000000.1 1\r\nx\r\n"
    let answers = [
      "STREAM.INFO": FakeServer.info(last: 1, subjects: "t.>", created: "2026-01-01T00:00:00Z"),
      "CONSUMER.CREATE": #"{"name":"C","num_pending":1}"#,
      "CONSUMER.INFO": #"{"num_pending":0,"delivered":{"consumer_seq":1}}"#,
    ]
    let server = try await FakeServer(
      FakeServer.answering { subject in
        answers.first { subject.contains($0.key) }?.value
      } others: { subject, _ in
        subject.contains("MSG.NEXT") ? value : ""
      })
    try await NATSConnection.connected(server.options()) { connection in
      let reader = PageReader(JetStream(connection, .testing).pages(after: nil))
      let page = try await reader.next()
      #expect(page?.lines == ["t.a.1 x 1"] && page?.isLast == false)
      let last = try await reader.next()
      #expect(last?.lines == [] && last?.isLast == true && last?.place.sequence == 1)
    }
  }

  @Test func `a ping of the server is answered`() async throws {
    let server = try await FakeServer { text in
      text.contains("CONNECT") ? "PONG\r\nPING\r\n" : nil
    }
    try await NATSConnection.connected(server.options()) { _ in
      #expect(eventually { server.text.hasSuffix("PING\r\nPONG\r\n") })
    }
  }

  @Test func `a cancelled task closes the connection`() async throws {
    let server = try await FakeServer(FakeServer.login)
    var options = try server.options()
    // So that beside many other tests no timeout is faster than the cancellation.
    (options.connectTimeout, options.answerTimeout) = (.hours(1), .hours(1))
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let task = Task(executorPreference: .waiting) { [options] in
      try await NATSConnection.connected(options) { connection in
        start.yield(())
        _ = try await JetStream(connection, .testing).info()
      }
    }
    _ = await started.first { true }
    task.cancel()
    await #expect(throws: ExchangeError.ended(server: server.address, reason: nil)) {
      try await task.value
    }
  }

  @Test func `a cancelled task does not wait for a greeting`() async throws {
    let (greeted, greet) = AsyncStream.makeStream(of: Void.self)
    // A pong shows that the client is there.
    let server = try await FakeServer(greeting: "PING\r\n") { _ in
      greet.yield(())
      return nil
    }
    var options = try server.options()
    options.connectTimeout = .hours(1)
    let task = Task(executorPreference: .waiting) { [options] in
      try await NATSConnection.connected(options) { _ in }
    }
    _ = await greeted.first { true }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

/// A server that accepts the connection, lets everything be read, and acknowledges nothing.
@Suite(.waiting) struct SilentServerTests {
  private static let zone = TimeZone(secondsFromGMT: 0) ?? .current

  private func silentServer() async throws -> FakeServer {
    try await FakeServer(
      greeting: FakeServer.largeGreeting,
      FakeServer.answering { subject in
        subject.contains("STREAM.INFO")
          ? FakeServer.info(last: 9, subjects: "bb1.>")
          : subject.contains("CONSUMER.CREATE") ? #"{"name":"c","num_pending":0}"# : nil
      })
  }

  /// Exchanges until the connection ends; the error, and what it has reported.
  private func exchange(
    _ inbox: Inbox, by server: FakeServer
  ) async throws -> (error: ExchangeError?, statuses: [ExchangeStatus]) {
    var options = try server.options()
    // Long enough for what is answered, also on a busy machine.
    options.answerTimeout = .seconds(2)
    let statuses = Mutex<[ExchangeStatus]>([])
    let error = await exchangeError {
      try await NATSConnection.connected(options) { connection in
        try await ServerConnection(connection: connection, key: .none).exchange(
          inbox, named: .default, onlyReads: false
        ) { status in statuses.withLock { $0.append(status) } }
      }
    }
    return (error, statuses.withLock { $0 })
  }

  @Test func `is told with the time since when, until something is acknowledged`() async throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.open(folder: folder.path + "/inbox", configuration: .init())
    try ExchangeInbox(inbox).join(ExchangeMembership(person: "me", machine: "laptop"))
    _ = try await inbox.push([.make("a", id: "a")], defaultSource: "ci")
    let server = try await silentServer()
    let silence = SilentServer()
    let begin = Date(timeIntervalSince1970: 1_767_225_600)
    for minute in [0.0, 5] {
      let (error, statuses) = try await exchange(inbox, by: server)
      // It has read everything, and looks well until then.
      #expect(statuses.last?.phase == .live && statuses.last?.waitingCount == 1, "\(statuses)")
      #expect(statuses.allSatisfy { !$0.isAnswered })
      #expect(statuses.allSatisfy { silence.isSilent($0) == (minute > 0) })
      let ended = try #require(error)
      let told = silence.error(for: ended, at: begin + 60 * minute, in: Self.zone)
      #expect(told as? ExchangeError == .silent(server: server.address, since: "00:00"))
    }
    #expect(try ExchangeInbox(inbox).waitingCount() == 1)
  }

  @Test func `is over with an acknowledgement, or another error`() async throws {
    let timeout = ExchangeError.timedOut(server: "h", .answer)
    var status = ExchangeStatus(phase: .live)
    let silence = SilentServer()
    #expect(!silence.isSilent(status))
    #expect(silence.error(for: timeout) is ExchangeError)
    #expect(silence.isSilent(status))
    status.isAnswered = true
    #expect(!silence.isSilent(status))
    status.isAnswered = false
    #expect(!silence.isSilent(status))
    _ = silence.error(for: timeout)
    let refused = ExchangeError.unreachable(server: "h", reason: "Connection refused")
    #expect(silence.error(for: refused) as? ExchangeError == refused)
    #expect(!silence.isSilent(status))
  }

  @Test(arguments: NATSProgram.all)
  func `a server that acknowledges is none, also where nothing waits`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program)
    let laptop = try ExchangingMachine("laptop", server)
    try laptop.start()
    #expect(try await comesTrue { laptop.status?.isAnswered == true })
    await laptop.stop()
  }
}
