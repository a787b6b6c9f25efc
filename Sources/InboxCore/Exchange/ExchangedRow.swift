import Foundation
import InboxText

/// The row of a message with the columns that only the exchange reads.
struct ExchangedRow: Hashable {
  /// The message, without earlier occurrences.
  var message: Message
  /// When its status was last set, in milliseconds since 1970; nil for never.
  var statusAt: Int64?
  /// Who answered; empty without an answer.
  var answerer = Answerer()

  /// The state that verbs change, after the end of a snooze also where the row is hidden, and is not
  /// settled for that.
  ///
  /// - Parameters:
  ///   - now: The machine's clock, in milliseconds since 1970.
  ///   - shift: How far that is ahead of the exchange's.
  /// - Returns: The state, with its snooze by the exchange's clock.
  func state(at now: Int64, shift: Int64) -> MessageState {
    var state = message.state
    if state.status == .read, state.doneAt == nil, let end = state.snoozedUntil, end <= now,
      (statusAt ?? 0) < end
    {
      state.status = .unread
    }
    state.snoozedUntil = state.snoozedUntil.map { HybridClock.clamped($0 - shift) }
    return state
  }
}

extension ExchangedMessage {
  /// The row that the registers give for a person at a time; nil while there is no content.
  ///
  /// - Parameters:
  ///   - number: The number of the message; 0 for a new one.
  ///   - writer: Whose status, pin and snooze it shows, and by which clock a snooze ends.
  /// - Returns: The row.
  func row(_ number: MessageNumber, for writer: ExchangeWriter) -> ExchangedRow? {
    guard let content = listed, var message = Message(content, number: number) else { return nil }
    let effect = state(of: writer.person, generation: content.generation)
      .timedEffect(on: content, at: writer.now - writer.shift)
    let statusAt = effect.statusAt == 0 ? nil : effect.statusAt + writer.shift
    message.state = effect.state
    message.snoozedUntil = effect.state.snoozedUntil.map {
      Date(milliseconds: HybridClock.clamped($0 + writer.shift))
    }
    message.occurrences = Int(clamping: OccurrenceCounter.shown(counters, of: content))
    var row = ExchangedRow(message: message, statusAt: statusAt)
    guard message.isQuestion else { return row }
    let decision = AnswerRegister.shown(content, decisions: decisions)
    guard
      let answer = decision ?? answers[writer.origin].flatMap({ $0.answers(content) ? $0 : nil })
    else { return row }
    row.message.answer = answer.label
    row.answerer = .init(
      person: answer.person, machine: answer.machine, time: answer.time, isSent: decision == nil)
    return row
  }
}
