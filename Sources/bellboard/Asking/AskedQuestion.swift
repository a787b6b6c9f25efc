import Foundation
import InboxCore
import InboxUI

/// A question that is in the inbox, and whoever waits for its answer.
struct AskedQuestion {
  private let inbox: Inbox
  private let number: MessageNumber
  private let labels: [String]
  /// Seconds until it is too late; nil is never.
  private let timeout: Double?

  /// Puts the question into the inbox, where it expires with the time to answer.
  ///
  /// - Throws: ``InboxError``, ``QuestionProblem``.
  init(_ question: Payload, defaultSource: String, timeout: Double?, in inbox: Inbox) throws {
    let now = Date()
    var payload = question
    payload.expiresAt = timeout.map { .set(now.addingTimeInterval($0)) } ?? .cleared
    let outcome = try inbox.push([payload], defaultSource: defaultSource, at: now)
    switch outcome.results.first {
    case .inserted(let number, _), .merged(let number, _): self.number = number
    case .ignored(let reason): throw QuestionProblem.notAsked(reason: reason)
    case nil: throw QuestionProblem.notAsked(reason: "nothing came of it")
    }
    self.inbox = inbox
    self.timeout = timeout
    labels = payload.actions.value?.map(\.label) ?? []
  }

  /// Tells a person at this terminal, whose script stands still, who is waited for.
  func invite() {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let choices = labels.map { $0.printable() }.joined(separator: ", ")
    StandardError.complain("waiting for an answer to \(number): \(choices)")
  }

  /// Waits for the label that answers it; a question without an answer is withdrawn.
  ///
  /// - Throws: ``QuestionProblem``, `EndedBySignal`, ``OutputProblem/readerGone``, ``InboxError``.
  func answer(through wait: InboxWait) throws -> String {
    do {
      return try label(through: wait)
    } catch {
      guard case .answered(let label)? = try? inbox.withdraw(number, at: Date()),
        case QuestionProblem.timeUp = error
      else { throw error }
      return label
    }
  }

  private func label(through wait: InboxWait) throws -> String {
    let clock = ContinuousClock()
    let deadline = timeout.map { clock.now + .seconds($0) }
    while true {
      if let label = try current() { return label }
      switch try wait.wait(atMost: deadline.map { clock.now.duration(to: $0) / .seconds(1) }) {
      case .changed: continue
      case .timeUp: throw QuestionProblem.timeUp
      case .signal(let number): throw EndedBySignal(number: number)
      case .readerGone: throw OutputProblem.readerGone
      }
    }
  }

  /// The answer as the inbox has it now; nil while the question stands.
  private func current() throws -> String? {
    guard let message = try inbox.message(number) else { throw QuestionProblem.removed(number) }
    if let label = message.answer { return label }
    guard message.status != .deleted else { throw QuestionProblem.deleted(number) }
    guard message.isQuestion else { throw QuestionProblem.replaced(number) }
    if let end = message.expiresAt, end <= Date() { throw QuestionProblem.timeUp }
    return nil
  }
}
