import Foundation

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
  /// When values are forgotten, by their sequences.
  private var ends: [Int64: TimeInterval] = [:]

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

  /// Stores a value, but a leftover only over the value that its machine knows; nil if another one
  /// is in its place.
  mutating func store(_ value: ExchangeValue, at time: TimeInterval) -> ExchangeValue? {
    let present = entries.first { $0.subject == value.subject && $0.name == value.name }
    if value.isLeftover, present?.sequence ?? 0 != value.sequence { return nil }
    let stored = append(value)
    ends[stored.sequence] = value.lifetime.map { time + TimeInterval($0) }
    entries[entries.count - 1].lifetime = nil
    entries[entries.count - 1].isEnding = value.lifetime != nil
    return stored
  }

  /// The names of the registers whose values never end.
  var kept: [String] { entries.filter { !$0.isEnding }.map { "\($0.name)" }.sorted() }

  /// The names of the registers whose values end.
  var ending: [String] { entries.filter(\.isEnding).map { "\($0.name)" }.sorted() }

  /// The names of the registers that belong to a message which was not purged, and whose values end.
  var endingOfMessages: [String] {
    entries.filter(\.isEnding).compactMap { entry in
      let content = entries.first { $0.subject == entry.subject && $0.name == .content }
      guard let content,
        case .content(let present)? = try? ExchangeRegister(content.bytes, of: .content),
        let generation = (try? ExchangeRegister(entry.bytes, of: entry.name))?.generation
      else { return "\(entry.name) without content" }
      let isOver =
        generation < present.generation || (generation == present.generation && present.isPurged)
      return isOver ? nil : "\(entry.name)"
    }
  }

  /// Forgets the values that have ended.
  mutating func expire(at time: TimeInterval) {
    let ends = ends
    entries.removeAll { entry in ends[entry.sequence].map { $0 <= time } ?? false }
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
