import Foundation
import Synchronization

/// Measures how long two machines wait for each other when the leader of a cluster is killed.
struct ClusterBench {
  /// Path of the program; the daemon stands beside it.
  let program: String
  /// Path of nats-server.
  let server: String
  /// A folder for the homes and the servers.
  let folder: String

  /// Number of messages, and the milliseconds from one to the next.
  private static let (count, pause) = (750, 20.0)
  /// After so many of them the leader is killed.
  private static let killed = 150
  /// Maximum milliseconds until the last one has arrived.
  private static let limit = 15_000.0

  /// The longest gap between messages that arrive, and how many do not arrive.
  func measurements() throws -> [Measurement] {
    let servers = try startedServers()
    defer { servers.forEach { $0.end() } }
    let homes = ["first", "second"].map { "\(folder)/cluster-\($0)" }
    for home in homes { try join(home, servers) }
    let leader = try Self.leader(by: servers[0])
    // Both machines are connected to the leader, so that they also have to find another server.
    let order = [servers[leader]] + servers.filter { $0 !== servers[leader] }
    let daemons = try homes.map {
      try BenchDaemon(program + "d", home: $0, configuration: configuration($0, order))
    }
    defer { daemons.forEach { $0.end() } }
    try daemons.forEach { try $0.awaitState(holding: "live ") }
    let arrivals = Arrivals()
    let follower = try follow(daemons[1].home, into: arrivals)
    defer { follower.end() }
    try push(to: daemons[0], killing: servers[leader])
    let end = milliseconds() + Self.limit
    while arrivals.count < Self.count, milliseconds() < end { usleep(20_000) }
    let times = arrivals.times
    guard times.count > 1 else { throw BenchError("no message came to the other machine") }
    let gap = zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? 0
    let lost = Self.count - arrivals.count
    return [
      Measurement(
        name: "leader of three servers killed: longest gap between arrivals", messages: nil,
        unit: "s", program: Statistics([gap / 1_000]), goal: "≤ 10", isMet: gap <= 10_000),
      Measurement(
        name: "messages lost with it, of \(Self.count)", messages: nil, unit: "",
        program: Statistics([Double(lost)]), goal: "0", isMet: lost == 0),
    ]
  }

  private func startedServers() throws -> [BenchServer] {
    let ports = try BenchServer.freePorts(3)
    let routes = ports.map { "\"nats://127.0.0.1:\($0)\"" }.joined(separator: ", ")
    return try ports.enumerated().map { index, port in
      try BenchServer(
        server, folder: "\(folder)/nats\(index)",
        configuration: """
          server_name: n\(index)
          cluster { name: c, listen: "127.0.0.1:\(port)", routes: [\(routes)] }

          """)
    }
  }

  private func configuration(_ home: String, _ servers: [BenchServer]) -> String {
    let addresses = servers.map { "\"nats://127.0.0.1:\($0.port)\"" }.joined(separator: ", ")
    return """
      exchange.url = [\(addresses)]
      exchange.machine = "\(URL(fileURLWithPath: home).lastPathComponent)"

      """
  }

  /// Joins, as soon as the servers have agreed on who leads them.
  private func join(_ home: String, _ servers: [BenchServer]) throws {
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try configuration(home, servers).write(
      toFile: "\(home)/config.toml", atomically: true, encoding: .utf8)
    let end = milliseconds() + 20_000
    while milliseconds() < end {
      let process = started(["exchange", "join", "--yes"], home)
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus == 0 { return }
      usleep(100_000)
    }
    throw BenchError("exchange join failed")
  }

  private func started(_ arguments: [String], _ home: String) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ["BELLBOARD_HOME": home, "PATH": "/usr/bin:/bin", "TZ": "UTC"]
    process.standardError = FileHandle.nullDevice
    return process
  }

  /// The index of the server that leads the stream.
  private static func leader(by server: BenchServer) throws -> Int {
    let connection = try HTTPConnection(port: UInt16(server.port))
    defer { connection.end() }
    let answer = try connection.answer(
      to: "CONNECT {\"verbose\":false}\r\nSUB answer 1\r\n"
        + "PUB $JS.API.STREAM.INFO.BELLBOARD answer 0\r\n\r\n",
      holding: "\"replicas\":[")
    guard let match = answer.firstMatch(of: /"leader":"n(\d)"/), let index = Int(match.1) else {
      throw BenchError("nobody leads the stream")
    }
    return index
  }

  /// Publishes messages at a steady pace, and kills a server after some of them.
  private func push(to daemon: BenchDaemon, killing server: BenchServer) throws {
    let connection = try HTTPConnection(port: daemon.port)
    defer { connection.end() }
    let start = milliseconds()
    for index in 0..<Self.count {
      let wait = start + Double(index) * Self.pause - milliseconds()
      if wait > 0 { usleep(UInt32(wait * 1_000)) }
      if index == Self.killed { server.kill() }
      guard connection.publish("message \(index)") else { throw BenchError("not acknowledged") }
    }
  }

  /// Counts the messages of a home from now on.
  private func follow(_ home: String, into arrivals: Arrivals) throws -> Follower {
    let process = started(["count", "--follow"], home)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    arrivals.read(output.fileHandleForReading.fileDescriptor)
    return Follower(process: process, output: output)
  }
}

/// A program that prints how many messages there are; its pipe stays open as long as the value.
private struct Follower {
  let process: Process
  let output: Pipe

  /// Ends the program.
  func end() {
    process.terminate()
    process.waitUntilExit()
  }
}

/// When the number of messages has grown.
///
/// State: times and the last number. Guard: the mutex, because a thread reads the program's output.
private final class Arrivals: Sendable {
  private struct State {
    var times: [Double] = []
    var count = 0
  }

  private let state = Mutex(State())

  /// The times, in milliseconds.
  var times: [Double] { state.withLock { $0.times } }

  /// The last number.
  var count: Int { state.withLock { $0.count } }

  /// Reads lines with a number each, until the end of a pipe.
  func read(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      var rest = ""
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let size = Foundation.read(descriptor, &buffer, buffer.count)
        guard size > 0 else { return }
        rest += String(decoding: buffer.prefix(size), as: UTF8.self)
        while let end = rest.firstIndex(of: "\n") {
          if let count = Int(rest[..<end]) { note(count) }
          rest.removeSubrange(...end)
        }
      }
    }
  }

  private func note(_ count: Int) {
    let now = milliseconds()
    state.withLock { state in
      if count > state.count { state.times.append(now) }
      state.count = max(count, state.count)
    }
  }
}
