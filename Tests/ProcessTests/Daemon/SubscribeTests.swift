import Foundation
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

/// Subscribers of ntfy's, as `curl` reads what comes.
@Suite(.waiting) struct SubscribeTests {
  private let daemon: RunningDaemon

  init() throws { daemon = try RunningDaemon() }

  /// A subscriber whose lines are awaited.
  private func subscribe(_ path: String) throws -> (ChildProcess, String) {
    let output = try daemon.program.path + "/\(UUID().uuidString).stream"
    let curl = try ChildProcess(
      "/usr/bin/env",
      ["curl", "-q", "-sSN", "--noproxy", "*", "-m", "50", try daemon.url() + path],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"], output: .file(output))
    return (curl, output)
  }

  private func lines(_ path: String, until condition: ([String]) -> Bool) throws -> [String] {
    var lines: [String] = []
    let isThere = eventually {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      lines = text.split(separator: "\n").map(String.init)
      return condition(lines)
    }
    try #require(isThere, "\(lines)")
    return lines
  }

  @Test func `a subscriber gets what comes, from curl and from the command line`() throws {
    let (curl, output) = try subscribe("/door,alerts/json?since=all")
    _ = try lines(output) { $0.contains { $0.contains(#""event":"open""#) } }
    #expect(try daemon.curl("/door", "-H", "Title: T", "-d", "first").status == 200)
    #expect(try daemon.curl("/other", "-d", "not this").status == 200)
    #expect(try daemon.program.run("push", "--source", "ntfy/alerts", "second").status == 0)
    let all = try lines(output) { $0.count >= 3 }
    #expect(all[0].contains(#""topic":"door,alerts""#))
    #expect(all[1].contains(#""message":"first""#) && all[1].contains(#""title":"T""#))
    #expect(all[2].contains(#""message":"second""#) && all[2].contains(#""topic":"alerts""#))
    #expect(all.count == 3)
    // Here it is one row with a count; a subscriber is told of each.
    #expect(try daemon.curl("/door", "-H", "Title: T", "-d", "first").status == 200)
    #expect(try lines(output) { $0.count >= 4 }[3].contains(#""message":"first""#))
    #expect(try daemon.curl("/metrics").body.contains("inbox_subscribers 1"))
    curl.send(SIGTERM)
    _ = try curl.end()
    #expect(try eventually { try daemon.curl("/metrics").body.contains("inbox_subscribers 0") })
  }

  @Test func `a saved setting cuts no subscriber off, and holds from the next request on`() throws {
    let (curl, output) = try subscribe("/t/json")
    defer { curl.send(SIGTERM) }
    let before = try daemon.url()
    _ = try lines(output) { $0.contains { $0.contains(#""event":"open""#) } }
    #expect(try daemon.curl("/hooks/shop", "-d", "{\"title\":\"order\"}").status == 404)
    let head = "http.listen = ['127.0.0.1:0']\n"
    let webhook = head + "[[webhook]]\nname = 'shop'\n"
    try daemon.program.configure(webhook)
    #expect(
      try eventually {
        try daemon.curl("/hooks/shop", "-d", "{\"title\":\"order\"}").status == 200
      }, "\(daemon.log)")
    // Tokens that cannot be read leave the settings before in use.
    try daemon.program.configure("http.token_file = '/nowhere'\n" + webhook)
    let told = try daemon.source("http settings") { $0.phase == .failed }
    #expect(told.error?.contains("cannot read /nowhere") == true, "\(told)")
    #expect(try daemon.curl("/t", "-d", "while it is wrong").status == 200)
    let token = try daemon.program.write("a-long-enough-token\n", to: "token")
    chmod(token, 0o600)
    try daemon.program.configure("http.token_file = '\(token)'\n" + head)
    #expect(
      try eventually { try daemon.curl("/t", "-d", "no token").status == 401 }, "\(daemon.log)")
    #expect(try daemon.curl("/t", "-u", ":a-long-enough-token", "-d", "the last").status == 200)
    #expect(try daemon.curl("/hooks/shop", "-u", ":a-long-enough-token", "-d", "{}").status == 404)
    let all = try lines(output) { $0.contains { $0.contains(#""message":"the last""#) } }
    #expect(all.contains { $0.contains("while it is wrong") }, "\(all)")
    #expect(all.count { $0.contains(#""event":"open""#) } == 1)
    #expect(try daemon.url() == before)
    #expect(eventually { (try? daemon.sources.map(\.name)) == ["http"] })
  }

  /// The events of some lines of JSON, as ids and texts.
  private func events(_ lines: [String]) -> [(id: String, text: String)] {
    lines.compactMap { line in
      guard case .object(let fields)? = try? JSONValue(json: line),
        case .string(let id)? = fields["id"], case .string(let text)? = fields["message"]
      else { return nil }
      return (id, text)
    }
  }

  @Test func `who polls behind the id it had last gets each event that who stays gets`() throws {
    let first = try #require(events([try daemon.curl("/t", "-d", "first").body]).first).id
    let (curl, output) = try subscribe("/t/json?since=\(first)")
    defer { curl.send(SIGTERM) }
    _ = try lines(output) { !$0.isEmpty }
    let url = try daemon.url()
    let path = try daemon.program.path
    let publisher = Thread {
      for round in 0..<6 {
        for arguments in [
          ["-d", "again"], ["-d", "new \(round)"], ["-H", "SID: q", "-d", "version \(round)"],
          ["-H", "Delay: 1s", "-d", "late \(round)"],
        ] { _ = try? RunningDaemon.curl(["\(url)/t"] + arguments, in: path) }
      }
    }
    publisher.start()
    var (polled, last) = ([(id: String, text: String)](), first)
    let isWhole = try eventually {
      let answer = try daemon.curl("/t/json?poll=1&since=\(last)")
      polled += events(answer.body.split(separator: "\n").map(String.init))
      last = polled.last?.id ?? last
      return polled.count >= 24
    }
    #expect(isWhole)
    let told = try lines(output) { events($0).count >= 24 }
    #expect(polled.map(\.text).sorted() == events(told).map(\.text).sorted())
    #expect(Set(polled.map(\.id)).count == 24)
    #expect(try daemon.curl("/t/json?poll=1&since=\(last)").body == "")
  }

  @Test func `more subscribers may stay than a shell lets a program open files`() throws {
    let daemon = try RunningDaemon(limits: "ulimit -S -n 64")
    let connections = try (0..<100).map { _ in try daemon.connect() }
    defer { connections.forEach { close($0) } }
    for descriptor in connections {
      let request = Array("GET /t/json HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
      #expect(write(descriptor, request, request.count) == request.count)
    }
    #expect(try eventually { try daemon.curl("/metrics").body.contains("inbox_subscribers 100\n") })
  }
}
