import ArgumentParser
import Foundation
import InboxCore
import InboxUI

/// `bellboard answer`.
struct Answer: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Answer a question, or choose another action of a message.",
    discussion: """
      Prints what was chosen and marks the message read. Of a question the first answer counts; a \
      later one is refused with what was answered. No link is opened.
      """)
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "The message: @number, id, or the beginning of one.")
  var message: String

  @Argument(help: "Label or id of one of its actions.")
  var action: String

  func run() throws {
    try reporting { output in
      let inbox = try inbox.open()
      defer { inbox.closeQuietly() }
      let resolution = try inbox.resolve([message])
      guard let number = resolution.numbers.first else {
        ErrorText.problems(of: resolution).forEach(StandardError.complain)
        throw ExitCode.nothingMatched
      }
      let outcome = try inbox.answer(number, action: action, at: Date())
      guard case .answered(let action) = outcome else {
        StandardError.complain(outcome.complaint(about: number))
        throw ExitCode.failed
      }
      try output.line(action.label.printable())
    }
  }
}

extension AnswerOutcome {
  /// Why nothing was chosen, in words.
  fileprivate func complaint(about number: MessageNumber) -> String {
    switch self {
    case .answered(let action): "\(number): \(action.label.printable())"
    case .alreadyAnswered(let label):
      "\(number) was answered already: \(label.printable())"
    case .noSuchAction(let labels) where labels.isEmpty: "\(number) has no actions"
    case .noSuchAction(let labels):
      "\(number) has no such action; there are "
        + labels.map { "'\($0.printable())'" }.joined(separator: ", ")
    case .gone: "\(number) is closed: its time is up, or it is in the trash"
    case .unknownMessage: ErrorText.unknown(reference: "\(number)")
    }
  }
}
