import Foundation
import InboxSettings
import InboxSystem
import InboxTestSupport
import Testing

/// The life of the daemon: start, one instance, reload, end.
@Suite(.waiting) struct DaemonTests {
  @Test func `it tells its state, and takes the file away when it ends`() throws {
    let daemon = try RunningDaemon()
    let url = try daemon.url()
    #expect(url.hasPrefix("http://127.0.0.1:"))
    let sources = try daemon.program.run("sources")
    #expect(sources.lines == ["http  running   \(url)"], "\(sources.errors)")
    #expect(try daemon.program.run("doctor").output.contains("bellboardd runs: http"))
    #expect(try daemon.end() == 0)
    try daemon.program.run("sources", ending: 1, saying: "bellboardd is not running")
    #expect(!FileManager.default.fileExists(atPath: try daemon.program.path + "/daemon.json"))
    #expect(daemon.logs("<6>http: listening on \(url)"), "\(daemon.log)")
  }

  @Test func `it is ended where work that does not end would keep it`() throws {
    let program = Program()
    let mark = try program.path + "/asked"
    let daemon = try RunningDaemon(
      program, configuration: "http.token_command = ['sh', '-c', 'touch \(mark); exec sleep 60']\n")
    #expect(eventually { FileManager.default.fileExists(atPath: mark) })
    #expect(try daemon.end() == EXIT_FAILURE)
    #expect(daemon.logs("did not end within 5 s, so it is ended now"), "\(daemon.log)")
  }

  @Test func `a second one of the same home says which process is there`() throws {
    let daemon = try RunningDaemon()
    let url = try daemon.url()
    let second = try RunningDaemon(daemon.program)
    #expect(try second.awaitEnd() == 1)
    let state = try #require(DaemonStateFile.read(try daemon.program.path + "/daemon.json"))
    #expect(second.logs("running already (process \(state.process.number))"))
    #expect(try daemon.curl("/health").status == 200)
    #expect(try daemon.url() == url)
  }

  @Test func `a state file of a daemon that was killed counts for nothing`() throws {
    let daemon = try RunningDaemon()
    _ = try daemon.url()
    daemon.send(SIGKILL)
    #expect(try daemon.awaitEnd() == 128 + SIGKILL)
    #expect(FileManager.default.fileExists(atPath: try daemon.program.path + "/daemon.json"))
    #expect(try daemon.program.run("sources").status == 1)
    let next = try RunningDaemon(daemon.program)
    #expect(try next.curl("/health").status == 200)
    #expect(try next.end() == 0)
  }

  @Test func `a saved configuration moves the source, and a bad one changes nothing`() throws {
    let daemon = try RunningDaemon()
    let url = try daemon.url()
    let socket = try daemon.program.path + "/s"
    try daemon.program.configure("http.listen = [\"unix:\(socket)\"]\n")
    try daemon.source("http") { $0.detail == "unix:\(socket)" }
    let answer = try RunningDaemon.curl(
      ["--unix-socket", socket, "http://any/health"], in: try daemon.program.path)
    #expect(answer.status == 200)
    // Nobody listens there any more.
    #expect(try RunningDaemon.curl([url + "/health"], in: try daemon.program.path).status == 0)
    try daemon.program.configure("http.listen = [")
    #expect(eventually { daemon.log.contains("the old one stays in use") }, "\(daemon.log)")
    #expect(try daemon.source("http").detail == "unix:\(socket)")
  }

  @Test func `a source that cannot begin says why, and is tried again on SIGHUP`() throws {
    let daemon = try RunningDaemon(configuration: "http.token_file = '/nowhere'\n")
    let failed = try daemon.source("http") { $0.phase == .failed }
    #expect(failed.error == "cannot read /nowhere: No such file or directory")
    #expect(failed.nextTry != nil)
    let line = try daemon.program.run("sources").lines.first
    #expect(line?.contains("failed    cannot read /nowhere") == true)
    let doctor = try daemon.program.run("doctor").output
    #expect(doctor.contains("warn  sources"))
    #expect(doctor.contains("; next try in ") || doctor.contains("; trying now"), "\(doctor)")
    let path = try daemon.program.write("a-long-enough-token\n", to: "token")
    chmod(path, 0o644)
    try daemon.program.configure("http.listen = [\"127.0.0.1:0\"]\nhttp.token_file = '\(path)'\n")
    let open = try daemon.source("http") { $0.error?.contains("chmod 600") == true }
    #expect(open.phase == .failed)
    chmod(path, 0o600)
    daemon.send(SIGHUP)
    try daemon.source("http")
    #expect(try daemon.end() == 0)
  }

  private func guarded(_ daemon: RunningDaemon) throws -> String {
    let path = try daemon.program.write("a-long-enough-token\n", to: "token")
    chmod(path, 0o600)
    return "http.listen = [\"127.0.0.1:0\"]\nhttp.token_file = '\(path)'\n"
  }

  @Test(arguments: ["http.token_flie = '/token'", "http.token_file = 7"])
  func `a mistake in HTTP opens nothing, and nothing opens wider`(_ mistake: String) throws {
    let daemon = try RunningDaemon(configuration: mistake + "\n")
    let closed = try daemon.source("http") { $0.phase == .failed }
    #expect(closed.error?.hasPrefix("not started: ") == true, "\(closed)")
    let right = try guarded(daemon)
    try daemon.program.configure(right)
    #expect(try daemon.curl("/topic", "-d", "x").status == 401)
    let wrong = right.replacing("token_file", with: mistake.contains("7") ? "rate" : "token_flie")
    try daemon.program.configure(wrong)
    let told = try daemon.source("configuration") { $0.phase == .failed }
    #expect(told.error?.hasPrefix("HTTP keeps its old settings: ") == true, "\(told)")
    #expect(try daemon.curl("/topic", "-d", "x").status == 401)
    #expect(try daemon.end() == 0)
  }

  @Test func `of a file that is no TOML nothing runs, and it is told why`() throws {
    let daemon = try RunningDaemon(configuration: "x = [\n")
    try daemon.source("configuration") { $0.phase == .failed }
    let sources = try daemon.program.run("sources", ending: 0)
    #expect(sources.lines.count == 1, "\(sources)")
    #expect(sources.output.contains("nothing is received until the configuration can be read: "))
    #expect(sources.output.contains("config.toml:2:5: syntax error"), "\(sources.output)")
    #expect(try daemon.program.run("doctor").output.contains("configuration: nothing is received"))
    let right = try guarded(daemon)
    try daemon.program.configure(right)
    #expect(try daemon.curl("/topic", "-d", "x").status == 401)
    #expect(eventually { (try? daemon.sources.map(\.name)) == ["http"] })
    try daemon.program.configure(right + "x = [")
    let told = try daemon.source("configuration") { $0.phase == .failed }
    #expect(told.error?.hasPrefix("the old one stays in use: ") == true, "\(told)")
    #expect(try daemon.curl("/topic", "-d", "x").status == 401)
  }

  @Test func `a daemon without any source tells that it runs`() throws {
    let daemon = try RunningDaemon(configuration: "http.enabled = false\n")
    #expect(try eventually { try daemon.program.run("sources").status == 0 }, "\(daemon.log)")
    #expect(try daemon.program.run("sources").errors.contains("no source is configured"))
  }

  @Test func `a mistake in one source leaves out that one alone`() throws {
    let good = "[[command]]\nname = 'good'\ncommand = ['true']\nevery = '1h'\n"
    let daemon = try RunningDaemon(
      configuration: """
        desktop.receive = 'sever'
        [[command]]
        command = 5
        \(good)[[command]]
        name = 'paused'
        command = ['true']
        evry = '1h'
        [[ntfy]]
        topics = ['t']
        [[webhook]]
        name = 'open'
        secrt = '/secret'
        [[webhook]]
        name = 'right'

        """)
    for name in ["desktop", "command[1]", "command[3]", "ntfy[1]", "webhook[1]"] {
      let state = try daemon.source(name) { $0.phase == .failed }
      #expect(state.error?.hasPrefix("not started: ") == true && state.nextTry == nil, "\(state)")
    }
    try daemon.source("command/good") { $0.phase == .waiting }
    #expect(try daemon.curl("/hooks/open", "-d", "{}").status == 404)
    #expect(try daemon.curl("/hooks/right", "-d", #"{"title":"x"}"#).status == 200)
    #expect(daemon.logs("<3>command[1]: not started: "), "\(daemon.log)")
    try daemon.configure(good)
    #expect(
      eventually { (try? daemon.sources.map(\.name)) == ["command/good", "http"] }, "\(daemon.log)")
  }

  @Test func `a rule with a mistake is told by the daemon`() throws {
    let daemon = try RunningDaemon(configuration: "[[rules]]\nfilter = 'is:unred'\nmute = true\n")
    let state = try daemon.source("configuration") { $0.phase == .failed }
    #expect(state.error?.contains("rules[1].filter") == true, "\(state)")
    #expect(daemon.logs("rules[1].filter"))
    #expect(try daemon.curl("/t", "-d", "x").status == 200)
    try daemon.configure("")
    #expect(eventually { (try? daemon.sources.map(\.name)) == ["http"] })
  }

  @Test func `all addresses but this machine's ask for a token`() throws {
    let daemon = try RunningDaemon()
    _ = try daemon.url()
    try daemon.program.configure("http.listen = [\"0.0.0.0:0\"]\n")
    let state = try daemon.source("http") { $0.phase == .failed }
    #expect(state.error?.contains("set http.token_file") == true)
  }

  @Test func `the configuration of the sources is checked`() throws {
    let program = Program()
    let path = try program.configure("http.listen = ['7575']\nhttp.prot = 1\n")
    try program.shell(
      "\"\(BuiltProgram.path("bellboardd"))\" --check-config", ending: 1,
      saying: "\(path):1:16: http.listen[1] is \"7575\"")
    try program.run("config", "check", saying: "unknown key http.prot")
  }

  @Test(arguments: [
    "http.listen = ['0.0.0.0:1']", "http.token_file = '/nowhere'",
    "[[command]]\ncommand = 'nosuch'",
    "[[webhook]]\nname = 'a'\n[[webhook]]\nname = 'a'", "[[rules]]\npriority = 'urgent'",
    "maximum_notifications = -1", "inbox = 'A B'", "x = [",
  ])
  func `both programs find the same mistakes of the daemon's settings`(_ text: String) throws {
    let program = Program()
    try program.configure(text + "\n")
    let run = try program.shell("\"\(BuiltProgram.path("bellboardd"))\" --check-config")
    let check = try program.run("config", "check", ending: 1)
    #expect(run.status == 1)
    #expect(!run.errors.isEmpty && run.errors == check.errors, "\(run.errors)\(check.errors)")
  }

  @Test func `a mail that curl sends is a message`() throws {
    let daemon = try RunningDaemon(
      configuration: "http.enabled = false\nsmtp.enabled = true\nsmtp.listen = [\"127.0.0.1:0\"]\n")
    let url = try #require(try daemon.source("smtp") { $0.detail != nil }.detail)
    let mail = "Subject: =?koi8-r?b?8NLJ18XU?=\r\n\r\n.disk\r\n..full\r\n"
    let path = try daemon.program.write(mail, to: "mail.txt")
    try RunningDaemon.curl(
      [url, "--mail-from", "nas@lan", "--mail-rcpt", "root@bell", "--upload-file", path],
      in: try daemon.program.path)
    try daemon.program.run(
      "list", "--format", "{source}: {title}: {body}", printing: "mail/root: Привет: .disk⏎..full\n"
    )
    #expect(try daemon.program.run("doctor").output.contains("bellboardd runs: smtp"))
  }

  @Test func `a mail that is refused is told here`() throws {
    let daemon = try RunningDaemon(
      configuration: "http.enabled = false\nsmtp.enabled = true\nsmtp.listen = [\"127.0.0.1:0\"]\n"
        + "smtp.rate = 1\n")
    let mails = String(repeating: "MAIL FROM:<a@b>\r\nRSET\r\n", count: 12)
    let answers = try daemon.raw("EHLO x\r\n\(mails)QUIT\r\n", to: "smtp")
    #expect(answers.contains("450 4.7.1 Too many mails"))
    let state = try daemon.source("smtp") { $0.refusedCount > 0 }
    #expect(state.refusal == "450 4.7.1 Too many mails; try again later")
    #expect(daemon.logs("<4>smtp: refused: 450 4.7.1 Too many mails"), "\(daemon.log)")
  }

  @Test func `a mail server that pipelines QUIT and shuts its side gets its answers`() throws {
    let daemon = try RunningDaemon(
      configuration: "http.enabled = false\nsmtp.enabled = true\nsmtp.listen = [\"127.0.0.1:0\"]\n")
    for number in 1...5 {
      let lines = [
        "EHLO x", "MAIL FROM:<a@b>", "RCPT TO:<root@b>", "DATA", "Subject: \(number)", "", "body",
        ".", "QUIT", "",
      ]
      let text = try daemon.raw(lines.joined(separator: "\r\n"), to: "smtp")
      let answers = text.split(separator: "\r\n")
      #expect(answers.suffix(2) == ["250 2.0.0 Stored", "221 2.0.0 Goodbye"], "\(answers)")
    }
    #expect(try daemon.program.run("count").output == "5\n")
  }

  private static let expectation = "[[expect]]\nsource = \"cron/backup\"\nevery = \"1s\"\n"
  private static let title = "cron/backup has been silent for"

  private func titles(_ program: Program, _ filter: String = "") throws -> [String] {
    try program.list("{title}", "--filter", filter)
  }

  @Test
  func
    `the daemon reports the silence of an expected source, and the next message of anybody resolves it`()
    throws
  {
    let daemon = try RunningDaemon(configuration: Self.expectation)
    try daemon.program.run("push", "--source", "cron/backup", "Saved")
    #expect(try eventually { try titles(daemon.program).contains { $0.hasPrefix(Self.title) } })
    #expect(try titles(daemon.program, "is:resolved").isEmpty)
    let doctor = try daemon.program.run("doctor").output
    #expect(doctor.contains("cron/backup sent its last message on"), "\(doctor)")
    try daemon.program.run("push", "--source", "cron/backup", "Saved again")
    #expect(try titles(daemon.program, "is:resolved").count == 1)
  }

  @Test func `a saved expectation is observed`() throws {
    let daemon = try RunningDaemon()
    try daemon.program.run("push", "--source", "cron/backup", "Saved")
    try daemon.source("http")
    try daemon.configure(Self.expectation)
    #expect(try eventually { try titles(daemon.program).contains { $0.hasPrefix(Self.title) } })
  }

  @Test func `without a daemon an open screen reports a silence`() throws {
    let program = Program()
    try program.configure(Self.expectation)
    try program.run("push", "--source", "cron/backup", "Saved")
    _ = try program.screen(showing: Self.title, columns: 100)
  }
}
