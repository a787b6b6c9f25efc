import ArgumentParser
import BellboardSupport
import InboxCore
import InboxText

struct Answer: ReportingCommand {
  static let name = "answer"
  static let abstract = "Answer a question, or choose another action of a message."
  static let discussion = """
    Prints the chosen answer or action and marks the message read. Only the first answer to a \
    question counts; a later one fails with an error that names the first. A question that asks \
    for text accepts any text. No link is opened. What sends a request or runs a command is \
    performed by bellboardd, once the actions of its source are allowed.
    """
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "Message: @number, id, or the start of an id.", completion: .messages)
  var message: String

  @Argument(help: "Label or id of an action, or the text that a question asks for.")
  var action: String

  @Flag(help: "Let the actions of the message's source send requests and run commands from now on.")
  var allowActions = false

  @Flag(help: "Take the action back that waits for bellboardd.")
  var withdraw = false

  func run(to output: StandardOutput) throws {
    let environment = try inbox.environment()
    let inbox = try environment.openExisting()
    defer { inbox.closeQuietly() }
    let number = try inbox.number(named: message)
    if withdraw {
      guard try !inbox.takeBack(action: action, of: number) else {
        return try output.sentence("Took '\(action.printable())' of \(number) back")
      }
      var outcome = "it was not chosen"
      if let message = try inbox.message(number) {
        guard message.answer == nil, let chosen = message.action(named: action) else {
          let refusal = message.refusal(of: action)
          throw Failure(ErrorText.reason(for: refusal, to: action, about: number) ?? "")
        }
        if message.actionOutcomes[message.name(of: chosen)] != nil {
          outcome = "'bellboard show \(number)' tells what came of it"
        }
      }
      throw Failure("\(number): '\(action.printable())' does not wait; \(outcome)", .nothingMatched)
    }
    var outcome = try inbox.answer(number, action: action)
    if case .notPerformed(let chosen, let asked) = outcome, asked.isPerformed {
      let note = try inbox.choose(chosen, of: number, allowing: allowActions, in: environment)
      StandardError.printError(note)
      outcome = .answered(chosen)
    }
    if case .answered(let action) = outcome {
      let text = action.label.printable(keepingNewlines: true, keepingGraphemes: true)
      try output.line(text)
    }
    if let complaint = ErrorText.reason(for: outcome, to: action, about: number) {
      throw Failure(complaint)
    }
  }
}
