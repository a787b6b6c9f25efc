import Foundation
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

/// Messages that `curl` publishes as ntfy's users do.
@Suite(.waiting) struct PublishTests {
  private let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon()
  }

  /// The newest message of the inbox as JSON.
  private func newest() throws -> [String: JSONValue] {
    let line = try daemon.program.run("list", "--jsonl", "--limit", "1").output
    guard case .object(let message) = try JSONValue(json: line) else { return [:] }
    return message
  }

  @Test func `a text is a message, and the answer is that of ntfy`() throws {
    let answer = try daemon.curl("/backups", "-d", "Backup finished")
    #expect(answer.status == 200)
    let message = try newest()
    #expect(message["body"] == "Backup finished")
    #expect(message["source"] == "ntfy/backups")
    let said = try #require(try JSONValue(json: answer.body).object)
    #expect(said["id"] == message["id"])
    #expect(said["event"] == "message")
    #expect(said["topic"] == "backups")
    #expect(said["message"] == "Backup finished")
    try daemon.source("http") { $0.receivedCount == 1 }
  }

  @Test func `headers say the rest, under each of their names`() throws {
    let answer = try daemon.curl(
      "/alerts", "-H", "X-Title: =?UTF-8?B?w5xiZXI=?=", "-H", "prio: urgent",
      "-H", "ta: warning, disk ,", "-H", "Click: https://example.org/a",
      "-H", "Attach: https://example.org/a.png", "-H", "Filename: a.png",
      "-H", "Actions: view, Open, https://example.org; http, 'Re, try', url=https://example.org/r",
      "-d", "Disk\nfull")
    #expect(answer.status == 200, "\(answer)")
    let message = try newest()
    #expect(message["title"] == "Über")
    #expect(message["body"] == "Disk\nfull")
    #expect(message["priority"] == .integer(5))
    #expect(message["tags"] == .array(["warning", "disk"]))
    #expect(
      message["tap"] == .object(["kind": "url", "url": "https://example.org/a"]))
    let actions = try #require(message["actions"]?.array)
    #expect(actions.count == 2)
  }

  @Test func `the query says it too, and GET publishes`() throws {
    let sent = try daemon.curl("/door/publish?title=Ding+dong&p=4&message=Somebody%20rings")
    #expect(sent.status == 200)
    #expect(try newest()["title"] == "Ding dong")
    #expect(try newest()["priority"] == .integer(4))
    #expect(try daemon.curl("/door/trigger").status == 200)
    #expect(try newest()["body"] == "triggered")
  }

  @Test func `JSON is published at the root`() throws {
    let json = """
      {"topic":"ci","title":"Build","message":"failed","priority":4,"tags":["x"],
       "actions":[{"action":"view","label":"Log","url":"https://example.org/log"}]}
      """
    #expect(try daemon.curl("/", "-d", json).status == 200)
    let message = try newest()
    #expect(message["source"] == "ntfy/ci")
    #expect(message["title"] == "Build")
  }

  @Test func `a title that Python sends in ISO 8859-1 arrives`() throws {
    let script = """
      from os import environ
      from urllib.request import Request, urlopen
      urlopen(Request(environ["URL"], data=b"x", headers={"Title": "Gr\\xfc\\xdfe"}))
      """
    let sender = try daemon.program.shell(
      "python3 -c \"$SCRIPT\"", environment: ["URL": daemon.url() + "/t", "SCRIPT": script])
    #expect(sender.status == 0)
    #expect(try daemon.program.run("list", "--format", "{title}").lines == ["Grüße"])
  }

  @Test func `a delayed message is scheduled`() throws {
    #expect(try daemon.curl("/later", "-H", "In: 3 days", "-d", "x").status == 200)
    #expect(try daemon.program.run("count", "--filter", "is:scheduled").output == "1\n")
    let bad = try daemon.curl("/later", "-H", "In: whenever", "-d", "x")
    #expect(bad.status == 400)
    #expect(bad.body.contains("40004"))
  }

  @Test(arguments: [
    (["-X", "DELETE", "-d", "x"], "/topic", 405, 40501),
    (["-d", "x"], "/a%2e%2e%2fb", 400, 40009), (["-d", "x"], "/a b", 400, 40009),
    (["--path-as-is", "-d", "x"], "/../etc/passwd", 404, 40401),
    (["-d", "x"], "/%ff", 400, 40011), (["-d", "{"], "/", 400, 40017),
    (["-d", "{\"topic\":\"a/b\"}"], "/", 400, 40009),
    (["-H", "Priority: 9", "-d", "x"], "/t", 400, 40007),
    (["-d", #"{"topic":"t","message":"x","priority":9}"#], "/", 400, 40007),
    (["-H", "Attach: file:///etc/passwd", "-d", "x"], "/t", 400, 40013),
    (["-H", "Icon: x", "-d", "x"], "/t", 400, 40021),
    (["-H", "Actions: dance, x", "-d", "x"], "/t", 400, 40018),
    (["-H", "Content-Length: 18446744073709551615", "-d", ""], "/t", 400, 40000),
    (["-H", "Host: evil.example", "-d", "x"], "/t", 403, 40301),
    (["-H", "Origin: https://evil.example", "-d", "x"], "/t", 403, 40301),
    (["-H", "Origin: null", "-d", "x"], "/t", 403, 40301),
    (["-H", "Sec-Fetch-Site: cross-site"], "/t/trigger", 403, 40301),
  ])
  func `what is wrong is said in the shape of ntfy, and nothing is stored`(
    _ arguments: [String], _ path: String, _ status: Int, _ code: Int64
  ) throws {
    let answer = try RunningDaemon.curl(
      [try daemon.url() + path.replacing(" ", with: "%20")] + arguments,
      in: try daemon.program.path)
    #expect(answer.status == status, "\(answer.body)")
    let problem = try #require(try JSONValue(json: answer.body).object)
    #expect(problem["code"] == .integer(code))
    #expect(problem["http"] == .integer(Int64(status)))
    #expect(try daemon.program.run("count", "--filter", "is:read is:unread").output == "0\n")
  }

  @Test func `who only looks publishes nothing`() throws {
    let answer = try daemon.curl("/t/publish?message=x", "-I")
    #expect(answer.status == 405)
    #expect(answer.body.lowercased().contains("allow: get\r\n"), "\(answer.body)")
    #expect(try daemon.curl("/t", "-i").body.lowercased().contains("allow: put, post\r\n"))
    #expect(try daemon.program.run("count", "--filter", "is:read is:unread").output == "0\n")
  }

  @Test func `where no file can be meant, what is no UTF-8 and what is too large are refused`()
    throws
  {
    let data = ["--data-binary", "@-"]
    let url = try daemon.url() + "/"
    let folder = try daemon.program.path
    let bad = try RunningDaemon.curl([url] + data, in: folder, input: Data([0x22, 0xFF, 0x22]))
    #expect(bad.status == 400)
    #expect(bad.body.contains("40017"))
    for more in [[], ["-H", "Expect:"], ["-H", "Transfer-Encoding: chunked"]] {
      let large = try RunningDaemon.curl(
        [url] + data + more, in: folder, input: Data(repeating: 0x61, count: 600_000))
      #expect(large.status == 413, "\(more) \(large.body)")
    }
    let whole = try RunningDaemon.curl(
      [url + "t"] + data, in: folder, input: Data(repeating: 0x61, count: 200_000))
    #expect(whole.status == 200)
    #expect(try daemon.program.run("count", "--filter", "is:read is:unread").output == "1\n")
  }

  @Test func `payloads of any form are taken, each on its own`() throws {
    let one = try daemon.curl("/v1/messages", "-d", #"{"title":"a","id":"1"}"#)
    #expect(one.status == 200)
    #expect(one.body.contains(#""stored":1"#))
    let lines = try daemon.curl(
      "/v1/messages", "--data-binary", "{\"title\":\"b\"}\n{\"priority\":1}\n[] {\"body\":\"c\"}\n")
    #expect(lines.status == 207, "\(lines.body)")
    let apns = try daemon.curl(
      "/v1/apns", "-d", #"[{"aps":{"alert":{"title":"Push","body":"d"}}}]"#)
    #expect(apns.status == 200)
    #expect(try newest()["title"] == "Push")
    let none = try daemon.curl("/v1/messages", "-d", "nonsense")
    #expect(none.status == 400)
    #expect(none.body.contains("40024"))
  }

  @Test func `of what is taken otherwise than it was written, the answer has a note`() throws {
    let answer = try daemon.curl(
      "/v1/messages", "-d", #"[{"title":"a","priority":77},{"title":"b","priority":4}]"#)
    #expect(answer.status == 200)
    guard case .object(let fields) = try JSONValue(json: answer.body),
      case .array(let records)? = fields["records"]
    else { return }
    #expect(records[0].value(at: "/notes/0") == "unknown priority 77 was taken as max")
    #expect(records[1].value(at: "/notes") == nil)
    let run = try daemon.program.run("push", "--json", input: #"{"title":"c","priority":77}"#)
    #expect(run.status == 0 && run.errors.contains("unknown priority 77 was taken as max"))
    #expect(try daemon.program.run("push", "d", "--priority", "77").status == 64)
  }

  @Test func `what a rule drops is taken from the sender's view, and not stored`() throws {
    let daemon = try RunningDaemon(
      configuration: "[[rules]]\nname = 'quiet'\nfilter = 'source:ntfy/noise'\ndrop = true\n")
    let answer = try daemon.curl("/noise", "-d", "hum")
    #expect(answer.status == 200 && answer.body.contains(#""message":"hum""#), "\(answer.body)")
    let record = try daemon.curl(
      "/v1/messages", "-d", #"{"title":"hum","source":"ntfy/noise"}"#)
    #expect(record.status == 200, "\(record.body)")
    #expect(record.body.contains(#""dropped_by":"quiet""#) && record.body.contains(#""stored":0"#))
    #expect(try daemon.program.run("count").output == "0\n")
  }

  @Test func `what was acknowledged is there after the daemon is killed`() throws {
    for index in 1...20 { #expect(try daemon.curl("/t", "-d", "m\(index)").status == 200) }
    daemon.send(SIGKILL)
    _ = try daemon.awaitEnd()
    #expect(try daemon.program.run("count").output == "20\n")
  }

  @Test func `a request's templates, or one of ours, make the text of what a service sends`() throws
  {
    let daemon = try RunningDaemon()
    let alert = #"{"status":"firing","title":"CPU","message":"over 90 %","alerts":[{"labels":{}}]}"#
    let own = try daemon.curl(
      "/g?tpl=yes&t={{.title}}", "-g", "-H", "m: {{.message}} ({{.status | upper}})", "-d",
      alert)
    #expect(own.status == 200 && own.body.contains("over 90 % (FIRING)"), "\(own)")
    let push =
      #"{"ref":"refs/heads/main","repository":{"full_name":"o/r"},"commits":[],"pusher":{"name":"p"}}"#
    let named = try daemon.curl(
      "/forge", "-H", "Template: github", "-H", "X-GitHub-Event: push", "-H", "Tags: rocket", "-d",
      push)
    #expect(named.status == 200 && named.body.contains(#""topic":"forge""#), "\(named)")
    #expect(try daemon.curl("/forge", "-H", "Template: nobody", "-d", push).body.contains("40047"))
    #expect(
      try daemon.program.run("list", "--format", "{source}").lines == ["ntfy/forge", "ntfy/g"])
  }

  @Test func `a page that is named may send and read, and its browser is told so`() throws {
    let daemon = try RunningDaemon(configuration: "http.web_origins = ['https://app.example']\n")
    let origin = ["-H", "Origin: https://app.example", "-H", "Sec-Fetch-Site: cross-site"]
    let url = try daemon.url()
    let folder = try daemon.program.path
    let asked = try RunningDaemon.curl(["-i", "-X", "OPTIONS", url + "/t"] + origin, in: folder)
    #expect(asked.status == 204, "\(asked)")
    #expect(asked.body.lowercased().contains("access-control-allow-origin: https://app.example"))
    #expect(asked.body.contains("Authorization, *"))
    let sent = try RunningDaemon.curl(["-i", url + "/t", "-d", "x"] + origin, in: folder)
    #expect(sent.status == 200, "\(sent)")
    #expect(sent.body.lowercased().contains("access-control-allow-origin: https://app.example"))
    let read = try RunningDaemon.curl(["-i", url + "/t/sse?poll=1"] + origin, in: folder)
    #expect(read.body.lowercased().contains("access-control-allow-origin: https://app.example"))
    let other = try RunningDaemon.curl(
      ["-X", "OPTIONS", url + "/t", "-H", "Origin: https://other.example"], in: folder)
    #expect(other.status == 403 && other.body.contains("http.web_origins"), "\(other)")
    #expect(try daemon.curl("/v1/config").body.contains(#""enable_login":false"#))
    #expect(try daemon.curl("/config.js").body.hasPrefix("var config = {"))
    #expect(try daemon.curl("/v1/stats").body.contains(#""messages":1"#))
  }

  @Test func `an open screen shows what is published`() throws {
    _ = try daemon.url()
    let session = try TmuxSession(environment: [
      "BELLBOARD_HOME": try daemon.program.path, "TZ": "UTC",
    ])
    try session.run(Program.path)
    try session.awaitScreen("No notifications")
    #expect(
      try daemon.curl("/door", "-H", "Title: Ding dong", "-d", "Somebody rings").status == 200)
    try session.awaitScreen("Ding dong", "ntfy/door")
    try session.press("Q")
    try session.awaitPrompt()
  }
}
