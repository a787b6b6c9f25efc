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

  @Test func `a renewed certificate is taken on SIGHUP, and a bad one is told`() throws {
    try makeCertificate()
    let daemon = try RunningDaemon(program, configuration: configuration())
    _ = try daemon.url()
    try makeCertificate(days: 3)
    daemon.send(SIGHUP)
    let path = try program.path + "/cert.pem"
    let isNew = try eventually {
      guard let url = try daemon.sources.first?.detail else { return false }
      let port = url.split(separator: ":").last ?? ""
      let answer = try RunningDaemon.curl(
        ["--cacert", path, "https://localhost:\(port)/health"], in: program.path)
      return answer.status == 200
    }
    #expect(isNew, "\(daemon.log)")
    _ = try program.write("nonsense", to: "cert.pem")
    daemon.send(SIGHUP)
    let failed = try daemon.source("http") { $0.phase == .failed }
    #expect(failed.error?.contains("holds no certificates in PEM form") == true, "\(failed)")
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
    _ = try program.write("http.rate = 100\n", to: "config.toml")
    let log = { (try? String(contentsOfFile: home + "/log", encoding: .utf8)) ?? "" }
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
