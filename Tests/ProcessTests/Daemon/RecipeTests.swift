import Foundation
import InboxTestSupport
import InboxText
import Synchronization
import Testing

/// The recipes of `Examples/Recipes`, each run as its page says.
@Suite(.waiting) struct RecipeTests {
  /// Whether a server may tell its news, which it tells once.
  private final class News: Sendable {
    private let isAllowed = Mutex(false)

    func allow() { isAllowed.withLock { $0 = true } }

    func take() -> Bool {
      isAllowed.withLock { isAllowed in
        defer { isAllowed = false }
        return isAllowed
      }
    }
  }

  private let program = Program()
  private let tools: ProgramFolder

  init() throws {
    tools = try ProgramFolder()
    try tools.add("bellboard", "exec '\(Program.path)' \"$@\"")
  }

  private static func recipe(_ name: String) -> String {
    "\(BuiltProgram.packageFolder)/Examples/Recipes/\(name)"
  }

  /// A `[[command]]` table that runs a recipe with the test's own tools and variables.
  private func command(
    _ words: [String], variables: [String] = [], every: String? = nil
  ) -> String {
    "[[command]]\nname = 'recipe'\ncommand = \(self.words(words, variables))\n"
      + (every.map { "every = '\($0)'\n" } ?? "")
  }

  /// A command line that has the test's own tools and variables.
  private func words(_ words: [String], _ variables: [String]) -> String {
    let all = ["env", "PATH=\(tools.searchPath)"] + variables + words
    return "[" + all.map { "'\($0)'" }.joined(separator: ", ") + "]"
  }

  /// The lines of a list, awaited until there are so many messages.
  private func list(_ format: String, count: Int, _ daemon: RunningDaemon) throws -> [String] {
    func lines() throws -> [String] { try program.list(format, "--sort", "oldest") }
    #expect(try eventually { try lines().count >= count }, "\(daemon.log)")
    return try lines()
  }

  @Test func `GitHub's notifications come in as they change, and are read there as here`() throws {
    func notification(_ id: Int, _ title: String, _ kind: String, _ day: Int) -> String {
      """
      {"id":"\(id)","reason":"review_requested","updated_at":"2026-01-0\(day)T00:00:00Z",
       "subject":{"title":"\(title)","type":"PullRequest",
       "url":"https://api.github.com/repos/o/r/\(kind)/\(id)"},
       "repository":{"full_name":"o/r","html_url":"https://github.com/o/r"}}
      """
    }
    let first = "[\(notification(1, "One", "pulls", 1)),\(notification(2, "Two", "issues", 2))]"
    let second = "[\(notification(1, "One again", "pulls", 3))]"
    let news = News()
    let server = try ScriptedServer { connection in
      let pause = "X-Poll-Interval: 1\r\nConnection: close\r\n"
      guard !connection.request.hasPrefix("PATCH ") else { return connection.answer(205, "") }
      guard connection.index == 0 || news.take() else {
        connection.send("HTTP/1.1 304 Not Modified\r\n\(pause)\r\n")
        return
      }
      let body = connection.index == 0 ? first : second
      connection.send(
        "HTTP/1.1 200 OK\r\n\(pause)Last-Modified: day \(connection.index)\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    let token = try program.write("secret-token\n", to: "github-token")
    let variables = ["GITHUB_API_URL=\(server.url)", "GITHUB_TOKEN_FILE=\(token)"]
    let recipe = Self.recipe("github-notifications")
    let daemon = try RunningDaemon(
      program,
      configuration: command([recipe], variables: variables)
        + "[[rules]]\nname = 'there'\nfilter = 'source:github/*'\n"
        + "on_read = \(words([recipe, "--read"], variables))\n")
    let format = "{source} {title} {subtitle} {url}"
    let page = "https://github.com/o/r"
    #expect(
      try list(format, count: 2, daemon) == [
        "github/o/r One review requested \(page)/pull/1",
        "github/o/r Two review requested \(page)/issues/2",
      ])
    try program.run("push", "Another")
    try program.run("read", "--all")
    let patches = ["PATCH /notifications/threads/1 ", "PATCH /notifications/threads/2 "]
    #expect(
      eventually {
        server.requests.filter { $0.hasPrefix("PATCH") }.map { String($0.prefix(31)) }.sorted()
          == patches
      }, "\(daemon.log)")
    news.allow()
    #expect(try eventually { try program.run("count").output == "1\n" }, "\(daemon.log)")
    #expect(try program.list("{title}", "-f", "is:unread") == ["One again"])
    let asked = server.requests.filter { $0.hasPrefix("GET") }
    #expect(
      asked[0].contains("GET /notifications HTTP") && asked[0].contains("Bearer secret-token"))
    #expect(asked[1].contains("?since=2026-01-02T00:00:00Z"))
    #expect(asked[1].lowercased().contains("if-modified-since: day 0"))
    #expect(try daemon.end() == 0)
  }

  @Test func `a feed's entries come in once, RSS and Atom alike`() throws {
    let rss = """
      <rss version="2.0"><channel><title>News</title><item><title>First &amp; best</title>
      <link>https://x.example/1</link><guid>g1</guid><description>&lt;p&gt;Text&lt;/p&gt;</description>
      <pubDate>Thu, 01 Jan 2026 10:00:00 +0100</pubDate></item></channel></rss>
      """
    let atom = """
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a1</id><title>Second</title>
      <link rel="self" href="x"/><link href="https://x.example/2"/><summary>More</summary>
      <updated>2026-01-02T00:00:00Z</updated></entry></feed>
      """
    let server = try ScriptedServer { connection in
      let isAtom = connection.request.contains("/atom")
      connection.answer(200, isAtom ? atom : rss, type: "application/xml")
    }
    let daemon = try RunningDaemon(
      program,
      configuration: command(
        [Self.recipe("feed"), "\(server.url)/rss", "\(server.url)/atom"], every: "1s"))
    let expected = [
      "feed/127.0.0.1 First & best|Text|https://x.example/1|2026-01-01T09:00:00Z",
      "feed/127.0.0.1 Second|More|https://x.example/2|2026-01-02T00:00:00Z",
    ]
    let format = "{source} {title}|{body}|{url}|{sent_at}"
    #expect(try list(format, count: 2, daemon) == expected)
    #expect(eventually { server.requests.count > 4 })
    #expect(try list(format, count: 2, daemon) == expected)
    #expect(try daemon.end() == 0)
  }

  @Test func `entries of RSS 1.0 and of JSON feeds come in too`() throws {
    let rdf = """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="c"><title>News</title></channel>
      <item rdf:about="r1"><title>Old &amp;amp; good</title><link> https://x.example/1 </link>
      <description>Text</description><dc:date>2026-01-01T10:00:00+01:00</dc:date></item></rdf:RDF>
      """
    let feed = """
      \u{FEFF}{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": [
      {"id": 7, "url": "https://x.example/2", "title": "New", "content_html": "<p>More</p>",
      "date_published": "2026-01-02T00:00:00Z"}, {"id": "8", "content_text": "Only a text"}, 9]}
      """
    let server = try ScriptedServer { connection in
      let isJSON = connection.request.contains("/json")
      connection.answer(
        200, isJSON ? feed : rdf, type: isJSON ? "application/feed+json" : "text/xml")
    }
    let daemon = try RunningDaemon(
      program,
      configuration: command(
        [Self.recipe("feed"), "\(server.url)/rdf", "\(server.url)/json"], every: "1h"))
    #expect(
      try list("{title}|{body}|{url}|{sent_at}", count: 3, daemon).sorted() == [
        "New|More|https://x.example/2|2026-01-02T00:00:00Z",
        "Old & good|Text|https://x.example/1|2026-01-01T09:00:00Z", "Only a text|Only a text||",
      ])
    #expect(try daemon.end() == 0)
  }

  // Before: nothing came in, from no feed.
  @Test func `an entry of a feed whose date cannot be read comes in without it`() throws {
    let rss = """
      <rss version="2.0"><channel><item><title>Undated</title><guid>g1</guid>
      <pubDate>garbage</pubDate></item><item><title>Dated</title><guid>g2</guid>
      <pubDate>Thu, 01 Jan 2026 10:00:00 +0100</pubDate></item></channel></rss>
      """
    let server = try ScriptedServer { $0.answer(200, rss, type: "application/xml") }
    let daemon = try RunningDaemon(
      program, configuration: command([Self.recipe("feed"), "\(server.url)/rss"], every: "1s"))
    #expect(try Set(list("{title}", count: 2, daemon)) == ["Undated", "Dated"])
    #expect(try daemon.end() == 0)
  }

  @Test func `new mails of a Maildir come in, each once`() throws {
    let folder = try program.path + "/Mail box"
    try FileManager.default.createDirectory(
      atPath: folder + "/new", withIntermediateDirectories: true)
    func deliver(_ name: String) throws {
      try "From: a@x\nSubject: \(name)\nMessage-ID: <\(name)@x>\n\nText\n"
        .write(toFile: "\(folder)/new/\(name)", atomically: true, encoding: .utf8)
    }
    try deliver("one")
    let daemon = try RunningDaemon(
      program, configuration: command([Self.recipe("maildir"), folder], every: "1s"))
    #expect(try list("{source} {title}", count: 1, daemon) == ["mail/Mail box one"])
    try deliver("two")
    #expect(
      try list("{source} {title}", count: 2, daemon) == ["mail/Mail box one", "mail/Mail box two"])
    #expect(try program.run("watch", "--since", "0", "--limit", "2").lines.count == 2)
    #expect(try daemon.end() == 0)
  }

  @Test func `what cron mails goes into the inbox`() throws {
    let mail = "Subject: Cron <me@atlas> backup\nX-Cron-Env: <SHELL=/bin/sh>\n\n42 GB\n"
    let file = try program.write(mail, to: "mail")
    try program.shell(
      "'\(Self.recipe("sendmail"))' -FCronDaemon -i -B8BITMIME -oem me < '\(file)'",
      environment: ["PATH": tools.searchPath], ending: 0)
    #expect(try program.list("{source} {title} {body}") == ["cron Cron <me@atlas> backup 42 GB"])
  }

  @Test func `cron and units find the program in the home of its user`() throws {
    let bin = try program.path + "/.local/bin"
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bin + "/bellboard", withDestinationPath: Program.path)
    let journalctl = try program.path + "/tools"
    try FileManager.default.createDirectory(atPath: journalctl, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: journalctl + "/journalctl", withDestinationPath: "/bin/echo")
    let environment = ["PATH": "\(journalctl):/usr/bin:/bin", "HOME": try program.path]
    for line in ["unit-failed' backup.service", "sendmail' me <<'E'\nSubject: Cron\n\nE"] {
      try program.shell("'" + Self.recipe(line), environment: environment, ending: 0)
    }
    #expect(try program.list("{title}", "--sort", "oldest") == ["backup.service failed", "Cron"])
  }

  @Test func `a unit that failed is pushed with its last lines, repeated as one row`() throws {
    try tools.add("journalctl", "echo \"$*\"; echo boom")
    for _ in 1...2 {
      try program.shell(
        "'\(Self.recipe("unit-failed"))' backup.service", environment: ["PATH": tools.searchPath],
        ending: 0)
    }
    let lines = try program.list("{source} {title} {priority} {occurrences} {body}")
    #expect(
      lines.count == 1 && lines[0].hasPrefix("systemd/backup.service backup.service failed 4 2"))
    #expect(
      lines[0].contains("--user --unit backup.service --lines 20") && lines[0].contains("boom"))
    let unit = try String(
      contentsOfFile: Self.recipe("bellboard-failure@.service"), encoding: .utf8
    ).replacing("%h/.local/share/bellboard/unit-failed", with: Self.recipe("unit-failed"))
    let path = try program.write(unit, to: "bellboard-failure@.service")
    try program.shell(
      "systemd-analyze verify --user '\(path)' 2>&1",
      environment: ["XDG_RUNTIME_DIR": try program.path, "HOME": try program.path], ending: 0,
      printing: "")
  }

  private static let token = "tk_9f2c8e1d7b6a"

  private func guarded(_ configuration: (_ secret: String) -> String) throws -> RunningDaemon {
    let program = Program()
    let path = try program.write(Self.token + "\n", to: "secret")
    chmod(path, 0o600)
    return try RunningDaemon(program, configuration: configuration(path))
  }

  /// Sends a message to a place of a daemon; the exit status.
  private func send(_ scheme: String, _ place: String, of daemon: RunningDaemon) throws -> Int32 {
    let host = try daemon.url().replacing("http://", with: "")
    let run = try daemon.program.shell(
      "apprise -t Disk -b '/var is full' \"$URL\"", environment: ["URL": scheme + host + place])
    return run.status
  }

  /// The only message, by the fields that say something.
  private func message(in daemon: RunningDaemon) throws -> [String: JSONValue] {
    let lines = try daemon.program.run("list", "--jsonl").lines
    try #require(lines.count == 1, "\(lines)")
    guard case .object(let fields) = try JSONValue(json: lines[0]) else { return [:] }
    return fields.filter { ["source", "title", "body", "priority", "tags"].contains($0.key) }
  }

  @Test func `apprise publishes to a topic, with what it puts into headers`() throws {
    let daemon = try guarded { "http.token_file = '\($0)'\n" }
    #expect(try send("ntfy://", "/alerts", of: daemon) != 0)
    #expect(
      try send("ntfy://\(Self.token)@", "/alerts?priority=high&tags=warning", of: daemon) == 0)
    #expect(
      try message(in: daemon) == [
        "source": "ntfy/alerts", "title": "Disk", "body": "/var is full", "priority": .integer(4),
        "tags": .array(["warning"]),
      ])
  }

  @Test func `apprise sends to a Gotify whose secret it has`() throws {
    let daemon = try guarded { "[[webhook]]\ntemplate = 'gotify'\nsecret_file = '\($0)'\n" }
    #expect(try send("gotify://", "/wrong-token", of: daemon) != 0)
    #expect(try send("gotify://", "/\(Self.token)?priority=high", of: daemon) == 0)
    #expect(
      try message(in: daemon) == [
        "source": "gotify", "title": "Disk", "body": "/var is full", "priority": .integer(5),
      ])
  }
}
