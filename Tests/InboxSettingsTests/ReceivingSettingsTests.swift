import Foundation
import InboxCore
import InboxSystem
import InboxTOML
import InboxTestSupport
import InboxText
import Testing

@testable import InboxSettings

@Suite struct ReceivingSettingsTests {
  private func read(_ text: String) -> TOMLFile<ReceivingSettings> {
    TOMLFile(text, at: "c", by: TOMLTable(ReceivingSettings.rows))
  }

  @Test func `a file that says nothing receives on this machine alone`() {
    let settings = read("").values
    #expect(settings.http.isEnabled)
    #expect(settings.http.addresses == [.tcp(host: "127.0.0.1", port: 7575)])
    let isLocal = settings.http.addresses.allSatisfy(\.isLocal)
    #expect(isLocal)
    #expect(settings.webhooks == [] && settings.commands == [] && settings.ntfy == [])
    #expect(settings.desktop.receiving == .off)
  }

  @Test func `all of it is read`() throws {
    let file = read(
      """
      [http]
      listen = ["[::1]:0", "unix:/run/bell"]
      token_command = ["pass", "show", "bell"]
      hosts = ["Bell.Example"]
      rate = 0
      [[webhook]]
      template = "github"
      secret_file = "/s"
      [[webhook]]
      name = "ci"
      path = "/hooks/own"
      each = "/jobs"
      [webhook.fields]
      title = "{/name}"
      [[ntfy]]
      server = "https://ntfy.example/"
      topics = ["a", "b-c"]
      [[ntfy]]
      name = "phone"
      server = "https://ntfy.example"
      forward = "my-phone"
      forward_filter = "priority>=high"
      [[command]]
      command = "check --all"
      every = "1h30m"
      timeout = "5s"
      format = "lines"
      [desktop]
      receive = "monitor"
      bus = "unix:path=/run/bus"
      """)
    #expect(file.messages == [])
    let settings = file.values
    #expect(settings.http.addresses == [.tcp(host: "::1", port: 0), .unix(path: "/run/bell")])
    #expect(settings.http.tokenCommand == ["pass", "show", "bell"])
    #expect(settings.http.hosts == ["bell.example"])
    #expect(settings.desktop.receiving == .monitor && settings.desktop.bus == "unix:path=/run/bus")
    #expect(
      settings.webhooks == [
        WebhookSettings(name: "github", template: "github", secretFile: "/s"),
        WebhookSettings(
          name: "ci", path: "/hooks/own", each: "/jobs",
          ownFields: ["title": try Template("{/name}")]),
      ])
    var phone = NtfySettings(name: "phone", server: "https://ntfy.example", topics: [])
    phone.forward = "my-phone"
    phone.forwardFilter = try MessageFilter(
      parsing: "priority>=high", now: .testing, timeZone: .current)
    #expect(
      settings.ntfy == [
        NtfySettings(name: "ntfy.example", server: "https://ntfy.example", topics: ["a", "b-c"]),
        phone,
      ])
    #expect(
      settings.commands == [
        CommandSettings(
          name: "check", command: ["check", "--all"], pause: 5_400, format: .lines, timeout: 5)
      ])
  }

  @Test(arguments: [
    ("http.listen = ['localhost']", "c:1:16: http.listen[1] is \"localhost\""),
    ("http.listen = ['unix:x']", "c:1:16:"), ("http.listen = ['a:99999']", "c:1:16:"),
    ("http.listen = ['::1:80']", "c:1:16:"), ("http.rate = -1", "c:1:13:"),
    ("http.lisen = []", "did you mean 'listen'?"),
    ("[[webhook]]\ntemplate = 'githb'", "did you mean 'github'?"),
    ("[[webhook]]\nname = 'a/b'", "a name of letters"),
    ("[[webhook]]\nname = 'a'\npath = 'hooks'", "a path such as /hooks/a"),
    ("[[webhook]]\nname = 'a'\n[webhook.fields]\ntitel = 'x'", "did you mean 'title'?"),
    ("[[webhook]]\nname = 'a'\n[webhook.fields]\ntitle = '{x}'", "a pointer such as"),
    ("[[webhook]]\nname = 'a'\nsecret = 'x'", "unknown key webhook[1].secret"),
    ("webhook = 1", "each under [[webhook]]"), ("webhook = [1]", "expected a table"),
    ("[[command]]\nname = 'x'", "a program and its arguments"),
    ("[[command]]\ncommand = 'x'\nevery = 'often'", "a duration such as"),
    ("[[command]]\ncommand = 'x'\nevery = '0s'", "a duration such as"),
    ("[[ntfy]]\ntopics = ['a']", "an address such as"),
    ("[[ntfy]]\nserver = 'ntfy.sh'\ntopics = ['a']", "an address such as"),
    ("[[ntfy]]\nserver = 'https://x'\ntopics = []", "names of letters"),
    ("[[ntfy]]\nserver = 'https://x'\ntopics = ['a/b']", "names of letters"),
    ("[[ntfy]]\nserver = 'https://x'\nforward = 'a/b'", "a topic of at most 56"),
    ("[[ntfy]]\nserver = 'https://x'\nforward = 'a'\nforward_filter = 'is:odd'", "c:4:18:"),
    ("[[webhook]]\nname = 'a'\neach = 'jobs'", "a pointer to a list, such as /jobs"),
    ("[[webhook]]\nname = 'a'\n[[webhook]]\nname = 'a'", "c:4:8: webhook[2].name is \"a\""),
    (
      "[[webhook]]\nname = 'a'\npath = '/hooks/b/'\n[[webhook]]\nname = 'b'",
      "c:4:3: webhook[2].path is \"/hooks/b\", expected a path that no other [[webhook]] has"
    ),
    (
      "[[webhook]]\ntemplate = 'gotify'\n[[webhook]]\nname = 'b'\npath = '/message'",
      "c:5:8: webhook[2].path"
    ),
    (
      "[[command]]\ncommand = 'x a'\n[[command]]\ncommand = '/bin/x'",
      "a name that no other [[command]] has"
    ),
    (
      "[[ntfy]]\nserver = 'https://x'\ntopics = ['a']\n[[ntfy]]\nserver = 'https://x/'\ntopics = ['b']",
      "c:4:3: ntfy[2].name is \"x\""
    ),
  ])
  func `what is wrong is told, with its place`(_ text: String, _ words: String) {
    let messages = read(text).messages
    #expect(messages.count == 1 && messages[0].hasPrefix("c:"), "\(messages)")
    #expect(messages.first?.contains(words) == true, "\(messages)")
  }

  @Test func `what sources could not use is told where it is named`() throws {
    let folder = try TemporaryFolder()
    let open = folder.path + "/open"
    try "long enough\n".write(toFile: open, atomically: true, encoding: .utf8)
    chmod(open, 0o644)
    let file = read(
      """
      http.listen = ["127.0.0.1:0", "0.0.0.0:1", "unix:/nowhere/at/all"]
      [[webhook]]
      template = "github"
      secret_file = "\(open)"
      [[ntfy]]
      server = "https://ntfy.example"
      topics = ["a"]
      token_file = "/nowhere"
      [[command]]
      command = "no-such-program --all"
      [actions.rerun]
      run = ["no-such-action", "{title}"]
      [actions.show]
      run = ["sh", "-c", "{title}"]
      [actions.any]
      run = ["{custom.program}"]
      """)
    let words = ReceivingCheck.errors(of: file, path: "/usr/bin:/bin").map(\.description)
    #expect(
      words == [
        "c:1:31: http.listen[2]: 0.0.0.0:1 can be reached from other machines and no token is asked "
          + "for; set http.token_file, or listen on 127.0.0.1",
        "c:1:44: http.listen[3]: there is no folder /nowhere/at",
        "c:4:15: webhook[1].secret_file: \(open) may be read or changed by others; "
          + "run: chmod 600 \(open)",
        "c:8:14: ntfy[1].token_file: cannot read /nowhere: No such file or directory",
        "c:10:11: command[1].command: there is no program no-such-program",
        "c:12:7: actions.rerun.run: there is no program no-such-action",
      ])
    for (text, error) in [
      ("certificate = '/nowhere'", "certificate: it needs http.key"),
      ("key = '/nowhere'", "key: it needs http.certificate"),
      (
        "certificate = '/nowhere'\nhttp.key = '\(open)'",
        "certificate: cannot read /nowhere: No such file or directory"
      ),
    ] {
      let found = ReceivingCheck.errors(of: read("http.\(text)"), path: nil).map(\.description)
      #expect(found.first?.hasSuffix("http.\(error)") == true, "\(found)")
    }
    #expect(ReceivingCheck.errors(of: read("http.rate = -1"), path: nil) == [])
    let closed = read("http.enabled = false\nhttp.listen = ['0.0.0.0:1']")
    #expect(ReceivingCheck.errors(of: closed, path: nil) == [])
  }

  @Test(arguments: [
    ("127.0.0.1:1", true), ("localhost:1", true), ("[::1]:1", true), ("unix:/x", true),
    ("0.0.0.0:1", false), ("[::]:1", false), ("192.168.1.1:1", false),
    ("127.evil.example:1", false),
  ])
  func `an address is this machine's or not`(_ text: String, _ isLocal: Bool) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.isLocal == isLocal)
    #expect(address.description == text)
  }

  @Test func `the daemon's state comes back from its file, and only while it runs`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state"
    #expect(DaemonStateFile.read(path) == nil)
    let date = Date(timeIntervalSince1970: 1_767_225_600)
    var state = DaemonState(
      process: .current, since: date, inbox: "work",
      sources: [
        SourceState(name: "a", phase: .running, since: date, detail: "d", receivedCount: 3),
        SourceState(
          name: "b", phase: .failed, since: date, error: "e", errorDate: date + 1,
          nextTry: date + 5),
      ])
    try DaemonStateFile.write(state, to: path)
    #expect(DaemonStateFile.read(path) == state)
    state.process.started += 1
    try DaemonStateFile.write(state, to: path)
    #expect(DaemonStateFile.read(path) == nil)
    for text in ["", "{", "[]", "{\"pid\":1}"] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(DaemonStateFile.read(path) == nil)
    }
  }
}
