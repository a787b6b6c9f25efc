@testable import InboxCore

/// A stream in memory that may lose its end, or everything.
struct ExchangeChannel {
  private struct Address: Hashable {
    var subject: SubjectKey
    var name: RegisterName
  }

  /// Changes when the stream is made anew.
  private(set) var epoch = 1
  private(set) var last: Int64 = 0
  private var entries: [ExchangeValue] = []

  /// The values after a sequence.
  func values(after sequence: Int64) -> [ExchangeValue] {
    entries.filter { $0.sequence > sequence }
  }

  /// The last values of a message.
  func values(of subject: SubjectKey) -> [ExchangeValue] {
    entries.filter { $0.subject == subject }
  }

  /// The last values of all registers, by what they are of.
  var present: [String: [UInt8]] {
    entries.reduce(into: [:]) { $0["\($1.subject.text) \($1.name)"] = $1.bytes }
  }

  /// Stores a value in the place of the one before, whatever it was.
  mutating func append(_ value: ExchangeValue) -> ExchangeValue {
    let address = Address(subject: value.subject, name: value.name)
    entries.removeAll { Address(subject: $0.subject, name: $0.name) == address }
    last += 1
    var stored = value
    stored.sequence = last
    entries.append(stored)
    return stored
  }

  mutating func loseTail(_ count: Int) {
    entries.removeLast(min(count, entries.count))
    last = entries.last?.sequence ?? 0
    epoch += 1
  }

  mutating func loseEverything() {
    entries = []
    last = 0
    epoch += 1
  }
}
