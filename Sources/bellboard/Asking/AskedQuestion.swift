import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import InboxText

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
  /// - Throws: `InboxError`, `Failure`.
  init(_ question: Payload, defaultSource: String, timeout: Double?, in inbox: Inbox) throws {
    // The inbox stores times in milliseconds.
    let now = Date(milliseconds: Date().milliseconds)
    end = timeout.map { Date(milliseconds: now.addingTimeInterval($0).milliseconds) }
    var payload = question
    payload.expiresAt = end.map(Payload.Field.set) ?? .cleared
    let outcome = try inbox.at(now).push([payload], defaultSource: defaultSource)
    switch outcome.results[0] {
    case .inserted(let number, _), .merged(let number, _): self.number = number
    case .ignored, .refused:
      let reason = ErrorText.reason(for: outcome.results[0]).map { ": \($0)" } ?? ""
      throw Failure("the question was not asked\(reason)")
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
  /// - Throws: ``AnswerTimeout``, `Failure`, `EndedBySignal`, `OutputError.readerGone`, `InboxError`.
  mutating func answer(through wait: InboxWait) throws -> String {
    do {
      return try label(through: wait)
    } catch {
      let isTimeUp = error is AnswerTimeout
      let outcome = try? inbox.withdraw(number, receivedAt: receivedAt, isTimeUp: isTimeUp)
      guard case .answered(let label)? = outcome, isTimeUp else { throw error }
      return label
    }
  }

  /// The question with its answer as JSON.
  func json() throws -> String { MessageJSON(try message()).text }

  private mutating func label(through wait: InboxWait) throws -> String {
    while true {
      if let label = try current() { return label }
      switch try wait.wait(atMost: end?.timeIntervalSinceNow) {
      case .changed, .reloaded: continue
      case .timeUp: throw AnswerTimeout()
      case .signal(let number): throw EndedBySignal(number: number)
      }
    }
  }

  /// The answer in the inbox now; nil while the question is open.
  private mutating func current() throws -> String? {
    let message = try message()
    try keep(message)
    if let label = message.answer { return label }
    guard message.status != .deleted else {
      throw Failure("the question \(number) was deleted before anybody answered")
    }
    guard message.isQuestion else {
      throw Failure("\(number) was replaced by a message that asks nothing")
    }
    if let end = message.expiresAt, end <= Date() { throw AnswerTimeout() }
    return nil
  }

  private func message() throws -> Message {
    if let message = try inbox.message(number) { return message }
    throw Failure("the question \(number) was removed before anybody answered")
  }

  /// Checks that the question is still ours, and updates its time if it was received again.
  ///
  /// A question that was asked again is recognized by its deadline.
  private mutating func keep(_ message: Message) throws {
    guard message.receivedAt != receivedAt else { return }
    guard let end, message.expiresAt == end else {
      throw Failure(
        "the question \(number) was asked again by another program, which now waits for the answer")
    }
    receivedAt = message.receivedAt
  }
}

/// Error: nobody answered a question in time.
struct AnswerTimeout: Reportable {
  let report = "nobody answered in time"
  let exitCode = ExitCode.timedOut
}
