import Foundation
import Synchronization

/// Measures how long a published message takes from the request to an open screen.
struct PaintBench {
  /// Path of the program; the daemon stands beside it.
  let program: String
  /// A folder for their home.
  let folder: String

  /// The time from the first byte of a request until its title has come out of the terminal, for so
  /// many messages, and so many of them in a second.
  func measurement(count: Int, rate: Double) throws -> Measurement {
    let daemon = try BenchDaemon(program + "d", home: "\(folder)/paint")
    defer { daemon.end() }
    let samples = try Self.samples(of: program, from: daemon, to: daemon, count: count, rate: rate)
    let figures = Statistics(samples)
    return Measurement(
      name: "request sent to painted on an open screen, \(Int(rate)) a second", messages: nil,
      unit: "ms", program: figures, goal: "p95 < 20 ms", isMet: figures.p95 < 20)
  }

  /// The times from requests to a daemon until their titles are on a screen in another one's home, in
  /// milliseconds.
  static func samples(
    of program: String, from daemon: BenchDaemon, to other: BenchDaemon, count: Int, rate: Double
  ) throws -> [Double] {
    let connection = try HTTPConnection(port: daemon.port)
    defer { connection.end() }
    guard connection.publish("ready", title: "Ready") else { throw BenchError("not acknowledged") }
    let terminal = try PseudoTerminal(
      [program],
      environment: [
        "BELLBOARD_HOME": other.home, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin", "TZ": "UTC",
      ])
    defer { _ = try? terminal.quit(typing: "Q") }
    _ = try terminal.settle(showing: "Ready", quiet: 300)
    let titles = (0..<count).map(title)
    let sender = Sender()
    sender.start(titles, pause: 1_000 / rate, on: connection)
    let painted = terminal.times(of: titles, limit: Double(count) / rate * 1_000 + 10_000)
    let sent = sender.times()
    let samples = zip(painted, sent).compactMap { painted, sent in painted.map { $0 - sent } }
    guard samples.count == count else {
      throw BenchError("\(count - samples.count) of \(count) messages were not painted")
    }
    return samples
  }

  /// A title that differs in every letter from those of its neighbors.
  ///
  /// A screen writes only what differs from what was there, so a letter in common would be missing.
  private static func title(_ index: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return String([23, 19, 17, 13, 11, 23, 19, 17].map { letters[index % $0] })
  }

  /// Publishes messages at a steady pace, in a thread of its own.
  ///
  /// State: when each request was begun. Guard: the mutex, because the thread writes it.
  private final class Sender: Sendable {
    private let sent = Mutex<[Double]>([])
    private let ended = DispatchSemaphore(value: 0)

    func start(_ titles: [String], pause: Double, on connection: HTTPConnection) {
      Thread.detachNewThread { [self] in
        let start = milliseconds()
        for (index, title) in titles.enumerated() {
          let wait = start + Double(index) * pause - milliseconds()
          if wait > 0 { usleep(UInt32(wait * 1_000)) }
          let now = milliseconds()
          sent.withLock { $0.append(now) }
          precondition(connection.publish("a text", title: title), "not acknowledged")
        }
        ended.signal()
      }
    }

    /// When each request was begun, once all are acknowledged.
    func times() -> [Double] {
      ended.wait()
      return sent.withLock { $0 }
    }
  }
}
