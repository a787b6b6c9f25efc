import Foundation
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

/// Webhooks as `curl` delivers them.
@Suite(.waiting) struct WebhookDeliveryTests {
  private static let secret = "It's a Secret to Everybody"

  private func templates(_ names: String...) -> String {
    names.map { "[[webhook]]\ntemplate = '\($0)'\n" }.joined()
  }

  private func daemon() throws -> RunningDaemon {
    let program = Program()
    let path = try program.write(Self.secret + "\n", to: "secret")
    let tokens = try program.write("a-token-of-eight\n", to: "tokens")
    for file in [path, tokens] { chmod(file, 0o600) }
    return try RunningDaemon(
      program,
      configuration: """
        http.token_file = '\(tokens)'
        [[webhook]]
        template = 'github'
        secret_file = '\(path)'
        [[webhook]]
        name = 'grafana'
        template = 'grafana'
        [[webhook]]
        template = 'gotify'
        [[webhook]]
        template = 'pagerduty'
        secret_file = '\(path)'
        [[webhook]]
        name = 'ci'
        path = '/hooks/own'
        [webhook.fields]
        title = '{/job} {/state?ok=passed,failed}'

        """)
  }

  @Test func `a signature lets a delivery in, and one that comes again is the same`() throws {
    let daemon = try daemon()
    let body = #"{"zen":"Design for failure.","repository":{"full_name":"o/r"}}"#
    // By: printf '%s' BODY | openssl dgst -sha256 -hmac SECRET
    let sign = try daemon.program.shell(
      "printf '%s' \"$T\" | openssl dgst -sha256 -hmac \"$S\" | sed 's/.*= //'",
      environment: ["T": body, "S": Self.secret])
    let code = sign.output.trimmingCharacters(in: .newlines)
    let headers = ["X-GitHub-Event: ping", "Content-Type: application/json"]
    func deliver(_ signature: String) throws -> Int {
      try daemon.curl(
        "/hooks/github", "-H", headers[0], "-H", headers[1], "-H",
        "X-Hub-Signature-256: sha256=\(signature)", "-d", body
      ).status
    }
    #expect(code.count == 64, "\(sign)")
    #expect(try deliver(code) == 200)
    #expect(try deliver(code) == 200)
    #expect(try deliver(String(code.reversed())) == 401)
    #expect(try deliver("") == 401)
    #expect(try daemon.program.list("{source} {body}") == ["github/o/r Design for failure."])
  }

  @Test func `a secret that comes later, or is another, holds from the next request on`() throws {
    let program = Program()
    let path = try program.write("", to: "late")
    let daemon = try RunningDaemon(
      program, configuration: "[[webhook]]\ntemplate = 'pagerduty'\nsecret_file = '\(path)'\n")
    func send(_ key: String) throws -> Int {
      try daemon.curl(
        "/v2/enqueue", "-d",
        #"{"routing_key":"\#(key)","event_action":"trigger","payload":{"summary":"x"}}"#
      ).status
    }
    #expect(try send("first-secret") == 503)
    for secret in ["first-secret", "second-secret"] {
      try secret.write(toFile: path, atomically: false, encoding: .utf8)
      chmod(path, 0o600)
      #expect(try send(secret) == 202)
    }
    #expect(try send("first-secret") == 401)
  }

  @Test func `without a secret of its own a webhook asks for a token`() throws {
    let daemon = try daemon()
    let alert = #"{"alerts":[{"status":"firing","labels":{"alertname":"Disk"},"fingerprint":"1"}]}"#
    #expect(try daemon.curl("/hooks/grafana", "-d", alert).status == 401)
    try daemon.curl(
      "/hooks/grafana", "-u", "x:a-token-of-eight", "-d", alert, ending: 200,
      answering: "{\"stored\":1,\"success\":true}\n")
    #expect(try daemon.curl("/hooks/grafana", "-u", "x:a-token-of-eight", "-d", "{}").status == 400)
    // The same alert again is the same row, and its end marks it.
    for state in ["firing", "resolved"] {
      let next = alert.replacing("firing", with: state)
      try daemon.curl("/hooks/grafana", "-u", "x:a-token-of-eight", "-d", next, ending: 200)
    }
    #expect(try daemon.program.run("count", "--filter", "is:read is:unread").output == "1\n")
    #expect(try daemon.program.run("count", "--filter", "is:resolved").output == "1\n")
    #expect(try daemon.curl("/hooks/grafana", "-u", "x:a-token-of-eight").status == 405)
  }

  @Test func `a text that is too long for a message is a file of it, at each door`() throws {
    let daemon = try RunningDaemon(
      configuration: "[[webhook]]\nname = 'json'\n" + templates("slack", "alertmanager"))
    let long = String(repeating: "x", count: 400_000) + "marker"
    for (path, document) in [
      ("/hooks/json", #"{"eventType":"Grab","data":{"text":"\#(long)"}}"#),
      ("/hooks/json", #"{"title":"t","data":"\#(long)"}"#),
      ("/hooks/slack", #"{"text":"\#(long)"}"#),
      (
        "/hooks/alertmanager",
        #"{"alerts":[{"labels":{"alertname":"A","big":"\#(long)"},"fingerprint":"f"}]}"#
      ),
      ("/v1/messages", #"{"title":"t","body":"\#(long)"}"#),
    ] {
      try daemon.curl(path, "-d", "@-", input: Data(document.utf8), ending: 200)
      let list = try daemon.program.run("list", "--json", "--limit", "1").output
      let message = try JSONValue(json: list).value(at: "/0")
      #expect(message?.text(at: "/body")?.contains("the attached file message.txt") == true)
      let file = try #require(message?.text(at: "/attachments/0/path"))
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("marker"), "\(path)")
    }
    let large = #"{"title":"t","message":"\#(String(repeating: long, count: 6))"}"#
    try daemon.curl("/hooks/json", "-d", "@-", input: Data(large.utf8), ending: 413)
  }

  @Test func `a webhook whose template cannot be read is named among the sources`() throws {
    let daemon = try RunningDaemon(configuration: templates("gone.toml", "json"))
    let state = try daemon.source("http webhooks") { $0.error != nil }
    #expect(state.phase == .failed)
    #expect(state.error?.hasPrefix("the webhook 'gone' is closed: ") == true, "\(state)")
    #expect(try daemon.program.run("sources").output.contains("the webhook 'gone' is closed"))
    #expect(try daemon.curl("/hooks/json", "-d", #"{"title":"t"}"#).status == 200)
  }

  @Test func `bad elements of a list are told, and cost their neighbors nothing`() throws {
    let daemon = try RunningDaemon(
      configuration: """
        [[webhook]]
        name = 'ci'
        each = '/jobs'
        [webhook.fields]
        title = '{/name}: {/state?ok=passed,failed}'

        """)
    try daemon.curl(
      "/hooks/ci", "-d", #"{"jobs":[null,{"name":"a"},{}]}"#, ending: 200, saying: #""bad":2"#,
      #""stored":1"#, "element 1")
    #expect(
      daemon.logs("<4>http: webhook 'ci': refused 2: invalid request: there is nothing in it"),
      "\(daemon.log)")
    let state = try daemon.source("http") { $0.refusedCount == 2 }
    #expect(
      state.refusal
        == "webhook 'ci': invalid request: there is nothing in it that 'json' sends (element 1)")
    #expect(try daemon.program.run("list", "--format", "{title}").output == "a: failed\n")
    try daemon.curl("/hooks/ci", "-d", #"{"jobs":[null]}"#, ending: 400, saying: "nothing in it")
    try daemon.curl("/hooks/ci", "-d", "no json", ending: 400, saying: "not JSON")
  }

  @Test func `Gotify's and PagerDuty's senders get the answers they know`() throws {
    let daemon = try daemon()
    try daemon.curl(
      "/message?token=a-token-of-eight", "-F", "title=Hi", "-F", "message=there", "-F",
      "priority=8", ending: 200, saying: #""title":"Hi""#, #""id":1"#)
    try daemon.curl(
      "/v2/enqueue", "-d",
      #"{"routing_key":"\#(Self.secret)","event_action":"trigger","dedup_key":"k","#
        + #""payload":{"summary":"PING","severity":"error"}}"#, ending: 202,
      saying: #""dedup_key":"k""#)
    #expect(try daemon.curl("/v2/enqueue", "-d", "{}").status == 401)
    try daemon.curl(
      "/hooks/own", "-u", ":a-token-of-eight", "-d", #"{"job":"build 7","state":"ok"}"#, ending: 200
    )
    #expect(
      try daemon.program.list("{source}: {title}") == [
        "ci: build 7 passed", "pagerduty: PING", "gotify: Hi",
      ])
  }

  @Test func `chats and Gotify's applications get the answers they know`() throws {
    let program = Program()
    let tokens = try program.write("proxmox = first-token-1\nsecond-token-2\n", to: "tokens")
    chmod(tokens, 0o600)
    let daemon = try RunningDaemon(
      program,
      configuration: templates("discord", "slack", "teams", "uptime-kuma", "gotify")
        + "secret_file = '\(tokens)'\n")
    func send(_ path: String, _ body: String) throws -> RunningDaemon.Answer {
      try daemon.curl(path, "-d", body)
    }
    let content = #"{"content":"Hi"}"#
    #expect(try send("/hooks/discord", content) == .init(status: 204, body: ""))
    let awaited = try send("/hooks/discord?wait=true", content)
    #expect(awaited.status == 200 && awaited.body.contains(#""content":"Hi""#), "\(awaited)")
    #expect(try send("/hooks/slack", #"{"text":"Ho"}"#) == .init(status: 200, body: "ok"))
    #expect(try send("/hooks/teams", #"{"text":"Hu"}"#) == .init(status: 200, body: "1"))
    #expect(
      try send(
        "/hooks/teams",
        #"{"type":"message","attachments":[{"content":{"type":"AdaptiveCard","body":[{"text":"Card","type":"TextBlock"}]}}]}"#
      ) == .init(status: 202, body: ""))
    try daemon.curl(
      "/hooks/uptime-kuma", "-F",
      #"data={"heartbeat":{"status":0,"msg":"down"},"monitor":{"id":4,"name":"shop"},"msg":"x"}"#,
      ending: 200)
    #expect(try send("/hooks/uptime-kuma", "{}").status == 400)
    try daemon.curl(
      "/message", "-H", "X-Gotify-Key: first-token-1", "-d", #"{"message":"a","priority":11}"#,
      saying: #""appid":1"#, #""priority":11"#)
    #expect(
      try daemon.curl("/message?token=second-token-2", "-d", #"{"message":"b"}"#).body
        .contains(#""appid":2"#))
    #expect(try daemon.curl("/version").body.contains(#""version":"#))
    #expect(try daemon.curl("/application").status == 401)
    try daemon.curl("/application", "-u", ":second-token-2", saying: #""name":"proxmox""#)
    #expect(
      try daemon.program.list("{source}: {title}|{body}") == [
        "gotify: |b", "gotify/proxmox: |a", "uptime-kuma: shop is down|down", "teams: Card|",
        "teams: Hu|", "slack: Ho|", "discord: Hi|",
      ])
  }

  @Test func `an event of PagerDuty's without a key is given one, by which it ends`() throws {
    let daemon = try daemon()
    func send(_ fields: String) throws -> RunningDaemon.Answer {
      try daemon.curl("/v2/enqueue", "-d", #"{"routing_key":"\#(Self.secret)",\#(fields)}"#)
    }
    let payload = #""payload":{"summary":"PING","severity":"error","source":"srv01"}"#
    let begun = try send(#""event_action":"trigger",\#(payload)"#)
    let key = try #require(begun.body.firstMatch(of: /"dedup_key":"([0-9a-f]{32})"/)?.1)
    #expect(try send(#""event_action":"trigger","dedup_key":null,\#(payload)"#).status == 202)
    #expect(try send(#""event_action":"resolve","dedup_key":"\#(key)""#).status == 202)
    #expect(
      try daemon.program.list(
        "{status} {title} {body}", "--filter", "source:pagerduty", "--sort", "oldest") == [
          "read PING resolved", "unread PING ",
        ])
  }
}
