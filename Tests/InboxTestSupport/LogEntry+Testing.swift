public import Foundation
public import InboxCore

extension LogEntry {
  /// An entry about messages with the given numbers.
  public static func entry(
    _ sequence: Int64, _ verb: Verb = .received, _ numbers: [MessageNumber] = [1],
    at time: Date = Date(timeIntervalSince1970: 1_000_000)
  ) -> LogEntry {
    LogEntry(sequence: sequence, time: time, verb: verb, numbers: numbers)
  }
}

extension MessageNumber: ExpressibleByIntegerLiteral {
  /// So that tests can write numbers as they are.
  public init(integerLiteral value: Int64) {
    self.init(value)
  }
}
