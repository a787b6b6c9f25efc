import Foundation

/// Measures the exchange of two machines by a server on the loopback.
struct ExchangeBench {
  /// The inbox of the first machine, which takes part from now on.
  let corpus: Corpus
  /// Path of nats-server.
  let server: String
  /// A folder for the homes.
  let folder: String

  /// The figures of joining, of changes made offline, of live changes, and of rest.
  func measurements() throws -> [Measurement] {
    let server = try BenchServer(server, folder: "\(folder)/nats")
    defer { server.end() }
    let second = "\(folder)/second"
    try FileManager.default.createDirectory(atPath: second, withIntermediateDirectories: true)
    for home in [corpus.home, second] {
      try ("maximum_notifications = 0\n" + configuration(home, server)).write(
        toFile: "\(home)/config.toml", atomically: true, encoding: .utf8)
    }
    // The pinned messages would fill the screen on which others are to be painted.
    try Child.run(
      [corpus.program, "unpin", "--filter", "is:pinned"], environment: environment(corpus.home))
    _ = try join(corpus.home)
    let bytes = Double(server.storedBytes) / Double(corpus.stored) - corpus.textBytes
    let joined = try join(second)
    // One in ten is unread.
    try Child.run(
      [corpus.program, "read", "--filter", "is:unread"], environment: environment(corpus.home))
    let sent = try join(corpus.home)
    return [
      measurement("a new machine joins the exchange", joined.took / 1_000, "s", limit: 12),
      measurement("its peak memory", joined.memory, "MiB", limit: 100),
      measurement("on the server beside the texts of a message", bytes, "B", limit: 250),
      measurement("10 000 changes made offline are sent", sent.took / 1_000, "s", limit: 2),
    ] + (try live(server, second))
  }

  /// How long a change takes to the screen of the other machine, and what a daemon does at rest.
  private func live(_ server: BenchServer, _ second: String) throws -> [Measurement] {
    let daemons = try [corpus.home, second].map {
      try BenchDaemon(corpus.program + "d", home: $0, configuration: configuration($0, server))
    }
    defer { daemons.forEach { $0.end() } }
    try daemons.forEach { try $0.awaitState(holding: "live ") }
    let painted = try PaintBench.samples(
      of: corpus.program, from: daemons[0], to: daemons[1], count: 200, rate: 20)
    let figures = Statistics(painted)
    return [
      Measurement(
        name: "request on one machine to painted on the other", messages: corpus.count, unit: "ms",
        program: figures, goal: "p95 ≤ 15 ms", isMet: figures.p95 <= 15),
      try rest(beside: daemons[1]),
    ]
  }

  /// How often a daemon wakes up for the exchange: how much more often than one without it, which
  /// rests in the same seconds.
  ///
  /// The thread pool of libdispatch wakes up once a second in both.
  private func rest(beside exchanging: BenchDaemon) throws -> Measurement {
    let plain = try BenchDaemon(corpus.program + "d", home: "\(folder)/plain")
    defer { plain.end() }
    let identifiers = [exchanging.identifier, plain.identifier]
    // Until the threads of the pool have ended that have nothing to do.
    sleep(10)
    let before = identifiers.map { ProcessFigures(of: $0) }
    sleep(10)
    let after = identifiers.map { ProcessFigures(of: $0) }
    let wakes = zip(before, after).map { Double($1.wakeUps(since: $0)) }
    let more = wakes[0] - wakes[1]
    return Measurement(
      name: "wake-ups of a daemon in ten idle seconds: more than without the exchange",
      messages: corpus.count, unit: "", program: Statistics([more]),
      reference: Statistics([wakes[1]]), goal: "≤ 1", isMet: more <= 1)
  }

  private func measurement(
    _ name: String, _ value: Double, _ unit: String, limit: Double
  ) -> Measurement {
    Measurement(
      name: name, messages: corpus.count, unit: unit, program: Statistics([value]),
      goal: "≤ \(Int(limit))", isMet: value <= limit)
  }

  private func configuration(_ home: String, _ server: BenchServer) -> String {
    """
    exchange.url = "nats://127.0.0.1:\(server.port)"
    exchange.machine = "\(URL(fileURLWithPath: home).lastPathComponent)"

    """
  }

  private func environment(_ home: String) -> [String: String] {
    corpus.environment.merging(["BELLBOARD_HOME": home]) { $1 }
  }

  /// Joins, or reads and sends everything once: how long that takes in milliseconds, and its peak
  /// memory in MiB.
  private func join(_ home: String) throws -> (took: Double, memory: Double) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: corpus.program)
    process.arguments = ["exchange", "join", "--yes"]
    process.environment = environment(home)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let start = milliseconds()
    try process.run()
    var memory = 0.0
    while process.isRunning {
      memory = max(memory, ProcessFigures(of: process.processIdentifier).peakMemory)
      usleep(5_000)
    }
    let took = milliseconds() - start
    guard process.terminationStatus == 0 else { throw BenchError("exchange join failed") }
    return (took, memory)
  }
}
