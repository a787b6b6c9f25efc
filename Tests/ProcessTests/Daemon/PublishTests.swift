import Foundation
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

/// Messages that `curl` publishes as ntfy's users do.
@Suite(.waiting) struct PublishTests {
  private let daemon: RunningDaemon

  init() throws { daemon = try RunningDaemon() }

  private func newest() throws -> [String: JSONValue] {
    let line = try daemon.program.run("list", "--jsonl", "--limit", "1").output
    guard case .object(let message) = try JSONValue(json: line) else { return [:] }
    return message
  }

  @Test func `a text is a message, and the answer is that of ntfy`() throws {
    let answer = try daemon.curl("/backups", "-d", "Backup finished", ending: 200)
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
    try daemon.curl(
      "/alerts", "-H", "X-Title: =?UTF-8?B?w5xiZXI=?=", "-H", "prio: urgent", "-H",
      "ta: warning, disk ,", "-H", "Click: https://example.org/a", "-H",
      "Attach: https://example.org/a.png", "-H", "Filename: a.png", "-H",
      "Actions: view, Open, https://example.org; http, 'Re, try', url=https://example.org/r", "-d",
      "Disk\nfull", ending: 200)
    let message = try newest()
    #expect(message["title"] == "Über")
    #expect(message["body"] == "Disk\nfull")
    #expect(message["priority"] == .integer(5))
    #expect(message["tags"] == .array(["warning", "disk"]))
    #expect(message["tap"] == .object(["kind": "url", "url": "https://example.org/a"]))
    let actions = try #require(message["actions"]?.array)
    #expect(actions.count == 2)
  }

  @Test func `the query says it too, and GET publishes`() throws {
    try daemon.curl("/door/publish?title=Ding+dong&p=4&message=Somebody%20rings", ending: 200)
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
    try daemon.program.shell(
      "python3 -c \"$SCRIPT\"", environment: ["URL": daemon.url() + "/t", "SCRIPT": script],
      ending: 0)
    #expect(try daemon.program.list("{title}") == ["Grüße"])
  }

  @Test func `a delayed message is scheduled`() throws {
    #expect(try daemon.curl("/later", "-H", "In: 3 days", "-d", "x").status == 200)
    #expect(try daemon.program.run("count", "--filter", "is:scheduled").output == "1\n")
    try daemon.curl("/later", "-H", "In: whenever", "-d", "x", ending: 400, saying: "40004")
  }

  @Test(arguments: [
    (["-X", "DELETE", "-d", "x"], "/topic", 405, 40501), (["-d", "x"], "/a%2e%2e%2fb", 400, 40009),
    (["-d", "x"], "/a b", 400, 40009), (["--path-as-is", "-d", "x"], "/../etc/passwd", 404, 40401),
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
    let answer = try daemon.curl(
      path.replacing(" ", with: "%20"), options: arguments, ending: status)
    let problem = try #require(try JSONValue(json: answer.body).object)
    #expect(problem["code"] == .integer(code))
    #expect(problem["http"] == .integer(Int64(status)))
    #expect(try daemon.program.run("count", "--filter", "is:read is:unread").output == "0\n")
  }

  @Test func `who only looks publishes nothing`() throws {
    let answer = try daemon.curl("/t/publish?message=x", "-I", ending: 405)
    #expect(answer.body.lowercased().contains("allow: get\r\n"), "\(answer.body)")
    #expect(try daemon.curl("/t", "-i").body.lowercased().contains("allow: put, post\r\n"))
    #expect(try daemon.program.run("count", "--filter", "is:read is:unread").output == "0\n")
  }

  @Test func `where no file is meant, what is no UTF-8 or too large is refused`() throws {
    let data = ["--data-binary", "@-"]
    try daemon.curl(
      "/", options: data, input: Data([0x22, 0xFF, 0x22]), ending: 400, saying: "40017")
    for more in [[], ["-H", "Expect:"], ["-H", "Transfer-Encoding: chunked"]] {
      try daemon.curl(
        "/", options: data + more, input: Data(repeating: 0x61, count: 600_000), ending: 413)
    }
    try daemon.curl("/t", options: data, input: Data(repeating: 0x61, count: 200_000), ending: 200)
    #expect(try daemon.program.run("count", "--filter", "is:read is:unread").output == "1\n")
  }

  @Test func `payloads of any form are taken, each on its own`() throws {
    try daemon.curl(
      "/v1/messages", "-d", #"{"title":"a","id":"1"}"#, ending: 200, saying: #""stored":1"#)
    try daemon.curl(
      "/v1/messages", "--data-binary", "{\"title\":\"b\"}\n{\"priority\":1}\n[] {\"body\":\"c\"}\n",
      ending: 207)
    try daemon.curl(
      "/v1/apns", "-d", #"[{"aps":{"alert":{"title":"Push","body":"d"}}}]"#, ending: 200)
    #expect(try newest()["title"] == "Push")
    try daemon.curl("/v1/messages", "-d", "nonsense", ending: 400, saying: "40024")
  }

  @Test func `of what is taken otherwise than it was written, the answer has a note`() throws {
    let answer = try daemon.curl(
      "/v1/messages", "-d", #"[{"title":"a","priority":77},{"title":"b","priority":4}]"#,
      ending: 200)
    guard case .object(let fields) = try JSONValue(json: answer.body),
      case .array(let records)? = fields["records"]
    else { return }
    #expect(records[0].value(at: "/notes/0") == "unknown priority 77 was taken as max")
    #expect(records[1].value(at: "/notes") == nil)
    try daemon.program.run(
      "push", "--json", input: #"{"title":"c","priority":77}"#, ending: 0,
      saying: "unknown priority 77 was taken as max")
    #expect(try daemon.program.run("push", "d", "--priority", "77").status == 64)
  }

  @Test func `what a rule drops is taken from the sender's view, and not stored`() throws {
    let daemon = try RunningDaemon(
      configuration: "[[rules]]\nname = 'quiet'\nfilter = 'source:ntfy/noise'\ndrop = true\n")
    try daemon.curl("/noise", "-d", "hum", ending: 200, saying: #""message":"hum""#)
    try daemon.curl(
      "/v1/messages", "-d", #"{"title":"hum","source":"ntfy/noise"}"#, ending: 200,
      saying: #""dropped_by":"quiet""#, #""stored":0"#)
    #expect(try daemon.program.run("count").output == "0\n")
  }

  @Test func `what was acknowledged is there after the daemon is killed`() throws {
    for index in 1...20 { #expect(try daemon.curl("/t", "-d", "m\(index)").status == 200) }
    daemon.send(SIGKILL)
    _ = try daemon.awaitEnd()
    #expect(try daemon.program.run("count").output == "20\n")
  }

  @Test func `templates of a request, or ours, make the text of what a service sends`() throws {
    let daemon = try RunningDaemon()
    let alert = #"{"status":"firing","title":"CPU","message":"over 90 %","alerts":[{"labels":{}}]}"#
    try daemon.curl(
      "/g?tpl=yes&t={{.title}}", "-g", "-H", "m: {{.message}} ({{.status | upper}})", "-d", alert,
      ending: 200, saying: "over 90 % (FIRING)")
    let push =
      #"{"ref":"refs/heads/main","repository":{"full_name":"o/r"},"commits":[],"pusher":{"name":"p"}}"#
    try daemon.curl(
      "/forge", "-H", "Template: github", "-H", "X-GitHub-Event: push", "-H", "Tags: rocket", "-d",
      push, ending: 200, saying: #""topic":"forge""#)
    #expect(try daemon.curl("/forge", "-H", "Template: nobody", "-d", push).body.contains("40047"))
    #expect(try daemon.program.list("{source}") == ["ntfy/forge", "ntfy/g"])
  }

  @Test func `a page that is named may send and read, and its browser is told so`() throws {
    let daemon = try RunningDaemon(configuration: "http.web_origins = ['https://app.example']\n")
    let origin = ["-H", "Origin: https://app.example", "-H", "Sec-Fetch-Site: cross-site"]
    let allowed = "access-control-allow-origin: https://app.example"
    let asked = try daemon.curl(
      "/t", "-i", "-X", "OPTIONS", options: origin, ending: 204, saying: "Authorization, *")
    #expect(asked.body.lowercased().contains(allowed))
    let sent = try daemon.curl("/t", "-i", "-d", "x", options: origin, ending: 200)
    #expect(sent.body.lowercased().contains(allowed))
    let read = try daemon.curl("/t/sse?poll=1", "-i", options: origin)
    #expect(read.body.lowercased().contains(allowed))
    try daemon.curl(
      "/t", "-X", "OPTIONS", "-H", "Origin: https://other.example", ending: 403,
      saying: "http.web_origins")
    #expect(try daemon.curl("/v1/config").body.contains(#""enable_login":false"#))
    #expect(try daemon.curl("/config.js").body.hasPrefix("var config = {"))
    #expect(try daemon.curl("/v1/stats").body.contains(#""messages":1"#))
  }

  @Test func `an open screen shows what is published`() throws {
    _ = try daemon.url()
    let session = try daemon.program.screen(showing: "No notifications")
    try daemon.curl("/door", "-H", "Title: Ding dong", "-d", "Somebody rings", ending: 200)
    try session.awaitScreen("Ding dong", "ntfy/door")
    try session.quit(by: "Q")
  }
}
