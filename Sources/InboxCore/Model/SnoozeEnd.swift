public import Foundation
package import InboxText

/// What ends a snooze: a time, or something that happens.
///
/// The text of an event, as `next`, is what `--until` takes, and what stands in `snoozed_for`.
public enum SnoozeEnd: Sendable, Hashable {
  /// A time.
  case date(Date)
  /// The message repeats: one more of its fold, or a new one of its source with its title.
  case repetition
  /// Its sender resolves it.
  case resolution
  /// The next message of its source, itself included.
  case next
  /// A screen is opened or used again on the machine of this name in the exchange; nil for any screen
  /// of the inbox.
  case visit(machine: String?)

  /// The events that need no name: their texts, and the words for a reader.
  private static let named: [(end: SnoozeEnd, text: String, words: String)] = [
    (.repetition, "repeat", "it repeats"),
    (.resolution, "resolved", "it is resolved"),
    (.next, "next", "the next of its source"),
    (.visit(machine: nil), "here", "you are back"),
  ]

  /// The texts of events that need no name.
  package static let events = named.map(\.text)

  /// The event of a text; nil for another text.
  package init?(event text: String) {
    if let event = Self.named.first(where: { $0.text == text }) {
      self = event.end
    } else if text.hasPrefix("on "), text.utf8.count > 3 {
      self = .visit(machine: String(text.dropFirst(3)))
    } else {
      return nil
    }
  }

  /// Parses an event or a time in the future, as a person types them.
  ///
  /// `on monday` is a time, and `on laptop` is not.
  ///
  /// - Throws: `TimeExpressionError`.
  package init(_ typed: String, by reader: TimeExpressionReader) throws(TimeExpressionError) {
    let text = typed.trimmingCharacters(in: .whitespaces)
    if Self.events.contains(text.lowercased()), let event = Self(event: text.lowercased()) {
      self = event
      return
    }
    do throws(TimeExpressionError) {
      self = .date(try reader.futureDate(typed))
    } catch {
      let name = text.lowercased().hasPrefix("on ") ? text.dropFirst(3) : ""
      let machine = name.trimmingCharacters(in: .whitespaces)
      if case .unknownWord = error.kind, !machine.isEmpty {
        self = .visit(machine: machine)
        return
      }
      var error = error
      if error.expected == TimeExpressionError.examples {
        error.nearest = error.nearest ?? NearestName.nearest(to: text, in: Self.events, within: 2)
        error.expected += Self.events + ["on laptop"]
      }
      throw error
    }
  }

  /// The text of an event; nil for a time.
  package var event: String? {
    if case .visit(let machine?) = self { return "on \(machine)" }
    return Self.named.first { $0.end == self }?.text
  }

  /// The words for a reader, as after "Snoozed until"; nil for a time.
  package var words: String? {
    if case .visit(let machine?) = self { return "you are on \(machine)" }
    return Self.named.first { $0.end == self }?.words
  }
}
