import BellboardSupport
import InboxText
import ArgumentParser
import Foundation
import InboxCore
import InboxUI

/// `bellboard answer`.
struct Answer: NamedCommand {
  static let name = "answer"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Answer a question, or choose another action of a message.",
    discussion: """
      Prints what was chosen and marks the message read. Of a question the first answer counts; a \
      later one is refused with what was answered. A question for a text takes any text. No link \
      is opened.
      """)
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "The message: @number, id, or the beginning of one.")
  var message: String

  @Argument(help: "Label or id of one of its actions; the text that answers a question for one.")
  var action: String

  func run() throws {
    try reporting { output in
      let inbox = try inbox.openExisting()
      defer { inbox.closeQuietly() }
      let number = try inbox.number(named: message)
      let outcome = try inbox.answer(number, action: action)
      if case .answered(let action) = outcome {
        let text = action.label.printable(keepingNewlines: true, keepingGraphemes: true)
        try output.line(text)
      }
      if let complaint = ErrorText.reason(for: outcome, to: action, about: number) {
        StandardError.printError(complaint)
        throw ExitCode.failed
      }
    }
  }
}
