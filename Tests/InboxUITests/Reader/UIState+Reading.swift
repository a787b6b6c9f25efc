import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI

/// A screen's state without an inbox, for what is laid out from the state alone.
extension UIState {
  /// A list of rows that were read.
  static func listing(_ rows: [MessageRow], size: Size) -> UIState {
    var state = UIState(size: size)
    _ = state.start()
    var snapshot = InboxSnapshot(query: .init())
    snapshot.rows = rows
    return state.after(.snapshot(snapshot))
  }

  /// A reader that shows a message.
  static func reading(_ message: Message, columns: Int = 60, rows: Int = 24) -> UIState {
    var state = UIState(size: Size(columns: columns, rows: rows))
    state.showReader(message.number)
    state.receive(message)
    return state
  }

  /// Hands in a message that was read for the reader.
  mutating func receive(_ message: Message) {
    send(.answered(FetchMessages([message.number], for: .reader), [message]))
  }

  /// Hands in an event, whose effects do not matter.
  mutating func send(_ event: Event, at now: Date = .testing) { _ = update(event, at: now) }

  /// Presses keys by their names, one after the other.
  mutating func press(_ names: String..., at now: Date = .testing) {
    for name in names.flatMap({ $0.split(separator: " ") }) {
      send(.key(must { try Key(name: String(name)) }), at: now)
    }
  }

  /// Types a text, one key a character, and presses keys.
  mutating func type(_ text: String, then more: String...) {
    for character in text { send(.key(.character(character))) }
    press(more.joined(separator: " "))
  }

  /// The state after keys, as a copy.
  func pressing(_ names: String...) -> UIState {
    var state = self
    return state.after(names.joined(separator: " "))
  }

  /// The state itself after keys.
  mutating func after(_ names: String...) -> UIState {
    press(names.joined(separator: " "))
    return self
  }

  /// The state itself after a text that is typed, and keys.
  mutating func after(typing text: String, then more: String...) -> UIState {
    type(text)
    return after(more.joined(separator: " "))
  }

  /// The state itself after an event.
  mutating func after(_ event: Event) -> UIState {
    send(event)
    return self
  }

  /// The lines of the reader.
  func readerLines(rows: Int? = nil, at now: Date = .testing(120)) -> [Line] {
    ReaderScreen.lines(self, rows: rows ?? areas.contentRows, at: now, in: .gmt)
  }

  /// The texts of the lines of the reader.
  func readerTexts(rows: Int? = nil, at now: Date = .testing(120)) -> [String] {
    readerLines(rows: rows, at: now).texts
  }
}
