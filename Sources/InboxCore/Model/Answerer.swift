package import Foundation
import GRDB
import InboxText

/// Who answered a question, where and when.
package struct Answerer: Sendable, Hashable {
  /// The person; nil outside of an exchange.
  package var person: String?
  /// The name of the machine; nil outside of an exchange.
  package var machine: String?
  /// In milliseconds since 1970; nil for an answer that an older program stored.
  var time: Int64?
  /// Whether the answer waits for the machine that asks, which decides.
  package var isSent = false

  /// When it was given; nil for an answer that an older program stored.
  package var date: Date? { time.map(Date.init(milliseconds:)) }

  /// The person of an exchange who has given no other name.
  package static let unnamed = "me"

  /// Who answered on which machine, such as `ann on atlas`; nil outside of an exchange.
  package var text: String? {
    let names = [
      person == Self.unnamed ? nil : person, machine.map { "on \($0)" },
      isSent ? "sent when the machine that asks is reached" : nil,
    ].compactMap(\.self)
    guard !names.isEmpty else { return nil }
    return isSent ? names.joined(separator: ", ") : names.joined(separator: " ")
  }
}

extension Database {
  /// Who answered a question; nil without an answer.
  func answerer(of message: Message) throws -> Answerer? {
    guard message.isQuestion, message.answer != nil else { return nil }
    return try row(
      """
      SELECT answered_by, answered_on, answered_at, answer_sent FROM message WHERE number = ?
      """, [message.number.rawValue]
    ).map { row in
      Answerer(
        person: try row.value(0), machine: try row.value(1), time: try row.value(2),
        isSent: (try row.value(3) as Int?) == 1)
    }
  }
}
