public import Foundation
import GRDB
import InboxText

extension Inbox {
  /// Chooses an action of a message: marks it read, counts and logs the action.
  ///
  /// The first answer of a question wins and is stored in the message; undo does not revert it. An
  /// answered question no longer expires. A question without actions is answered by any text.
  ///
  /// - Parameters:
  ///   - number: The message.
  ///   - name: Id or label of one of its actions; the text for a question without any.
  /// - Returns: The chosen action, or why none was chosen.
  /// - Throws: ``InboxError``; then nothing has changed.
  public func answer(_ number: MessageNumber, action name: String) throws -> AnswerOutcome {
    try write { database, now in
      guard let message = try database.message(number) else { return .unknownMessage }
      if message.isQuestion, let label = message.answer { return .alreadyAnswered(label) }
      guard !message.isQuestion || message.awaitsAnswer(at: now) else { return .gone }
      guard let action = message.action(named: name) ?? message.reply(name) else {
        return message.refusal(of: name)
      }
      if let asked = message.clientAction(of: action) { return .notPerformed(action, asked) }
      try database.choose(action, of: message, at: now)
      return .answered(action)
    }
  }

  /// Withdraws an unanswered question: it expires now, and is read.
  ///
  /// - Parameters:
  ///   - number: The question.
  ///   - receivedAt: When the caller asked it; a question that was asked again since stays. nil
  ///     withdraws it in any case.
  ///   - isTimeUp: Whether nobody answered in time, so that it stays unread, rather than that its
  ///     sender takes it back.
  /// - Returns: The result.
  /// - Throws: ``InboxError``; then nothing has changed.
  public func withdraw(
    _ number: MessageNumber, receivedAt: Date? = nil, isTimeUp: Bool = false
  ) throws -> WithdrawalOutcome {
    try write { database, now in
      guard let message = try database.message(number), message.isQuestion else {
        return .unknownMessage
      }
      guard receivedAt.map({ $0.milliseconds == message.receivedAt.milliseconds }) ?? true else {
        return .askedAgain
      }
      if let label = message.answer { return .answered(label) }
      guard message.expiresAt.map({ $0 > now }) ?? true else { return .withdrawn }
      var changed = message
      changed.expiresAt = now
      if message.status == .unread, !isTimeUp { changed.status = .read }
      try database.replace(changed, isPlacedAnew: false, at: now)
      try database.appendLog(.withdrawn, [number], at: now)
      return .withdrawn
    }
  }
}

extension Message {
  /// The name in the log and in the metrics of a text that answers a question.
  static let replyName = "reply"

  /// A text as the answer of a question without actions; nil for other messages and blank texts.
  fileprivate func reply(_ text: String) -> MessageAction? {
    guard takesReply, text.contains(where: { !$0.isWhitespace }) else { return nil }
    return MessageAction(id: Self.replyName, label: text)
  }

  /// The action with this id or label; nil where several have the label.
  ///
  /// Choices of a question with one label are the same answer. Case matters only between labels that
  /// differ by it.
  package func action(named name: String) -> MessageAction? {
    if let action = actions.first(where: { $0.id == name }) { return action }
    let same = actions.filter { $0.label == name }
    let alike = same.isEmpty ? actions.filter { $0.label.lowercased() == name.lowercased() } : same
    return alike.count == 1 || isQuestion && !same.isEmpty ? alike[0] : nil
  }

  /// Why no action is to be chosen or taken back: there is an answer, or ``action(named:)`` finds none.
  package func refusal(of name: String) -> AnswerOutcome {
    if let answer { return .alreadyAnswered(answer) }
    let ids = actions.filter { $0.label == name }.map(\.id)
    return ids.isEmpty
      ? .noSuchAction(names: actions.map(self.name(of:))) : .severalActions(ids: ids)
  }

  /// The label of an action, or its id where the label may mean another one: no two have one name,
  /// and ``action(named:)`` finds each by it.
  package func name(of action: MessageAction) -> String {
    let others = actions.filter { $0.id != action.id }
    let isShared = others.contains { $0.label == action.label || $0.id == action.label }
    return isShared ? action.id : action.label
  }
}

extension Database {
  /// Stores a chosen action: message, log and metrics.
  func choose(_ action: MessageAction, of message: Message, at now: Date) throws {
    var changed = message
    // A typed text is stored only in the message.
    let detail = message.takesReply ? Message.replyName : action.label
    var tally = MetricTally()
    let category = message.categories.first
    if message.status == .unread {
      changed.status = .read
      tally.add(.read, source: message.source, category: category)
    }
    if message.isQuestion {
      changed.answer = action.label
      // Where another machine decides, the question ends as it would have.
      if try isDecidedHere(message.number) { changed.expiresAt = nil }
    }
    if changed != message { try replace(changed, isPlacedAnew: false, at: now) }
    if message.isQuestion { try noteAnswer(of: message.number, at: now) }
    try appendLog(.acted, [message.number], detail: detail, at: now)
    tally.add(.action, detail: detail, source: message.source, category: category)
    try tally.write(to: self, at: now)
  }

  /// Whether an answer counts at once: no other machine of an exchange asks the question.
  private func isDecidedHere(_ number: MessageNumber) throws -> Bool {
    guard let asker = try contentRegister(of: number)?.askedAt?.origin else { return true }
    return try asker == ExchangeOrigin(ofInbox: origin(.own))
  }

  /// Stores who answered where and when; without an exchange, only when.
  private func noteAnswer(of number: MessageNumber, at now: Date) throws {
    try run(
      """
      UPDATE message
      SET (answered_by, answered_on) = (SELECT person, machine FROM exchange), answered_at = ?
      WHERE number = ?
      """, [now.milliseconds, number.rawValue])
  }
}
