import Foundation
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

/// Webhooks as `curl` delivers them.
@Suite(.waiting) struct WebhookDeliveryTests {
  private static let secret = "It's a Secret to Everybody"

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

  @Test func `a signature lets a delivery in, and one that comes again is the same message`() throws
  {
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
    #expect(
      try daemon.program.run("list", "--format", "{source} {body}").lines == [
        "github/o/r Design for failure."
      ])
  }

  @Test func `a secret that comes later, or is another, holds from the next request on`() throws {
    let program = Program()
    let path = try program.write("", to: "late")
    let daemon = try RunningDaemon(
      program,
      configuration: "[[webhook]]\ntemplate = 'pagerduty'\nsecret_file = '\(path)'\n")
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
    let answer = try daemon.curl("/hooks/grafana", "-u", "x:a-token-of-eight", "-d", alert)
    #expect(answer.status == 200)
    #expect(answer.body == "{\"stored\":1,\"success\":true}\n")
    #expect(try daemon.curl("/hooks/grafana", "-u", "x:a-token-of-eight", "-d", "{}").status == 400)
    // The same alert again is the same row, and its end marks it.
    for state in ["firing", "resolved"] {
      let next = alert.replacing("firing", with: state)
      #expect(
        try daemon.curl("/hooks/grafana", "-u", "x:a-token-of-eight", "-d", next).status == 200)
    }
    #expect(try daemon.program.run("count", "--filter", "is:read is:unread").output == "1\n")
    #expect(try daemon.program.run("count", "--filter", "is:resolved").output == "1\n")
    #expect(try daemon.curl("/hooks/grafana", "-u", "x:a-token-of-eight").status == 405)
  }

  @Test func `a text that is too long for a message is a file of it, at each door`() throws {
    let daemon = try RunningDaemon(
      configuration: """
        [[webhook]]
        name = 'json'
        [[webhook]]
        template = 'slack'
        [[webhook]]
        template = 'alertmanager'

        """)
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
      let answer = try daemon.curl(path, "-d", "@-", input: Data(document.utf8))
      #expect(answer.status == 200, "\(path): \(answer)")
      let list = try daemon.program.run("list", "--json", "--limit", "1").output
      let message = try JSONValue(json: list).value(at: "/0")
      #expect(message?.text(at: "/body")?.contains("the attached file message.txt") == true)
      let file = try #require(message?.text(at: "/attachments/0/path"))
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("marker"), "\(path)")
    }
    let large = #"{"title":"t","message":"\#(String(repeating: long, count: 6))"}"#
    let refused = try daemon.curl("/hooks/json", "-d", "@-", input: Data(large.utf8))
    #expect(refused.status == 413, "\(refused)")
  }

  @Test func `a webhook whose template cannot be read is named among the sources`() throws {
    let daemon = try RunningDaemon(
      configuration: """
        [[webhook]]
        template = 'gone.toml'
        [[webhook]]
        template = 'json'

        """)
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
    let some = try daemon.curl("/hooks/ci", "-d", #"{"jobs":[null,{"name":"a"},{}]}"#)
    #expect(some.status == 200)
    #expect(
      some.body.contains(#""bad":2"#) && some.body.contains(#""stored":1"#)
        && some.body.contains("element 1"), "\(some)")
    #expect(
      daemon.logs("<4>http: webhook 'ci': refused 2: invalid request: there is nothing in it"),
      "\(daemon.log)")
    let state = try daemon.source("http") { $0.refusedCount == 2 }
    #expect(
      state.refusal
        == "webhook 'ci': invalid request: there is nothing in it that 'json' sends (element 1)")
    #expect(try daemon.program.run("list", "--format", "{title}").output == "a: failed\n")
    let none = try daemon.curl("/hooks/ci", "-d", #"{"jobs":[null]}"#)
    #expect(none.status == 400 && none.body.contains("nothing in it"), "\(none)")
    let text = try daemon.curl("/hooks/ci", "-d", "no json")
    #expect(text.status == 400 && text.body.contains("not JSON"), "\(text)")
  }

  @Test func `Gotify's and PagerDuty's senders get the answers they know`() throws {
    let daemon = try daemon()
    let form = try daemon.curl(
      "/message?token=a-token-of-eight", "-F", "title=Hi", "-F", "message=there", "-F", "priority=8"
    )
    #expect(form.status == 200)
    #expect(form.body.contains(#""title":"Hi""#) && form.body.contains(#""id":1"#), "\(form)")
    let event = try daemon.curl(
      "/v2/enqueue", "-d",
      #"{"routing_key":"\#(Self.secret)","event_action":"trigger","dedup_key":"k","#
        + #""payload":{"summary":"PING","severity":"error"}}"#)
    #expect(event.status == 202)
    #expect(event.body.contains(#""dedup_key":"k""#))
    #expect(try daemon.curl("/v2/enqueue", "-d", "{}").status == 401)
    let own = try daemon.curl(
      "/hooks/own", "-u", ":a-token-of-eight", "-d", #"{"job":"build 7","state":"ok"}"#)
    #expect(own.status == 200)
    #expect(
      try daemon.program.run("list", "--format", "{source}: {title}").lines == [
        "ci: build 7 passed", "pagerduty: PING", "gotify: Hi",
      ])
  }

  @Test func `chats and Gotify's applications get the answers they know`() throws {
    let program = Program()
    let tokens = try program.write("proxmox = first-token-1\nsecond-token-2\n", to: "tokens")
    chmod(tokens, 0o600)
    let daemon = try RunningDaemon(
      program,
      configuration: """
        [[webhook]]
        template = 'discord'
        [[webhook]]
        template = 'slack'
        [[webhook]]
        template = 'teams'
        [[webhook]]
        template = 'uptime-kuma'
        [[webhook]]
        template = 'gotify'
        secret_file = '\(tokens)'

        """)
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
    let kuma = try daemon.curl(
      "/hooks/uptime-kuma", "-F",
      #"data={"heartbeat":{"status":0,"msg":"down"},"monitor":{"id":4,"name":"shop"},"msg":"x"}"#)
    #expect(kuma.status == 200, "\(kuma)")
    #expect(try send("/hooks/uptime-kuma", "{}").status == 400)
    let gotify = try daemon.curl(
      "/message", "-H", "X-Gotify-Key: first-token-1", "-d", #"{"message":"a","priority":11}"#)
    #expect(
      gotify.body.contains(#""appid":1"#) && gotify.body.contains(#""priority":11"#), "\(gotify)")
    #expect(
      try daemon.curl("/message?token=second-token-2", "-d", #"{"message":"b"}"#).body
        .contains(#""appid":2"#))
    #expect(try daemon.curl("/version").body.contains(#""version":"#))
    #expect(try daemon.curl("/application").status == 401)
    #expect(
      try daemon.curl("/application", "-u", ":second-token-2").body.contains(#""name":"proxmox""#))
    #expect(
      try daemon.program.run("list", "--format", "{source}: {title}|{body}").lines == [
        "gotify: |b", "gotify/proxmox: |a", "uptime-kuma: shop is down|down", "teams: Card|",
        "teams: Hu|", "slack: Ho|", "discord: Hi|",
      ])
  }

  @Test func `an event of PagerDuty's without a key is given one, by which it ends`() throws {
    let daemon = try daemon()
    func send(_ fields: String) throws -> RunningDaemon.Answer {
      try daemon.curl(
        "/v2/enqueue", "-d", #"{"routing_key":"\#(Self.secret)",\#(fields)}"#)
    }
    let payload = #""payload":{"summary":"PING","severity":"error","source":"srv01"}"#
    let begun = try send(#""event_action":"trigger",\#(payload)"#)
    let key = try #require(begun.body.firstMatch(of: /"dedup_key":"([0-9a-f]{32})"/)?.1)
    #expect(try send(#""event_action":"trigger","dedup_key":null,\#(payload)"#).status == 202)
    #expect(try send(#""event_action":"resolve","dedup_key":"\#(key)""#).status == 202)
    #expect(
      try daemon.program.run(
        "list", "--filter", "source:pagerduty", "--sort", "oldest", "--format",
        "{status} {title} {body}"
      ).lines == ["read PING resolved", "unread PING "])
  }
}
