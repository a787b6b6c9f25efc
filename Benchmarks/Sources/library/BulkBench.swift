import Foundation
import InboxCore

/// One change of every unread message, and its undo.
struct BulkBench {
  let inbox: Inbox

  /// Prints the figures.
  func run() throws {
    var reading: [Double] = []
    var undoing: [Double] = []
    var reports = 0
    let count = try inbox.counts().unread
    for _ in 0..<3 {
      reading.append(
        try measure {
          _ = try inbox.perform(
            .read, on: .matching(.unread), reporting: { _ in reports += 1 })
        })
      undoing.append(try measure { _ = try inbox.undo() })
    }
    try Timing("mark \(count) read (\(reports / 3) reports)", goal: nil, samples: reading).report()
    try Timing("undo of it", goal: nil, samples: undoing).report()
  }

  private func measure(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
  }
}
