import BellboardSupport
import InboxText
import ArgumentParser
import Foundation
import InboxCore
import InboxSystem
import InboxUI

/// `bellboard ask`.
struct Ask: NamedCommand {
  static let name = "ask"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Ask a question, wait until somebody answers, and print the answer.",
    discussion: """
      The question is a notification whose actions are the answers: each --action is one, and \
      without any there are Yes and No; with --reply a person types the answer. It can be answered \
      on any open screen, and by 'bellboard answer'; the first answer counts. The exit status is 0 \
      with an answer, whichever it is, 4 when the time is up, and 1 when the question was deleted \
      or something went wrong. An asker that is told to end withdraws its question; one that is \
      killed cannot, but with --timeout nobody can answer it after that time.

          [ "$(bellboard ask 'Deploy now?' --timeout 10m)" = Yes ] && echo deploying
          tag=$(bellboard ask 'Which version?' --reply) && git tag "$tag"
      """)
  @OptionGroup var inbox: InboxOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: "How long to wait: 90, 30s, 5m, 1h30m. (default: none)")
  var timeout: String?

  @Flag(name: .long, help: "Ask for a text instead of one of several answers.")
  var reply = false

  @OptionGroup(title: "Fields") var fields: PayloadOptions

  @Argument(help: "The question.")
  var title: String

  @Argument(help: "What helps to answer it; '-' reads it from standard input.")
  var body: String?

  @Option(name: .customLong("body"), help: "BODY, as an option.")
  var bodyOption: String?

  func validate() throws {
    if body != nil, bodyOption != nil { throw ValidationError(Push.twoBodies) }
    if title.isEmpty { throw ValidationError("TITLE is the question; it must not be empty.") }
    if fields.alertOnly {
      throw ValidationError("A question that is never listed cannot be answered: no --alert-only.")
    }
    if fields.expiresAt != nil {
      throw ValidationError("--timeout says how long a question stands, not --expires-at.")
    }
    if reply, !fields.action.isEmpty {
      throw ValidationError("--reply asks for a text; it goes with no --action.")
    }
    let labels = fields.action.map { MessageAction(flag: $0).label }
    if Set(labels.map { $0.lowercased() }).count < labels.count {
      throw ValidationError("Two of the --action labels are alike; nobody could tell them apart.")
    }
  }

  func run() throws {
    try reporting { output in
      let now = Date()
      let timeout = try TimeExpressionReader.seconds(timeout, flag: "--timeout", at: now)
      let payload = try payload(at: now)
      // Handle signals before the question is stored, so that none leaves it behind.
      let signals = try SignalSource.ending()
      let inbox = try inbox.open()
      defer { inbox.closeQuietly() }
      let wait = InboxWait(watch: try inbox.watch(), signals: signals)
      var asked = try AskedQuestion(
        payload, defaultSource: "cli", timeout: timeout, in: inbox)
      asked.invite()
      let answer = try asked.answer(through: wait)
      try output.line(answer.printable(keepingNewlines: reply, keepingGraphemes: true))
    }
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
