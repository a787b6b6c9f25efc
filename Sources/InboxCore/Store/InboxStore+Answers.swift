import Foundation
import GRDB
import InboxText

extension InboxStore {
  /// Chooses an action of a message; of a question, the first answer is the only one.
  ///
  /// An answer keeps the question in the list: the time by which it was wanted no longer counts.
  func answer(
    _ number: MessageNumber, action name: String, at now: Date
  ) throws -> AnswerOutcome {
    try writeSettled(at: now) { database in
      guard let message = try Self.message(number, in: database) else { return .unknownMessage }
      if message.isQuestion, let label = message.answer { return .alreadyAnswered(label) }
      guard !message.isQuestion || message.awaitsAnswer(at: now) else { return .gone }
      guard let action = message.action(named: name) else {
        return .noSuchAction(labels: message.actions.map(\.label))
      }
      try database.choose(action, of: message, at: now)
      return .answered(action)
    }
  }

  /// Ends a question that nobody answered, as of now; it is then an expired message.
  func withdraw(
    _ number: MessageNumber, receivedAt: Date?, at now: Date
  ) throws -> WithdrawalOutcome {
    try writeSettled(at: now) { database in
      guard let message = try Self.message(number, in: database), message.isQuestion else {
        return .unknownMessage
      }
      guard receivedAt.map({ $0.milliseconds == message.receivedAt.milliseconds }) ?? true else {
        return .askedAgain
      }
      if let label = message.answer { return .answered(label) }
      guard message.expiresAt.map({ $0 > now }) ?? true else { return .withdrawn }
      var changed = message
      changed.expiresAt = now
      try database.replace(changed, isPlacedAnew: false, at: now)
      try database.appendLog(.withdrawn, [number], at: now)
      return .withdrawn
    }
  }
}

extension Message {
  /// The action with this id or label; letter case is only looked at where it makes a difference.
  fileprivate func action(named name: String) -> MessageAction? {
    let alike = actions.filter { $0.label.lowercased() == name.lowercased() }
    return actions.first { $0.id == name } ?? actions.first { $0.label == name }
      ?? (alike.count == 1 ? alike[0] : nil)
  }
}

extension Database {
  /// Writes what a chosen action makes of its message, into the log and the metrics too.
  fileprivate func choose(_ action: MessageAction, of message: Message, at now: Date) throws {
    var changed = message
    var tally = MetricTally()
    let category = message.categories.first
    if message.status == .unread {
      changed.status = .read
      tally.add(.read, source: message.source, category: category)
    }
    if message.isQuestion {
      changed.answer = action.label
      changed.expiresAt = nil
    }
    if changed != message { try replace(changed, isPlacedAnew: false, at: now) }
    try appendLog(.acted, [message.number], detail: action.label, at: now)
    tally.add(.action, detail: action.label, source: message.source, category: category)
    try tally.write(to: self, at: now)
  }
}
