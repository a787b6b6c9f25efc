import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxSystem
import InboxText
import InboxUI

/// A question in the inbox whose answer is awaited.
struct AskedQuestion {
  private let inbox: Inbox
  private let number: MessageNumber
  private let labels: [String]
  /// The deadline for the answer; nil for none.
  private let end: Date?
  /// When the question was last received, which tells it from one that was asked again.
  private var receivedAt: Date

  /// Pushes the question; it expires at the deadline.
  ///
  /// - Throws: ``InboxError``, ``QuestionError``.
  init(_ question: Payload, defaultSource: String, timeout: Double?, in inbox: Inbox) throws {
    // The inbox stores times in milliseconds.
    let now = Date(milliseconds: Date().milliseconds)
    end = timeout.map { Date(milliseconds: now.addingTimeInterval($0).milliseconds) }
    var payload = question
    payload.expiresAt = end.map(Payload.Field.set) ?? .cleared
    let outcome = try inbox.at(now).push([payload], defaultSource: defaultSource)
    switch outcome.results[0] {
    case .inserted(let number, _), .merged(let number, _): self.number = number
    case .ignored, .refused: throw QuestionError.notAsked(outcome.results[0])
    }
    receivedAt = now
    self.inbox = inbox
    labels = payload.actions.value?.map(\.label) ?? []
  }

  /// Prints on a terminal that the program waits for an answer, and the choices.
  func invite() {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let choices =
      labels.isEmpty ? "a text" : labels.map { $0.printable() }.joined(separator: ", ")
    StandardError.printError("waiting for an answer to \(number): \(choices)")
  }

  /// Waits for the answer and returns its label; an unanswered question is withdrawn.
  ///
  /// - Throws: ``QuestionError``, `EndedBySignal`, ``OutputError/readerGone``, ``InboxError``.
  mutating func answer(through wait: InboxWait) throws -> String {
    do {
      return try label(through: wait)
    } catch {
      let isTimeUp = if case QuestionError.timeUp = error { true } else { false }
      let outcome = try? inbox.withdraw(number, receivedAt: receivedAt, isTimeUp: isTimeUp)
      guard case .answered(let label)? = outcome, isTimeUp else { throw error }
      return label
    }
  }

  /// The question with its answer as JSON.
  ///
  /// - Throws: ``QuestionError``, ``InboxError``.
  func json() throws -> String {
    guard let message = try inbox.message(number) else { throw QuestionError.removed(number) }
    return MessageJSON(message).text
  }

  private mutating func label(through wait: InboxWait) throws -> String {
    while true {
      if let label = try current() { return label }
      switch try wait.wait(atMost: end?.timeIntervalSinceNow) {
      case .changed, .reloaded: continue
      case .timeUp: throw QuestionError.timeUp
      case .signal(let number): throw EndedBySignal(number: number)
      case .readerGone: throw OutputError.readerGone
      }
    }
  }

  /// The answer in the inbox now; nil while the question is open.
  private mutating func current() throws -> String? {
    guard let message = try inbox.message(number) else { throw QuestionError.removed(number) }
    try keep(message)
    if let label = message.answer { return label }
    guard message.status != .deleted else { throw QuestionError.deleted(number) }
    guard message.isQuestion else { throw QuestionError.replaced(number) }
    if let end = message.expiresAt, end <= Date() { throw QuestionError.timeUp }
    return nil
  }

  /// Checks that the question is still ours, and updates its time if it was received again.
  ///
  /// A question that was asked again is recognized by its deadline.
  private mutating func keep(_ message: Message) throws {
    guard message.receivedAt != receivedAt else { return }
    guard let end, message.expiresAt == end else { throw QuestionError.askedAgain(number) }
    receivedAt = message.receivedAt
  }
}

/// Error: a question got no answer.
enum QuestionError: Error {
  /// The inbox ignored or refused it.
  case notAsked(PushOutcome.RecordResult)
  /// Nobody answered in time.
  case timeUp
  /// It is in the trash.
  case deleted(MessageNumber)
  /// It was purged or pruned.
  case removed(MessageNumber)
  /// Another push with its id replaced it by a message that is not a question.
  case replaced(MessageNumber)
  /// Another program asked it again and waits for the answer.
  case askedAgain(MessageNumber)
}

extension QuestionError: Reportable {
  var report: String {
    switch self {
    case .notAsked(let result):
      "the question was not asked" + (ErrorText.reason(for: result).map { ": \($0)" } ?? "")
    case .timeUp: "nobody answered in time"
    case .deleted(let number): "the question \(number) was deleted before anybody answered"
    case .removed(let number): "the question \(number) was removed before anybody answered"
    case .askedAgain(let number):
      "the question \(number) was asked again by another program, which now waits for the answer"
    case .replaced(let number): "\(number) was replaced by a message that asks nothing"
    }
  }

  var exitCode: ExitCode {
    if case .timeUp = self { .timedOut } else { .failed }
  }
}
