import CPseudoTerminal
import Foundation

/// Measures the memory of the daemon: with many subscribers, and after many messages.
struct MemoryBench {
  /// Path of the daemon.
  let daemon: String
  /// A folder for its home.
  let folder: String

  /// The memory with subscribers to whom nothing is sent.
  func subscribers(count: Int) throws -> [Measurement] {
    guard raise_descriptor_limit(count + 256) == 0 else {
      throw BenchError("this shell opens too few files: ulimit -n \(count + 256)")
    }
    let daemon = try BenchDaemon(daemon, home: "\(folder)/subscribers")
    defer { daemon.end() }
    let before = ProcessFigures(of: daemon.identifier).memory
    let connections = try (0..<count).map { _ in try HTTPConnection(port: daemon.port) }
    defer { connections.forEach { $0.end() } }
    for connection in connections { try connection.subscribe(to: "t") }
    let after = ProcessFigures(of: daemon.identifier).memory
    return [
      Measurement(
        name: "daemon's memory with \(count) idle subscribers", messages: nil, unit: "MiB",
        program: Statistics([after]), reference: Statistics([before]), goal: "< 60 MiB",
        isMet: after < 60),
      Measurement(
        name: "memory of one idle subscriber", messages: nil, unit: "KiB",
        program: Statistics([(after - before) * 1_024 / Double(count)]), goal: ""),
    ]
  }

  /// The memory at some points on the way to so many messages.
  func publishes(_ total: Int) throws -> [Measurement] {
    let daemon = try BenchDaemon(daemon, home: "\(folder)/memory")
    defer { daemon.end() }
    let points = 8
    var memory: [Double] = []
    var curve = try (1...points).map { point in
      let count = total / points
      let took = try PublishBench.publish(count, over: 64, to: daemon) { "\(point) \($0)" }
      let now = ProcessFigures(of: daemon.identifier).memory
      memory.append(now)
      return Measurement(
        name: "daemon's memory after messages (\(Int(Double(count) / took * 1_000)) a second)",
        messages: count * point, unit: "MiB", program: Statistics([now]), goal: "")
    }
    let growth = memory[points - 1] / memory[points / 2 - 1]
    curve.append(
      Measurement(
        name: "daemon's memory: all messages / half of them", messages: total, unit: "×",
        program: Statistics([growth]), goal: "≤ 1.1", isMet: growth <= 1.1))
    return curve
  }
}
