import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import InboxText

struct Ask: ReportingCommand {
  static let name = "ask"
  static let abstract = "Ask a question, wait until somebody answers, and print the answer."
  static let discussion = """
    The question is a notification whose actions are the answers: one for each --action, or Yes \
    and No by default. With --reply the answer is typed text. It can be answered on any open \
    screen and with 'bellboard answer'; the first answer counts. The exit status is 0 for any \
    answer, 4 after the timeout, and 1 if the question was deleted or an error occurred. If the \
    command is interrupted, it withdraws the question; if it is killed it cannot, but a question \
    with --timeout expires then.

        [ "$(bellboard ask 'Deploy now?' --timeout 10m)" = Yes ] && echo deploying
        tag=$(bellboard ask 'Which version?' --reply) && git tag "$tag"
    """
  @OptionGroup var inbox: InboxOptions

  @Option(parsing: .unconditional, help: "How long to wait: 90, 30s, 5m, 1h30m. (default: none)")
  var timeout: String?

  @Flag(help: "Ask for text instead of a choice of answers.")
  var reply = false

  @Flag(help: "Print the question as JSON, with its answer and who gave it.")
  var json = false

  @OptionGroup(title: "Fields") var fields: PayloadOptions

  @Argument(help: "Question.")
  var title: String

  @Argument(help: "Details of the question; '-' reads them from standard input.")
  var body: String?

  @Option(name: .customLong("body"), help: "BODY, as an option.")
  var bodyOption: String?

  func validate() throws {
    if body != nil, bodyOption != nil { throw ValidationError(Push.twoBodies) }
    if title.isEmpty { throw ValidationError("TITLE is the question; it must not be empty.") }
    if fields.alertOnly {
      throw ValidationError(
        "A question has to be listed to be answered: --alert-only cannot be used.")
    }
    if fields.expiresAt != nil {
      throw ValidationError("Specify --timeout instead of --expires-at for a question.")
    }
    if reply, !fields.action.isEmpty {
      throw ValidationError("Specify --reply or --action, not both.")
    }
    let labels = fields.action.map { MessageAction(flag: $0).label }
    if Set(labels.map { $0.lowercased() }).count < labels.count {
      throw ValidationError("Two of the --action labels are the same, ignoring case.")
    }
  }

  func run(to output: StandardOutput) throws {
    let now = Date()
    let timeout = try TimeExpressionReader.seconds(timeout, flag: "--timeout", at: now)
    let payload = try payload(at: now)
    // Handle signals before the question is stored, so that none leaves it behind.
    let signals = try SignalSource.ending()
    let inbox = try inbox.environment().open()
    defer { inbox.closeQuietly() }
    let wait = InboxWait(watch: try inbox.watch(), signals: signals)
    var asked = try AskedQuestion(
      payload, defaultSource: "cli", timeout: timeout, in: inbox)
    asked.invite()
    let answer = try asked.answer(through: wait)
    if json { return try output.line(asked.json()) }
    try output.line(answer.printable(keepingNewlines: reply, keepingGraphemes: true))
  }

  private func payload(at now: Date) throws -> Payload {
    var payload = try fields.payload(at: now)
    payload.title = .set(title)
    if let body = body ?? bodyOption {
      payload.body = .set(body == "-" ? try StandardInput.plainText() : body)
    }
    payload.asks = .set(true)
    // A question that is asked again becomes unread and moves to the top.
    payload.resurfaces = true
    if reply {
      // Clears the choices of an earlier question with the same id.
      payload.actions = .cleared
    } else if fields.action.isEmpty {
      payload.actions = .set(["Yes", "No"].map { MessageAction(id: $0, label: $0) })
    }
    return payload
  }
}

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
