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

  /// The event of a text; nil for another text.
  package init?(event text: String) {
    switch text {
    case "repeat": self = .repetition
    case "resolved": self = .resolution
    case "next": self = .next
    case "here": self = .visit(machine: nil)
    case _ where text.hasPrefix("on ") && text.utf8.count > 3:
      self = .visit(machine: String(text.dropFirst(3)))
    default: return nil
    }
  }

  /// The texts of events that need no name.
  package static let events = ["repeat", "resolved", "next", "here"]

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
      if !error.expected.isEmpty { error.expected += Self.events + ["on laptop"] }
      throw error
    }
  }

  /// The text of an event; nil for a time.
  package var event: String? {
    switch self {
    case .date: nil
    case .repetition: "repeat"
    case .resolution: "resolved"
    case .next: "next"
    case .visit(let machine): machine.map { "on \($0)" } ?? "here"
    }
  }

  /// The words for a reader, as after "Snoozed until"; nil for a time.
  package var words: String? {
    switch self {
    case .date: nil
    case .repetition: "it repeats"
    case .resolution: "it is resolved"
    case .next: "the next of its source"
    case .visit(let machine): machine.map { "you are on \($0)" } ?? "you are back"
    }
  }
}
