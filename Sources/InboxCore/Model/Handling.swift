package import Foundation
import GRDB
import InboxText

/// When and where a person last read a message, deleted it, or was done with it.
package struct Handling: Sendable, Hashable {
  /// The time by this machine's clock.
  package var date: Date
  /// The name of the machine; nil outside of an exchange, where its name is not known, and for what
  /// its sender's resolution made read.
  package var machine: String?
  /// Whether it was another machine than this one.
  package var isElsewhere = false
}

extension Database {
  /// How a message was dealt with; nil for an unread one, and where no time is known.
  func handling(of message: Message) throws -> Handling? {
    guard message.status != .unread else { return nil }
    guard
      let row = try row(
        """
        SELECT m.status_at, e.machine, e.person, e.clock_offset, r.value
        FROM message AS m LEFT JOIN exchange AS e
        LEFT JOIN register AS r
          ON r.number = m.number AND r.name = 's.' || e.person AND r.dirty <> 4
        WHERE m.number = ?
        """, [message.number.rawValue]),
      let time = try row.value(0) as Int64?
    else { return nil }
    let isDone = message.doneAt != nil && message.status != .deleted
    var here = Handling(
      date: isDone ? message.doneAt ?? .distantPast : Date(milliseconds: time),
      machine: try row.value(1))
    guard let person = try row.value(2) as String?, let offset = try row.value(3) as Int64? else {
      return here
    }
    let bytes = try row.value(4) as Data?
    let register = bytes.flatMap { try? ExchangeRegister([UInt8]($0), of: .state(person: person)) }
    guard case .state(let state)? = register,
      let clock = isDone ? state.done?.clock : state.status?.clock,
      // What was done here since waits to be taken up.
      isDone ? state.done?.value == here.date.milliseconds : time - offset <= clock.milliseconds
    else {
      // A resolution makes it read on no machine.
      if !isDone, message.status == .read, message.resolvedAt != nil { here.machine = nil }
      return here
    }
    guard clock.origin != ExchangeOrigin(ofInbox: try origin(.own)) else { return here }
    return Handling(date: here.date, machine: try machineName(of: clock.origin), isElsewhere: true)
  }

  /// The name of another machine of the exchange; nil if it is not known.
  fileprivate func machineName(of origin: ExchangeOrigin) throws -> String? {
    try value("SELECT name FROM peer WHERE origin = ?", [origin.description])
  }
}

extension Inbox {
  /// The name of the machine on which the step of an entry was done; nil for this one, and if it is
  /// not known.
  ///
  /// - Throws: ``InboxError``.
  package func machineName(of entry: LogEntry) throws -> String? {
    guard let origin = entry.origin.flatMap(ExchangeOrigin.init(ofInbox:)) else { return nil }
    return try store.read { try $0.machineName(of: origin) }
  }
}

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
