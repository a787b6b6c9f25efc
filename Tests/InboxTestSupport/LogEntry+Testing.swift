package import Foundation
package import InboxCore

extension LogEntry {
  /// An entry about messages with the given numbers.
  package static func entry(
    _ sequence: Int64, _ verb: Verb = .received, _ numbers: [Int64] = [1],
    at time: Date = Date(timeIntervalSince1970: 1_000_000)
  ) -> LogEntry {
    LogEntry(sequence: sequence, time: time, verb: verb, numbers: numbers.map { MessageNumber($0) })
  }
}
