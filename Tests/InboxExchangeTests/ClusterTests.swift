import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import InboxExchange

/// A cluster of three servers whose leader is killed.
@Suite(.waiting) struct ClusterTests {
  /// Three servers that keep the stream together.
  private struct Cluster {
    let servers: [NATSServer]

    /// Starts the servers; anew where something else has got one of their ports meanwhile.
    static func started(_ program: NATSProgram) async throws -> Cluster {
      for _ in 0..<2 { do { return try await Cluster(program) } catch is NATSServer.NotStarted {} }
      return try await Cluster(program)
    }

    private init(_ program: NATSProgram) async throws {
      var ports: [Int] = []
      // Ports on which nobody listens any more.
      for _ in 0..<3 { ports.append(try await FakeServer { _ in nil }.end()) }
      let routes = ports.map { "\"nats://127.0.0.1:\($0)\"" }.joined(separator: ", ")
      servers = try ports.enumerated().map { index, port in
        try NATSServer(
          program,
          """
          server_name: n\(index)
          cluster { name: c, listen: "127.0.0.1:\(port)", routes: [\(routes)] }
          """)
      }
    }

    /// The number of the server with the consumer of the only reader; nil while there is none.
    func consumerHost() async throws -> Int? {
      try await withStream(servers[0]) { stream in
        let answer = try await stream.ask("CONSUMER.LIST.\(ServerConnection.stream)")
        guard case .array(let consumers)? = answer["consumers"] else { return nil }
        // Those of earlier readers stay for a while.
        let open = consumers.filter { ($0["num_waiting"]?.integer ?? 0) > 0 }
        guard open.count == 1 else { return nil }
        return open[0]["cluster"]?["leader"]?.text?.last?.wholeNumberValue
      }
    }

    /// The name of the server that leads the stream; nil while there is none.
    func leader(by server: NATSServer) async throws -> String? {
      try await withStream(server) { stream in
        try await stream.ask("STREAM.INFO.\(ServerConnection.stream)")["cluster"]?["leader"]?.text
      }
    }
  }

  @Test func `a leader that is killed while three machines write loses nothing`() async throws {
    let cluster = try await Cluster.started(.newest())
    let ports = cluster.servers.map(\.port)
    // Each machine prefers another server.
    let machines = try ["laptop", "desktop", "phone"].enumerated().map { index, name in
      try ExchangingMachine(name, ports: Array(ports[index...] + ports[..<index]))
    }
    for machine in machines { try machine.start(again: true) }
    #expect(try await agree(machines, count: 0))
    let folded = Payload.make("again", fold: "f")
    var count = 0
    func push() throws {
      for machine in machines {
        try machine.push("\(machine.name) \(count)")
        try machine.push(folded)
      }
      count += 1
    }
    for _ in 0..<5 { try push() }
    let leader = try #require(try await cluster.leader(by: cluster.servers[0]))
    let killed = try #require(leader.last.flatMap { $0.wholeNumberValue })
    try push()
    cluster.servers[killed].send(SIGKILL)
    for _ in 0..<5 {
      try push()
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(try await agree(machines, count: 3 * count + 1))
    for machine in machines { #expect(try machine.message("again").occurrences == 3 * count) }
    let other = cluster.servers[(killed + 1) % 3]
    let after = try await cluster.leader(by: other)
    #expect(after != nil && after != leader)
    for machine in machines { await machine.stop() }
  }

  @Test func `a consumer that dies with a server is noticed by readers at another`() async throws {
    let cluster = try await Cluster.started(.newest())
    let ports = cluster.servers.map(\.port)
    let (reader, writer) = (
      try ExchangingMachine("laptop", ports: ports), try ExchangingMachine("desktop", ports: ports)
    )
    // The server decides where a consumer is: on that of the connection in one of three cases.
    var host = 0
    while host == 0 {
      await reader.stop()
      try reader.start(again: true)
      #expect(try await agree(reader, count: 0))
      while true {
        if let found = try await cluster.consumerHost() {
          host = found
          break
        }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    try writer.start(again: true)
    #expect(try await agree(reader, writer, count: 0))
    cluster.servers[host].send(SIGKILL)
    try writer.push("after")
    #expect(try await agree(reader, writer, count: 1))
    #expect(reader.errors.contains { if case .timedOut(_, .values) = $0 { true } else { false } })
    await stop(reader, writer)
  }
}
