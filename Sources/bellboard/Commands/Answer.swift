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
    for text accepts any text. No link is opened.
    """
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "Message: @number, id, or the start of an id.", completion: .messages)
  var message: String

  @Argument(help: "Label or id of an action, or the text that a question asks for.")
  var action: String

  func run(to output: StandardOutput) throws {
    let inbox = try inbox.openExisting()
    defer { inbox.closeQuietly() }
    let number = try inbox.number(named: message)
    let outcome = try inbox.answer(number, action: action)
    if case .answered(let action) = outcome {
      let text = action.label.printable(keepingNewlines: true, keepingGraphemes: true)
      try output.line(text)
    }
    if let complaint = ErrorText.reason(for: outcome, to: action, about: number) {
      throw Failure(complaint)
    }
  }
}
