import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// Topics of another server, which misbehaves in each way that servers do.
@Suite(.waiting) struct NtfySourceTests {
  private static func message(_ id: String, _ text: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","time":1767225600,"event":"message","topic":"t","message":"\#(text)"\#(more)}"#
  }

  private func daemon(
    _ server: ScriptedServer, _ more: String = "", program: Program = Program()
  ) throws -> RunningDaemon {
    try RunningDaemon(
      program,
      configuration: """
        [[ntfy]]
        name = 'peer'
        server = '\(server.url)/'
        topics = ['t', 'u']
        \(more)

        """)
  }

  private func texts(_ daemon: RunningDaemon, _ expected: [String]) throws {
    var lines: [String] = []
    let isThere = try eventually {
      lines = try daemon.program.list("{body}", "--sort", "oldest")
      return lines.sorted() == expected.sorted()
    }
    #expect(isThere, "\(lines) \(daemon.log)")
  }

  @Test func `after the end of a stream it goes on where it was, and takes nothing twice`() throws {
    let server = try ScriptedServer { connection in
      connection.open()
      switch connection.index {
      case 0:
        connection.line(Self.message("a1", "one", #","priority":5,"tags":["warning"]"#))
        connection.line(Self.message("a2", "two"))
        connection.endStream()
      case 1:
        connection.line(Self.message("a2", "two"))
        // Its topic is its source, whatever other payloads it looks like.
        connection.line(Self.message("a3", "three", #","aps":{"alert":"forged"},"rover":{}"#))
        connection.endStream()
      default:
        connection.line(#"{"id":"k","time":2,"event":"keepalive","topic":"t"}"#)
        connection.awaitClose()
      }
    }
    let daemon = try daemon(server)
    try texts(daemon, ["one", "two", "three"])
    #expect(eventually { server.requests.count >= 3 })
    #expect(server.requests[0].hasPrefix("GET /t,u/json?since=12h HTTP/1.1"))
    #expect(server.requests[1].hasPrefix("GET /t,u/json?since=a2 "))
    #expect(server.requests[2].hasPrefix("GET /t,u/json?since=a3 "))
    #expect(try daemon.program.list("{source}") == ["ntfy/t", "ntfy/t", "ntfy/t"])
    let show = try daemon.program.run("list", "--filter", "tag:warning", "--jsonl").output
    #expect(show.contains(#""priority":5"#) && show.contains(#""source":"ntfy/t""#))
    try daemon.source("ntfy/peer")
    #expect(try daemon.end() == 0)
    let next = try self.daemon(server, program: daemon.program)
    #expect(eventually { server.requests.count >= 4 })
    #expect(server.requests[3].hasPrefix("GET /t,u/json?since=a3 "))
    #expect(try next.end() == 0)
  }

  /// What was sent just before a break may be lost on its way; the server has it still.
  @Test func `a break in the middle loses nothing`() throws {
    let server = try ScriptedServer { connection in
      connection.open()
      let last = ["a1", "a2", "a3"].firstIndex { connection.request.contains("since=\($0) ") }
      for id in ["a1", "a2", "a3"].dropFirst(last.map { $0 + 1 } ?? 0) {
        connection.line(Self.message(id, "text of \(id)"))
      }
      if connection.index < 2 { connection.send("5\r\n{") } else { connection.awaitClose() }
    }
    let daemon = try daemon(server)
    try texts(daemon, ["text of a1", "text of a2", "text of a3"])
    #expect(eventually { server.requests.count >= 3 })
    try daemon.source("ntfy/peer")
    try texts(daemon, ["text of a1", "text of a2", "text of a3"])
  }

  @Test func `what is deleted or read there is so here`() throws {
    let server = try ScriptedServer { connection in
      connection.open()
      guard connection.index == 0 else { return connection.awaitClose() }
      for id in ["s1", "s2", "s3"] {
        connection.line(Self.message("m\(id)", id, #","sequence_id":"\#(id)""#))
      }
      connection.line(
        #"{"id":"d","time":3,"event":"message_delete","topic":"t","sequence_id":"s1"}"#)
      connection.line(
        #"{"id":"c","time":3,"event":"message_clear","topic":"t","sequence_id":"s2"}"#)
      connection.awaitClose()
    }
    let daemon = try daemon(server)
    try texts(daemon, ["s2", "s3"])
    #expect(try eventually { try daemon.program.list("{body}", "--filter", "is:read") == ["s2"] })
  }

  @Test func `only the topics that were asked for come in`() throws {
    let server = try ScriptedServer { connection in
      connection.open()
      guard connection.index == 0 else { return connection.awaitClose() }
      for topic in ["v", "other/../x", "u"] {
        connection.line(
          #"{"id":"i","time":3,"event":"message","topic":"\#(topic)","message":"to \#(topic)"}"#)
      }
      connection.line(#"{"id":"j","time":3,"event":"message","message":"to none"}"#)
      connection.line(Self.message("a1", "last"))
      connection.awaitClose()
    }
    let daemon = try daemon(server)
    try texts(daemon, ["to u", "last"])
    #expect(daemon.logs("a topic that was not asked for"), "\(daemon.log)")
  }

  @Test func `a token is sent, and a refusal says so`() throws {
    let server = try ScriptedServer { connection in
      guard connection.request.contains("authorization: Bearer tk_right") else {
        connection.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        return
      }
      connection.open()
      connection.awaitClose()
    }
    let program = Program()
    let path = try program.write("tk_wrong\n", to: "token")
    chmod(path, 0o600)
    let daemon = try daemon(server, "token_file = '\(path)'", program: program)
    let refused = try daemon.source("ntfy/peer") { $0.phase == .failed }
    #expect(refused.error?.contains("answered 403: the token does not let us read") == true)
    try "tk_right\n".write(toFile: path, atomically: false, encoding: .utf8)
    daemon.send(SIGHUP)
    try daemon.source("ntfy/peer")
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>", "text/html"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi\n", "but a body without a content type"),
    (
      "HTTP/1.1 302 Found\r\nLocation: https://e.example/\r\nContent-Length: 0\r\n\r\n",
      "a redirect to https://e.example/"
    ),
    ("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n", "answered 500"),
    ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "answered 404"), ("", "broke"),
    ("nonsense\r\n\r\n", "127.0.0.1"),
  ])
  func `an answer that is no stream is told`(_ answer: String, _ words: String) throws {
    let server = try ScriptedServer { $0.send(answer) }
    let daemon = try daemon(server)
    let state = try daemon.source("ntfy/peer") { $0.phase == .failed }
    #expect(state.error?.contains(words) == true, "\(state)")
    #expect(state.nextTry != nil)
  }

  @Test func `too many requests are answered by waiting as long as is asked`() throws {
    let server = try ScriptedServer {
      $0.send("HTTP/1.1 429 Slow\r\nRetry-After: 900\r\nContent-Length: 0\r\n\r\n")
    }
    let daemon = try daemon(server)
    let state = try daemon.source("ntfy/peer") { $0.phase == .failed }
    #expect(try #require(state.nextTry).timeIntervalSince(state.since) > 800)
  }

  @Test func `rubbish and an endless line cost nothing else`() throws {
    let server = try ScriptedServer { connection in
      connection.open()
      guard connection.index == 0 else { return connection.awaitClose() }
      connection.line("nonsense")
      connection.line("[]")
      connection.line(#"{"event":"message","topic":"t","message":5,"id":"x"}"#)
      let piece = String(repeating: "x", count: 1_000_000)
      for _ in 0..<20 { connection.send("\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n") }
      connection.line("")
      connection.line(Self.message("g", "good"))
      connection.awaitClose()
    }
    let daemon = try daemon(server)
    try texts(daemon, ["good"])
    let state = try daemon.source("ntfy/peer") { $0.receivedCount == 1 && $0.refusal != nil }
    #expect(state.refusal?.contains("an event is too long") == true)
  }

  @Test func `a connection without signs of life is given up`() throws {
    let server = try ScriptedServer { connection in
      connection.open()
      if connection.index > 0 { connection.line(Self.message("z", "after")) }
      connection.awaitClose()
    }
    let daemon = try daemon(server, "silence = '1s'")
    try texts(daemon, ["after"])
    #expect(daemon.logs("gave no sign of life for 1 s"))
  }

  @Test func `a server that is not there is tried again until it is`() throws {
    let server = try ScriptedServer { _ in }
    let url = server.url
    server.end()
    let daemon = try RunningDaemon(
      configuration: "[[ntfy]]\nname = 'peer'\nserver = '\(url)'\ntopics = ['t']\n")
    let state = try daemon.source("ntfy/peer") { $0.phase == .failed }
    #expect(state.error?.isEmpty == false)
    #expect(try daemon.source("http").phase == .running)
    #expect(try daemon.end() == 0)
  }
}
