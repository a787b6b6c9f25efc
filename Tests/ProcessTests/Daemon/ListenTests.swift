import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// Other ways to listen: by TLS, and on sockets that systemd has opened.
@Suite(.waiting) struct ListenTests {
  let program = Program()

  /// Makes a certificate for `localhost` that signs itself, with its key.
  private func makeCertificate(days: Int = 2) throws {
    let run = try program.shell(
      """
      cd "$BELLBOARD_HOME" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 \\
        -nodes -days \(days) -subj /CN=localhost -addext subjectAltName=DNS:localhost \\
        -keyout key.pem -out cert.pem && chmod 600 key.pem
      """)
    #expect(run.status == 0, "\(run.errors)")
  }

  private func configuration() throws -> String {
    let home = try program.path
    return "http.certificate = '\(home)/cert.pem'\nhttp.key = '\(home)/key.pem'\n"
  }

  @Test func `with a certificate it is spoken to by TLS alone`() throws {
    try makeCertificate()
    let daemon = try RunningDaemon(program, configuration: configuration())
    let url = try daemon.url()
    #expect(url.hasPrefix("https://127.0.0.1:"))
    let port = url.split(separator: ":").last ?? ""
    let arguments = [
      "--cacert", try program.path + "/cert.pem", "https://localhost:\(port)/alerts",
    ]
    let sent = try RunningDaemon.curl(arguments + ["-d", "by TLS"], in: program.path)
    #expect(sent.status == 200, "\(sent)")
    let socket = WebSocketClient.headers.flatMap { ["-H", $0] }
    let read = try RunningDaemon.curl(
      arguments.dropLast() + ["\(arguments[2])/ws?poll=1"] + socket, in: program.path)
    #expect(read.status == 101 && read.body.contains(#""message":"by TLS""#), "\(read)")
    let old = arguments + ["--tls-max", "1.1", "-d", "x"]
    #expect(try RunningDaemon.curl(old, in: program.path).status == 0)
    let plain = ["http://localhost:\(port)/alerts", "-d", "plain"]
    let refused = try RunningDaemon.curl(plain, in: program.path)
    #expect(refused.status == 0)
    #expect(try program.run("list", "--format", "{body}").lines == ["by TLS"])
    #expect(try daemon.end() == 0)
  }

  @Test func `a renewed certificate is taken, and one that cannot be read leaves the old one`()
    throws
  {
    try makeCertificate()
    let daemon = try RunningDaemon(program, configuration: configuration())
    let port = try daemon.url().split(separator: ":").last ?? ""
    let home = try program.path
    let health = ["--cacert", home + "/known.pem", "https://localhost:\(port)/health"]
    let know = "cd '\(home)' && cp cert.pem known.pem"
    #expect(try program.shell(know).status == 0)
    #expect(try RunningDaemon.curl(health, in: home).status == 200)
    try makeCertificate(days: 3)
    #expect(try program.shell(know).status == 0)
    #expect(try RunningDaemon.curl(health, in: home).status == 200)
    for breakage in [": > cert.pem", "echo nonsense > cert.pem", "chmod 644 key.pem"] {
      #expect(try program.shell("cd '\(home)' && \(breakage)").status == 0)
      daemon.send(SIGHUP)
      let told = try daemon.source("http certificate") { $0.phase == .failed }
      #expect(try RunningDaemon.curl(health, in: home).status == 200, "\(breakage): \(told)")
      #expect(try program.run("doctor").output.contains("http certificate: "))
      let mended = try program.shell("cd '\(home)' && chmod 600 key.pem && cp known.pem cert.pem")
      #expect(mended.status == 0)
      #expect(try RunningDaemon.curl(health, in: home).status == 200)
      #expect(eventually { (try? daemon.sources.map(\.name)) == ["http"] }, "\(daemon.log)")
    }
    #expect(daemon.logs("holds no certificates"), "\(daemon.log)")
    #expect(daemon.log.ranges(of: "listening on").count == 1, "\(daemon.log)")
    #expect(try daemon.end() == 0)
  }

  @Test func `a socket of systemd's is listened on, also after a reload`() throws {
    let socket = try program.path + "/s"
    _ = try program.write("http.listen = ['127.0.0.1:1']\n", to: "config.toml")
    let home = try program.path
    let systemd = try ChildProcess(
      "/usr/bin/systemd-socket-activate",
      ["-l", socket, "-E", "BELLBOARD_HOME=\(home)", BuiltProgram.path("bellboardd")],
      environment: try program.environment(), errors: .file(home + "/log"))
    #expect(eventually { FileManager.default.fileExists(atPath: socket) })
    let arguments = ["--unix-socket", socket, "http://any/alerts"]
    #expect(try RunningDaemon.curl(arguments + ["-d", "first"], in: home).status == 200)
    let state = { DaemonStateFile.read(home + "/daemon.json")?.sources.first }
    #expect(eventually { state()?.detail == "unix:\(socket)" })
    _ = try program.write("http.rate = 100\n[[webhook]]\nname = 'shop'\n", to: "config.toml")
    let log = { (try? String(contentsOfFile: home + "/log", encoding: .utf8)) ?? "" }
    #expect(eventually { log().contains("the changed settings hold") }, "\(log())")
    // Closed and opened again, it is another listener on the same socket.
    _ = try program.write("http.enabled = false\n", to: "config.toml")
    #expect(eventually { state() == nil })
    _ = try program.write("http.rate = 100\n", to: "config.toml")
    #expect(eventually { log().ranges(of: "listening on unix:").count == 2 }, "\(log())")
    #expect(try RunningDaemon.curl(arguments + ["-d", "second"], in: home).status == 200)
    #expect(try program.run("list", "--format", "{body}").lines == ["second", "first"])
    let read = try RunningDaemon.curl(
      ["--unix-socket", socket, "http://any/alerts/ws?poll=1"]
        + WebSocketClient.headers.flatMap { ["-H", $0] }, in: home)
    #expect(read.status == 101 && read.body.contains(#""message":"second""#), "\(read)")
    systemd.send(SIGTERM)
    #expect(try systemd.end() == 0)
  }
}
