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

  @Test func `the other forms are those of a browser and of a shell`() throws {
    let (browser, events) = try subscribe("/t/sse")
    let (shell, raw) = try subscribe("/t/raw")
    defer { [browser, shell].forEach { $0.send(SIGTERM) } }
    _ = try lines(events) { $0.contains("event: open") }
    #expect(try eventually { try daemon.curl("/metrics").body.contains("inbox_subscribers 2") })
    #expect(try daemon.curl("/t", "--data-binary", "two\nlines").status == 200)
    #expect(try lines(raw) { !$0.isEmpty } == ["two lines"])
    let seen = try lines(events) { $0.count >= 4 }
    #expect(seen[2] == "event: message")
    #expect(seen[3].hasPrefix("data: {") && seen[3].contains(#"two\nlines"#))
  }

  @Test func `polling gives what there is, by time, id and filter`() throws {
    var ids: [String] = []
    for (text, priority) in [("a", "1"), ("b", "3"), ("c", "5")] {
      let answer = try daemon.curl(
        "/t", "-H", "p: \(priority)", "-H", "Tags: x,\(text)", "-d", text)
      if case .object(let fields) = try JSONValue(json: answer.body),
        case .string(let id) = fields["id"]
      {
        ids.append(id)
      }
    }
    func poll(_ query: String) throws -> [String] {
      try daemon.curl("/t/raw?poll=1\(query)").body.split(separator: "\n").map(String.init)
    }
    #expect(try poll("") == ["a", "b", "c"])
    #expect(try poll("&since=\(ids[0])") == ["b", "c"])
    #expect(try poll("&since=latest") == ["c"])
    #expect(try poll("&since=none") == [])
    #expect(try poll("&since=10m") == ["a", "b", "c"])
    #expect(try poll("&since=4000000000") == [])
    #expect(try poll("&priority=high,max") == ["c"])
    #expect(try poll("&tags=x,b") == ["b"])
    #expect(try poll("&message=a") == ["a"])
    #expect(try poll("&id=\(ids[1])") == ["b"])
    #expect(try daemon.curl("/t/json?poll=1&priority=huge").status == 400)
    #expect(try daemon.curl("/t/auth").body.contains("true"))
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

  @Test func `a poll of a topic is sent whole in every form, and filtered before`() throws {
    let daemon = try RunningDaemon(configuration: "http.rate = 0\n")
    let first = try daemon.curl("/t", "-H", "Title: first", "-d", "0")
    let id = try JSONValue(json: first.body).text(at: "/id") ?? ""
    let records = (1...2_500).map { #"{"source":"ntfy/t","body":"\#($0)"}"# }
    try daemon.curl(
      "/v1/messages", "--data-binary", "@-", input: Data(records.joined(separator: "\n").utf8),
      ending: 200)
    func lines(_ question: String) throws -> Int {
      try daemon.curl(question).body.split(separator: "\n").count
    }
    #expect(try lines("/t/json?poll=1&since=all") == 2_501)
    #expect(try lines("/t/raw?poll=1&since=all") == 2_501)
    #expect(try lines("/t/sse?poll=1&since=all") == 5_002)
    #expect(try lines("/t/json?poll=1&since=\(id)") == 2_500)
    #expect(try lines("/t/json?poll=1&since=all&title=first") == 1)
    #expect(try lines("/t/json?poll=1&since=latest&title=first") == 1)
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

  @Test func `a sequence is updated, read and deleted as by ntfy; subscribers are told`() throws {
    let (curl, output) = try subscribe("/t/json")
    defer { curl.send(SIGTERM) }
    _ = try lines(output) { !$0.isEmpty }
    func listed(_ filter: String) throws -> String {
      try daemon.program.run("list", "--filter", filter, "--format", "{id} {body}").output
    }
    #expect(try daemon.curl("/t/job", "-d", "1 %").status == 200)
    #expect(try daemon.curl("/t/job", "-X", "PUT", "-d", "2 %").status == 200)
    #expect(try listed("is:unread") == "job 2 %\n")
    try daemon.curl("/t/job/read", "-X", "PUT", ending: 200, saying: #""event":"message_clear""#)
    #expect(try listed("is:read") == "job 2 %\n")
    #expect(try daemon.curl("/t/job/clear", "-d", "").status == 200)
    try daemon.curl("/t/job", "-X", "DELETE", ending: 200, saying: #""sequence_id":"job""#)
    #expect(try listed("is:read is:unread") == "")
    #expect(try daemon.curl("/t/none", "-X", "DELETE").status == 200)
    #expect(try daemon.curl("/t/job", "-d", "3 %").status == 200)
    #expect(try listed("is:unread") == "job 3 %\n")
    let told = try lines(output) { $0.count >= 6 }.dropFirst().map { line in
      guard case .object(let fields) = try JSONValue(json: line),
        case .string(let event)? = fields["event"], case .string(let id)? = fields["id"]
      else { return (event: "", id: "", isOfJob: false) }
      return (event: event, id: id, isOfJob: fields["sequence_id"] == "job")
    }
    #expect(
      told.map(\.event) == ["message", "message", "message_clear", "message_delete", "message"])
    let areOfJob = told.allSatisfy(\.isOfJob)
    #expect(areOfJob && Set(told.map(\.id)).count == 5, "\(told)")
    #expect(try daemon.curl("/t/job").status == 405)
    for path in ["/hooks/none", "/v1/none", "/t/a.b", "/t/job/other"] {
      #expect(try daemon.curl(path, "-d", "x").status == 404, "\(path)")
    }
  }

  @Test(arguments: ["json", "sse", "raw"])
  func `what is no beginning is refused in the shape of ntfy`(_ form: String) throws {
    #expect(try daemon.curl("/t", "-H", "SID: build-7", "-d", "a").status == 200)
    let bad = ["bogus", "build-6", "12o", "%401", "1.5.2", "-", "5%20apples", "sPs71M8A2Tx%C3%A9"]
    for since in bad {
      for poll in ["", "&poll=1"] {
        try daemon.curl("/t/\(form)?since=\(since)\(poll)", ending: 400, saying: "40008")
      }
    }
    // Of messages that are gone.
    let gone = ["sPs71M8A2TxY", "019a0b1c-0000-7000-8000-000000000000", "e0.77.1"]
    for since in ["all", "1h30m", "1700000000"] + gone {
      try daemon.curl("/t/\(form)?poll=1&since=\(since)", ending: 200, saying: "a")
    }
    try daemon.curl("/t/\(form)?poll=1&since=build-7", ending: 200, answering: "")
  }

  @Test func `actions and links reach who reads`() throws {
    let header =
      "Actions: view, Log, https://e.org/l; http, Retry, https://e.org/r, method=PUT;"
      + " broadcast, Photo, extras.cmd=pic"
    try daemon.curl("/t", "-H", header, "-H", "Click: https://e.org/c", "-d", "x", ending: 200)
    let message = try #require(try JSONValue(json: daemon.curl("/t/json?poll=1").body).object)
    #expect(message["click"] == "https://e.org/c")
    #expect(
      message["actions"]
        == .array([
          .object(["id": "Log", "action": "view", "label": "Log", "url": "https://e.org/l"]),
          .object([
            "id": "Retry", "action": "http", "label": "Retry", "url": "https://e.org/r",
            "method": "PUT",
          ]),
          .object([
            "id": "Photo", "action": "broadcast", "label": "Photo",
            "extras": .object(["cmd": "pic"]),
          ]),
        ]))
  }

  @Test func `of a large batch who reads gets every message`() throws {
    let (curl, output) = try subscribe("/t/raw")
    #expect(try eventually { try daemon.curl("/metrics").body.contains("inbox_subscribers 1") })
    let batch = (0..<4_000).map { #"{"source":"ntfy/t","body":"message \#($0)"}"# }
    try daemon.curl(
      "/v1/messages", "-o", "/dev/null", "--data-binary", "@-",
      input: Data(batch.joined(separator: "\n").utf8), ending: 200)
    let all = try lines(output) { $0.count >= 4_000 }
    #expect(all == (0..<4_000).map { "message \($0)" })
    curl.send(SIGTERM)
    _ = try curl.end()
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

  @Test func `who stays is told what comes into an inbox that is made anew`() throws {
    let (curl, output) = try subscribe("/t/raw")
    defer { curl.send(SIGTERM) }
    #expect(try eventually { try daemon.curl("/metrics").body.contains("inbox_subscribers 1") })
    for text in ["a", "b"] { #expect(try daemon.curl("/t", "-d", text).status == 200) }
    _ = try lines(output) { $0 == ["a", "b"] }
    for texts in [["c", "d"], ["e"]] {
      try FileManager.default.removeItem(atPath: daemon.program.path + "/inboxes/default")
      for text in texts { #expect(try daemon.curl("/t", "-d", text).status == 200) }
      _ = try lines(output) { $0.last == texts.last }
    }
    #expect(try lines(output) { $0.count >= 5 } == ["a", "b", "c", "d", "e"])
  }

  @Test func `the end of the daemon ends its subscribers`() throws {
    let (curl, output) = try subscribe("/t/json")
    _ = try lines(output) { !$0.isEmpty }
    #expect(try daemon.end() == 0)
    #expect(try curl.end() == 0)
  }
}
