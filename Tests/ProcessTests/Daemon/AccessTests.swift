import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// Sockets and limits, as raw connections meet them.
@Suite(.waiting) struct AccessTests {
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

/// Sockets that systemd has opened.
@Suite(.waiting) struct ListenTests {
  let program = Program()

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
