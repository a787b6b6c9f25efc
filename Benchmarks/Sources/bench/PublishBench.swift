import Foundation

/// Measures how many messages the daemon acknowledges in a second, each of them on the disk by then.
struct PublishBench {
  /// Path of the daemon.
  let daemon: String
  /// A folder for its home.
  let folder: String
  /// The reference.
  let rawInsert: RawInsert

  /// One by one, and by many connections at once, which share transactions; then a storm.
  func measurements() throws -> [Measurement] {
    let daemon = try BenchDaemon(daemon, home: "\(folder)/publish")
    defer { daemon.end() }
    let speeds = try [(1, 300), (64, 6_400)].map { connections, count in
      let speeds = try (0..<5).map { round in
        let took = try Self.publish(count, over: connections, to: daemon) {
          "message \(round) \($0)"
        }
        return Double(count) / took * 1_000
      }
      // At best all that come at once share a transaction.
      let reference = try rawInsert.speed(
        copying: "\(daemon.home)/inboxes/default/inbox.sqlite", to: "\(folder)/raw.sqlite",
        batch: connections)
      return Measurement(
        name: "published by HTTP, \(connections) at once, beside raw SQLite", messages: nil,
        unit: "messages/s", program: Statistics(speeds), reference: Statistics([reference]),
        goal: "")
    }
    return speeds + [try storm(daemon)]
  }

  /// The same alert, very often: it is one message with a count.
  private func storm(_ daemon: BenchDaemon) throws -> Measurement {
    let count = 10_000
    let took = try Self.publish(count, over: 64, to: daemon) { _ in "db-2 does not answer" } / 1_000
    return Measurement(
      name: "storm of \(count) equal alerts by HTTP, 64 at once", messages: nil, unit: "s",
      program: Statistics([took]), goal: "< 3 s", isMet: took < 3)
  }

  /// Publishes messages over several connections; milliseconds until all are acknowledged.
  static func publish(
    _ count: Int, over connections: Int, to daemon: BenchDaemon,
    text: @escaping @Sendable (Int) -> String
  ) throws -> Double {
    let open = try (0..<connections).map { _ in try HTTPConnection(port: daemon.port) }
    defer { open.forEach { $0.end() } }
    let start = milliseconds()
    let ended = DispatchGroup()
    for (index, connection) in open.enumerated() {
      ended.enter()
      // A thread for each: a queue would not block on so many at once.
      Thread.detachNewThread {
        for number in stride(from: index, to: count, by: connections) {
          precondition(connection.publish(text(number)), "not acknowledged")
        }
        ended.leave()
      }
    }
    ended.wait()
    return milliseconds() - start
  }
}
