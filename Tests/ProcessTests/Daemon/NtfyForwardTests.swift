import Foundation
import InboxSettings
import InboxTestSupport
import InboxText
import Synchronization
import Testing

/// Questions that go out to a phone by ntfy, and their answers.
@Suite(.waiting) struct NtfyForwardTests {
  /// A server of ntfy's: keeps what is published, and sends answers to who reads their topic.
  ///
  /// State: messages and answers. Guard: the mutex, because each connection has a thread of its own.
  private final class Exchange: Sendable {
    private struct State {
      var published: [String] = []
      var answers: [String] = []
      var refusals = 0
    }

    private let state = Mutex(State())

    var published: [String] { state.withLock { $0.published } }

    func refuse(_ count: Int) { state.withLock { $0.refusals = count } }

    func answer(_ text: String) { state.withLock { $0.answers.append(text) } }

    func serve(_ connection: ScriptedServer.Connection) {
      guard connection.request.hasPrefix("POST") else { return stream(to: connection) }
      let isRefused = state.withLock { state in
        guard state.refusals == 0 else {
          state.refusals -= 1
          return true
        }
        state.published.append(connection.body)
        return false
      }
      connection.answer(isRefused ? 500 : 200, "{}")
    }

    private func stream(to connection: ScriptedServer.Connection) {
      connection.open()
      var sent = 0
      while connection.line(#"{"id":"k","time":1,"event":"keepalive","topic":"phone-answers"}"#) {
        for text in state.withLock({ $0.answers })[sent...] {
          sent += 1
          connection.line(
            #"{"id":"a\#(sent)","time":1,"event":"message","topic":"t","message":"\#(text)"}"#)
        }
        usleep(10_000)
      }
    }
  }

  private let exchange = Exchange()
  private let server: ScriptedServer
  private let daemon: RunningDaemon

  init() throws {
    let exchange = exchange
    server = try ScriptedServer { exchange.serve($0) }
    daemon = try RunningDaemon(
      configuration: """
        [[ntfy]]
        name = "phone"
        server = "\(server.url)"
        forward = "phone"
        forward_filter = "priority>=high"

        """)
    try daemon.source("forward/phone")
  }

  /// The message that was published as the n-th.
  private func published(_ count: Int) throws -> JSONValue {
    #expect(eventually { exchange.published.count >= count }, "\(daemon.log)")
    return try JSONValue(json: try #require(exchange.published.dropFirst(count - 1).first))
  }

  private func button(_ index: Int, of message: JSONValue) throws -> String {
    guard case .string(let text)? = message.value(at: "/actions/\(index)/body") else {
      throw CancellationError()
    }
    return text
  }

  @Test func `a question goes out with its answers, and the one that comes back is given`() throws {
    let asking = try RunningProgram(daemon.program, ["ask", "Deploy?", "to production"])
    let message = try published(1)
    #expect(message.value(at: "/topic") == "phone")
    #expect(message.value(at: "/title") == "Deploy?")
    #expect(message.value(at: "/message") == "to production")
    #expect(message.value(at: "/actions/1/label") == "No")
    #expect(message.value(at: "/actions/1/url") == .string("\(server.url)/phone-answers"))
    #expect(message.value(at: "/id") == nil)
    let right = try button(1, of: message)
    // What nobody but the daemon can make is needed: another answer, another question, no code.
    let other = right.replacing("answer 1 1 ", with: "answer 1 0 ")
    for wrong in [other, "answer 1 1", "Yes", right + "0", "answer 99 0 00"] {
      exchange.answer(wrong)
    }
    exchange.answer(right)
    #expect(asking.line() == "No")
    #expect(asking.end() == 0)
    #expect(daemon.logs("@1 was answered by ntfy"), "\(daemon.log)")
    exchange.answer(try button(0, of: message))
    #expect(eventually { daemon.log.contains("an answer to @1 came too late") }, "\(daemon.log)")
    #expect(!daemon.log.contains("Deploy"))
  }

  @Test func `a server that is not there is told by its reason`() throws {
    let lost = try RunningDaemon(
      configuration: "[[ntfy]]\nserver = 'http://127.0.0.1:1'\nforward = 'phone'\n")
    let state = try lost.source("forward/127.0.0.1-1") { $0.phase == .failed }
    #expect(state.error == "http://127.0.0.1:1 cannot be reached: Connection refused")
  }

  @Test func `a button of a question that was asked anew is of no use`() throws {
    let first = try RunningProgram(daemon.program, ["ask", "Deploy?", "--id", "q"])
    let old = try button(0, of: try published(1))
    let second = try RunningProgram(daemon.program, ["ask", "Deploy now?", "--id", "q"])
    let new = try button(1, of: try published(2))
    #expect(first.end() == 1)
    exchange.answer(old)
    exchange.answer(new)
    #expect(second.line() == "No")
  }

  @Test func `what the filter asks for goes out too, once, and what is muted stays`() throws {
    let program = daemon.program
    try program.run("push", "plain")
    try program.run("push", "muted", "--priority", "max", "--silent")
    try program.run("push", "urgent", "--priority", "max", "--url", "https://x.example/7")
    let message = try published(1)
    #expect(message.value(at: "/message") == "urgent")
    #expect(message.value(at: "/priority") == .integer(5))
    #expect(message.value(at: "/click") == "https://x.example/7")
    try program.run("push", "last", "--priority", "high")
    #expect(try published(2).value(at: "/message") == "last")
    #expect(exchange.published.count == 2)
  }

  @Test func `of a message's actions its links go out, and what calls a URL stays`() throws {
    let actions =
      "view, Camera, https://x.example/camera; "
      + "http, Open, https://user:secret@x.example/open, headers.authorization=Bearer secret"
    let status = try daemon.curl(
      "/door", "-H", "Priority: high", "-H", "Actions: \(actions)", "-d", "ring"
    ).status
    #expect(status == 200)
    let message = try published(1)
    #expect(message.value(at: "/message") == "ring")
    #expect(
      message.value(at: "/actions")
        == .array([
          .object([
            "action": "view", "id": "Camera", "label": "Camera", "url": "https://x.example/camera",
          ])
        ]))
    #expect(!message.json.contains("secret"))
    let only = "Actions: http, Open, https://x.example/secret"
    try daemon.curl("/door", "-H", "Priority: high", "-H", only, "-d", "again", ending: 200)
    let other = try published(2)
    #expect(other.value(at: "/message") == "again")
    #expect(other.value(at: "/actions") == nil)
    #expect(!other.json.contains("secret"))
  }

  @Test func `what could not go out, or came while the daemon was away, follows`() throws {
    exchange.refuse(1)
    try daemon.program.run("push", "first", "--priority", "high")
    #expect(try published(1).value(at: "/message") == "first")
    #expect(daemon.logs("answered 500"), "\(daemon.log)")
    try daemon.source("forward/phone")
    #expect(try daemon.end() == 0)
    try daemon.program.run("push", "away", "--priority", "high")
    let next = try RunningDaemon(
      daemon.program,
      configuration: try String(
        contentsOfFile: daemon.program.path + "/config.toml", encoding: .utf8
      ).split(separator: "\n").dropFirst().joined(separator: "\n") + "\n")
    #expect(try published(2).value(at: "/message") == "away", "\(next.log)")
    #expect(try next.end() == 0)
    #expect(exchange.published.count == 2)
  }
}
