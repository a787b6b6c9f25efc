import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// Tokens, sockets and limits, as `curl` and raw connections meet them.
@Suite(.waiting) struct AccessTests {
  private static let token = "tk_9f2c8e1d7b6a"

  private func guarded(_ more: String = "") throws -> RunningDaemon {
    let program = Program()
    let path = try program.write("# for the tests\n\(Self.token)\n", to: "tokens")
    chmod(path, 0o600)
    return try RunningDaemon(program, configuration: "http.token_file = '\(path)'\n" + more)
  }

  @Test func `a token is asked for, and taken in every way of ntfy`() throws {
    let daemon = try guarded()
    #expect(try daemon.curl("/health").status == 200)
    try daemon.curl("/t", "-d", "x", ending: 401, saying: "40101")
    try daemon.curl("/t", "-H", "Authorization: Bearer wrong-token", "-d", "x", ending: 401)
    try daemon.curl("/t", "-H", "Authorization: Bearer \(Self.token)", "-d", "x", ending: 200)
    #expect(try daemon.curl("/t", "-u", ":\(Self.token)", "-d", "x").status == 200)
    #expect(try daemon.curl("/t", "-u", "phil:\(Self.token)", "-d", "x").status == 200)
    let auth = Data("Bearer \(Self.token)".utf8).base64EncodedString().replacing("=", with: "")
    #expect(try daemon.curl("/t?auth=\(auth)", "-d", "x").status == 200)
    let subscriber = WebSocketClient.headers.flatMap { ["-H", $0] }
    try daemon.curl("/t/ws?poll=1", options: subscriber, saying: "40101")
    try daemon.curl(
      "/t/ws?poll=1&auth=\(auth)", options: subscriber, ending: 101, saying: #""message":"x""#)
    #expect(try daemon.curl("/metrics").status == 401)
    let metrics = try daemon.curl("/metrics", "-u", ":\(Self.token)").body
    #expect(metrics.contains("inbox_messages_stored_total 4"), "\(metrics)")
    #expect(metrics.contains("inbox_http_requests_total{status=\"401\"} 4"), "\(metrics)")
  }

  @Test func `tokens that cannot be read any more are told, until they can`() throws {
    let daemon = try guarded()
    #expect(try daemon.curl("/t", "-u", ":\(Self.token)", "-d", "x").status == 200)
    let path = try daemon.program.path + "/tokens"
    chmod(path, 0o644)
    for _ in 0..<3 {
      #expect(try daemon.curl("/t", "-u", ":\(Self.token)", "-d", "x").status == 500)
    }
    let state = try daemon.source("http") { $0.error?.contains("chmod 600") == true }
    #expect(state.phase == .running)
    #expect(try daemon.program.run("sources").output.contains("last error (just now): "))
    let doctor = try daemon.program.run("doctor").output
    #expect(doctor.contains("warn  sources") && doctor.contains("chmod 600"), "\(doctor)")
    #expect(daemon.log.components(separatedBy: "chmod 600").count == 2, "\(daemon.log)")
    chmod(path, 0o600)
    #expect(try daemon.curl("/t", "-u", ":\(Self.token)", "-d", "x").status == 200)
    try daemon.source("http") { $0.error == nil }
  }

  @Test func `tokens may come from a program`() throws {
    let daemon = try RunningDaemon(
      configuration: "http.token_command = ['echo', '\(Self.token)']\n")
    #expect(try daemon.curl("/t", "-d", "x").status == 401)
    #expect(try daemon.curl("/t", "-u", ":\(Self.token)", "-d", "x").status == 200)
  }

  @Test func `a client that asks too often is told to wait`() throws {
    let daemon = try RunningDaemon(configuration: "http.rate = 1\n")
    var statuses: [Int] = []
    for _ in 0..<30 where statuses.last != 429 {
      statuses.append(try daemon.curl("/health").status)
    }
    #expect(statuses.last == 429)
    #expect(statuses.count >= 10)
  }

  @Test func `beyond the limit the urgent and the last state of a sequence get through`() throws {
    let daemon = try RunningDaemon(configuration: "http.rate = 1\n")
    /// Sends until the limit is reached.
    func flood(_ path: String, _ body: String) throws -> Int {
      var status = 200
      for _ in 0..<60 where status == 200 { status = try daemon.curl(path, "-d", body).status }
      return status
    }
    #expect(try flood("/t", "flood") == 429)
    #expect(try daemon.curl("/t", "-H", "Priority: max", "-d", "Disk fails").status == 200)
    #expect(try daemon.curl("/t/backup", "-d", "complete").status == 200)
    let json = #"{"topic":"t","message":"CPU burns","priority":4}"#
    #expect(try daemon.curl("/", "-d", json).status == 200)
    #expect(try flood("/", #"{"topic":"t","message":"flood"}"#) == 429)
    let bodies = try daemon.program.list("{body}")
    #expect(Set(["Disk fails", "complete", "CPU burns"]).isSubset(of: bodies), "\(bodies)")
    let state = try daemon.source("http") { $0.refusedCount >= 2 }
    #expect(state.refusal?.contains("too many requests") == true)
    #expect(daemon.logs("<4>http: /t: refused: limit reached: too many requests"), "\(daemon.log)")
  }

  @Test func `a request that is refused is told here, and not once for each of a flood`() throws {
    let daemon = try RunningDaemon(configuration: "[[webhook]]\nname = 'ci'\n")
    for _ in 0..<3 { #expect(try daemon.curl("/hooks/ci?token=secret", "-d", "{").status == 400) }
    #expect(try daemon.curl("/missing/page").status == 405)
    let state = try daemon.source("http") { $0.refusedCount == 3 }
    #expect(state.refusal == "webhook 'ci': invalid request: request body must be valid JSON")
    #expect(try daemon.program.run("sources").output.contains("3 refused, the last (just now): "))
    #expect(daemon.log.components(separatedBy: "refused").count == 2, "\(daemon.log)")
    #expect(!daemon.log.contains("secret"))
  }

  /// The head of a request that is right so far.
  private static let post = "POST /t HTTP/1.1\r\nHost: localhost\r\n"

  @Test(arguments: [
    ("GET /health HTTP/1.1\r\nX: \(String(repeating: "a", count: 40_000))\r\n\r\n", 43101),
    (post + (0..<150).map { "X\($0): a\r\n" }.joined() + "\r\n", 43101),
    ("GET /\(String(repeating: "a", count: 70_000)) HTTP/1.1\r\n\r\n", 43101),
    (post + "Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n0\r\n\r\n", 40000),
    (post + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\nx", 40000),
    (post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy", 40000),
    (post + "Content-Length: -1\r\n\r\n", 40000),
    (post + "Content-Length: 99999999999999999999\r\n\r\n", 40000),
    (post + "Content-Length: 9223372036854775808\r\n\r\n", 40000),
    (post + "Content-Length: 18446744073709551615\r\n\r\n", 40000),
    (post + "X: a\u{0}b\r\n\r\n", 40000), ("nonsense\r\n\r\n", 40000),
    (post + "Host: evil.example\r\nContent-Length: 1\r\n\r\nx", 40000),
    ("POST http://evil.example/t HTTP/1.1\r\nHost: localhost\r\n\r\n", 40301),
    (post + "Transfer-Encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", 50101),
  ])
  func `what is no HTTP is refused in the shape of ntfy, and others are served`(
    _ text: String, _ code: Int
  ) throws {
    let daemon = try RunningDaemon()
    let answer = try daemon.raw(text)
    #expect(answer.hasPrefix("HTTP/1.1 \(code / 100) "), "\(answer)")
    #expect(answer.contains("{\"code\":\(code),"), "\(answer)")
    #expect(try daemon.curl("/health").status == 200)
    #expect(try daemon.program.run("count").output == "0\n")
  }

  @Test func `half a body is no message`() throws {
    let daemon = try RunningDaemon()
    _ = try daemon.raw("POST /t HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nhalf")
    _ = try daemon.raw(
      "POST /t HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n")
    #expect(try daemon.curl("/health").status == 200)
    #expect(try daemon.program.run("count").output == "0\n")
  }

  @Test func `where nothing more can be written it says so, goes on, and recovers`() throws {
    let daemon = try RunningDaemon(limits: "ulimit -S -f 1200")
    let text = String(repeating: "x", count: 20_000)
    var statuses: [Int] = []
    while statuses.count < 400, statuses.last != 507 {
      statuses.append(try daemon.curl("/t", "-H", "Title: \(statuses.count)", "-d", text).status)
    }
    try #require(statuses.last == 507, "\(statuses)")
    let stored = statuses.count { $0 == 200 }
    #expect(stored == statuses.count - 1)
    try daemon.curl("/t", "-d", text, saying: "50701", "ulimit -f")
    try daemon.source("http") { $0.error?.isEmpty == false && $0.isTroubled }
    #expect(try daemon.curl("/health").status == 200)
    #expect(try daemon.program.run("count").output == "\(stored)\n")
    let raised = try daemon.program.shell(
      "prlimit --pid \(daemon.identifier) --fsize=unlimited:unlimited")
    try #require(raised.status == 0, "\(raised.errors)")
    #expect(try daemon.curl("/t", "-d", "again").status == 200)
    try daemon.source("http") { $0.error == nil }
    #expect(try daemon.program.run("count").output == "\(stored + 1)\n")
  }

  @Test func `a crowd takes no descriptor that the daemon needs, and others are served`() throws {
    let daemon = try RunningDaemon(limits: "ulimit -n 64")
    var crowd: [Int32] = []
    defer { crowd.forEach { close($0) } }
    for _ in 0..<100 {
      let descriptor = try daemon.connect()
      _ = "GET /he".utf8CString.withUnsafeBytes { write(descriptor, $0.baseAddress, 7) }
      crowd.append(descriptor)
    }
    #expect(daemon.logs("raise it by 'ulimit -n'"), "\(daemon.log)")
    // The commands find the inbox as ever, and what the daemon opens anew it can open.
    #expect(try daemon.program.run("push", "beside the crowd").status == 0)
    try daemon.program.configure(
      "http.listen = ['127.0.0.1:0']\n[[command]]\nname = 'c'\nevery = '1h'\n"
        + "command = ['echo', '{\"title\":\"from a program\"}']\n")
    #expect(try eventually { try daemon.program.run("count").output == "2\n" }, "\(daemon.log)")
    crowd.forEach { close($0) }
    crowd = []
    #expect(try daemon.curl("/t", "-d", "behind it").status == 200)
    #expect(try daemon.end() == 0)
  }

  @Test func `the end does not wait for those who never finish`() throws {
    let daemon = try RunningDaemon()
    let slow = try daemon.connect()
    defer { close(slow) }
    _ = "POST /t HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nhalf".utf8CString
      .withUnsafeBytes { write(slow, $0.baseAddress, $0.count - 1) }
    #expect(try daemon.end() == 0)
    #expect(try daemon.program.run("count").output == "0\n")
  }
}

extension RunningDaemon {
  func connect(to source: String = "http") throws -> Int32 {
    let url = try #require(try self.source(source) { $0.detail != nil }.detail)
    let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(code == 0)
    return descriptor
  }

  /// Sends a text as it is and no more; all that comes back.
  func raw(_ text: String, to source: String = "http") throws -> String {
    let descriptor = try connect(to: source)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
    shutdown(descriptor, Int32(SHUT_WR))
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer += buffer[..<count]
    }
  }
}

/// Other ways to listen: by TLS, and on sockets that systemd has opened.
@Suite(.waiting) struct ListenTests {
  let program = Program()

  /// Makes a certificate for `localhost` that signs itself, with its key.
  private func makeCertificate(days: Int = 2) throws {
    try program.shell(
      """
      cd "$BELLBOARD_HOME" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 \\
        -nodes -days \(days) -subj /CN=localhost -addext subjectAltName=DNS:localhost \\
        -keyout key.pem -out cert.pem && chmod 600 key.pem
      """, ending: 0)
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
    #expect(try RunningDaemon.curl(plain, in: program.path).status == 0)
    #expect(try program.list("{body}") == ["by TLS"])
    #expect(try daemon.end() == 0)
  }

  @Test func `a renewed certificate is taken, one that cannot be read leaves the old`() throws {
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
      try program.shell("cd '\(home)' && chmod 600 key.pem && cp known.pem cert.pem", ending: 0)
      #expect(try RunningDaemon.curl(health, in: home).status == 200)
      #expect(eventually { (try? daemon.sources.map(\.name)) == ["http"] }, "\(daemon.log)")
    }
    #expect(daemon.logs("holds no certificates"), "\(daemon.log)")
    #expect(daemon.log.ranges(of: "listening on").count == 1, "\(daemon.log)")
    #expect(try daemon.end() == 0)
  }

  @Test func `a socket of systemd's is listened on, also after a reload`() throws {
    let socket = try program.path + "/s"
    try program.configure("http.listen = ['127.0.0.1:1']\n")
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
    try program.configure("http.rate = 100\n[[webhook]]\nname = 'shop'\n")
    let log = { (try? String(contentsOfFile: home + "/log", encoding: .utf8)) ?? "" }
    #expect(eventually { log().contains("the changed settings hold") }, "\(log())")
    // Closed and opened again, it is another listener on the same socket.
    try program.configure("http.enabled = false\n")
    #expect(eventually { state() == nil })
    try program.configure("http.rate = 100\n")
    #expect(eventually { log().ranges(of: "listening on unix:").count == 2 }, "\(log())")
    #expect(try RunningDaemon.curl(arguments + ["-d", "second"], in: home).status == 200)
    #expect(try program.list("{body}") == ["second", "first"])
    let read = try RunningDaemon.curl(
      ["--unix-socket", socket, "http://any/alerts/ws?poll=1"]
        + WebSocketClient.headers.flatMap { ["-H", $0] }, in: home)
    #expect(read.status == 101 && read.body.contains(#""message":"second""#), "\(read)")
    systemd.send(SIGTERM)
    #expect(try systemd.end() == 0)
  }
}
