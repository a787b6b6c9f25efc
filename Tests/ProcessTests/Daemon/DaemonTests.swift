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
    let after = try daemon.program.run("sources")
    #expect(after.status == 1)
    #expect(after.errors.contains("bellboardd is not running"))
    #expect(!FileManager.default.fileExists(atPath: try daemon.program.path + "/daemon.json"))
    #expect(daemon.logs("<6>http: listening on \(url)"), "\(daemon.log)")
  }

  @Test func `it is ended where work that does not end would keep it`() throws {
    let program = Program()
    let mark = try program.path + "/asked"
    let daemon = try RunningDaemon(
      program,
      configuration: "http.token_command = ['sh', '-c', 'touch \(mark); exec sleep 60']\n")
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
    _ = try daemon.program.write("http.listen = [\"unix:\(socket)\"]\n", to: "config.toml")
    try daemon.source("http") { $0.detail == "unix:\(socket)" }
    let answer = try RunningDaemon.curl(
      ["--unix-socket", socket, "http://any/health"], in: try daemon.program.path)
    #expect(answer.status == 200)
    // Nobody listens there any more.
    #expect(try RunningDaemon.curl([url + "/health"], in: try daemon.program.path).status == 0)
    _ = try daemon.program.write("http.listen = [", to: "config.toml")
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
    _ = try daemon.program.write(
      "http.listen = [\"127.0.0.1:0\"]\nhttp.token_file = '\(path)'\n", to: "config.toml")
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
  func `a mistake in HTTP opens nothing, and nothing that was open opens wider`(
    _ mistake: String
  ) throws {
    let daemon = try RunningDaemon(configuration: mistake + "\n")
    let closed = try daemon.source("http") { $0.phase == .failed }
    #expect(closed.error?.hasPrefix("not started: ") == true, "\(closed)")
    let right = try guarded(daemon)
    _ = try daemon.program.write(right, to: "config.toml")
    #expect(try daemon.curl("/topic", "-d", "x").status == 401)
    let wrong = right.replacing("token_file", with: mistake.contains("7") ? "rate" : "token_flie")
    _ = try daemon.program.write(wrong, to: "config.toml")
    let told = try daemon.source("configuration") { $0.phase == .failed }
    #expect(told.error?.hasPrefix("HTTP keeps its old settings: ") == true, "\(told)")
    #expect(try daemon.curl("/topic", "-d", "x").status == 401)
    #expect(try daemon.end() == 0)
  }

  @Test func `of a file that is no TOML nothing runs, and it is told why`() throws {
    let daemon = try RunningDaemon(configuration: "x = [\n")
    try daemon.source("configuration") { $0.phase == .failed }
    let sources = try daemon.program.run("sources")
    #expect(sources.status == 0 && sources.lines.count == 1, "\(sources)")
    #expect(sources.output.contains("nothing is received until the configuration can be read: "))
    #expect(sources.output.contains("config.toml:2:5: syntax error"), "\(sources.output)")
    #expect(try daemon.program.run("doctor").output.contains("configuration: nothing is received"))
    let right = try guarded(daemon)
    _ = try daemon.program.write(right, to: "config.toml")
    #expect(try daemon.curl("/topic", "-d", "x").status == 401)
    #expect(eventually { (try? daemon.sources.map(\.name)) == ["http"] })
    _ = try daemon.program.write(right + "x = [", to: "config.toml")
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
    _ = try daemon.program.write("http.listen = [\"127.0.0.1:0\"]\n" + good, to: "config.toml")
    let isMended = eventually {
      (try? daemon.sources.map(\.name)) == ["command/good", "http"]
    }
    #expect(isMended, "\(daemon.log)")
  }

  @Test func `a rule with a mistake is told by the daemon`() throws {
    let daemon = try RunningDaemon(
      configuration: "[[rules]]\nfilter = 'is:unred'\nmute = true\n")
    let state = try daemon.source("configuration") { $0.phase == .failed }
    #expect(state.error?.contains("rules[1].filter") == true, "\(state)")
    #expect(daemon.logs("rules[1].filter"))
    #expect(try daemon.curl("/t", "-d", "x").status == 200)
    _ = try daemon.program.write("http.listen = [\"127.0.0.1:0\"]\n", to: "config.toml")
    #expect(eventually { (try? daemon.sources.map(\.name)) == ["http"] })
  }

  @Test func `all addresses but this machine's ask for a token`() throws {
    let daemon = try RunningDaemon()
    _ = try daemon.url()
    _ = try daemon.program.write("http.listen = [\"0.0.0.0:0\"]\n", to: "config.toml")
    let state = try daemon.source("http") { $0.phase == .failed }
    #expect(state.error?.contains("set http.token_file") == true)
  }

  @Test func `the configuration of the sources is checked`() throws {
    let program = Program()
    let path = try program.write("http.listen = ['7575']\nhttp.prot = 1\n", to: "config.toml")
    let run = try program.shell(
      "\"\(BuiltProgram.path("bellboardd"))\" --check-config")
    #expect(run.status == 1)
    #expect(run.errors.contains("\(path):1:16: http.listen[1] is \"7575\""), "\(run.errors)")
    let check = try program.run("config", "check")
    #expect(check.errors.contains("unknown key http.prot"), "\(check.errors)")
  }

  @Test(arguments: [
    "http.listen = ['0.0.0.0:1']", "http.token_file = '/nowhere'",
    "[[command]]\ncommand = 'nosuch'",
    "[[webhook]]\nname = 'a'\n[[webhook]]\nname = 'a'", "[[rules]]\npriority = 'urgent'",
    "maximum_notifications = -1", "inbox = 'A B'", "x = [",
  ])
  func `both programs find the same mistakes of the daemon's configuration`(
    _ text: String
  ) throws {
    let program = Program()
    _ = try program.write(text + "\n", to: "config.toml")
    let run = try program.shell("\"\(BuiltProgram.path("bellboardd"))\" --check-config")
    let check = try program.run("config", "check")
    #expect(run.status == 1 && check.status == 1)
    #expect(!run.errors.isEmpty && run.errors == check.errors, "\(run.errors)\(check.errors)")
  }
}
