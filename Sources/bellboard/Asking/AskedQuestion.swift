import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxSystem
import InboxText
import InboxUI

/// A question that was asked, and the wait for its answer.
struct AskedQuestion {
  private let inbox: Inbox
  private let number: MessageNumber
  private let labels: [String]
  /// When it is too late; nil is never.
  private let end: Date?
  /// When the question last came up, by which it differs from one that was asked again.
  private var receivedAt: Date

  /// Puts the question into the inbox, where it expires with the time to answer.
  ///
  /// - Throws: ``InboxError``, ``QuestionError``.
  init(_ question: Payload, defaultSource: String, timeout: Double?, in inbox: Inbox) throws {
    // As the inbox keeps times.
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

  /// Tells a person at this terminal, whose script stands still, who is waited for.
  func invite() {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let choices =
      labels.isEmpty ? "a text" : labels.map { $0.printable() }.joined(separator: ", ")
    StandardError.printError("waiting for an answer to \(number): \(choices)")
  }

  /// Waits for the label that answers it; a question without an answer is withdrawn.
  ///
  /// - Throws: ``QuestionError``, `EndedBySignal`, ``OutputError/readerGone``, ``InboxError``.
  mutating func answer(through wait: InboxWait) throws -> String {
    do {
      return try label(through: wait)
    } catch {
      let outcome = try? inbox.withdraw(number, receivedAt: receivedAt)
      guard case .answered(let label)? = outcome,
        case QuestionError.timeUp = error
      else { throw error }
      return label
    }
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

  /// The answer as the inbox has it now; nil while the question stands.
  private mutating func current() throws -> String? {
    guard let message = try inbox.message(number) else { throw QuestionError.removed(number) }
    try keep(message)
    if let label = message.answer { return label }
    guard message.status != .deleted else { throw QuestionError.deleted(number) }
    guard message.isQuestion else { throw QuestionError.replaced(number) }
    if let end = message.expiresAt, end <= Date() { throw QuestionError.timeUp }
    return nil
  }

  /// Holds on to the question when it came up again for the same asker, who knows it by its end.
  private mutating func keep(_ message: Message) throws {
    guard message.receivedAt != receivedAt else { return }
    guard let end, message.expiresAt == end else { throw QuestionError.askedAgain(number) }
    receivedAt = message.receivedAt
  }
}

/// An error of a question: it got no answer.
enum QuestionError: Error {
  /// The inbox did not take it.
  case notAsked(PushOutcome.RecordResult)
  /// Nobody answered in time.
  case timeUp
  /// It is in the trash.
  case deleted(MessageNumber)
  /// It was purged, or had to go because there were too many messages.
  case removed(MessageNumber)
  /// Another push with its id made it a message that asks nothing.
  case replaced(MessageNumber)
  /// Another program asked it anew, and waits for the answer.
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
