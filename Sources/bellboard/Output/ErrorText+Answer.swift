import InboxText
import InboxCore
import InboxUI

extension ErrorText {
  /// Why an action was not chosen; nil when it was.
  static func complaint(
    of outcome: AnswerOutcome, to name: String, about number: MessageNumber
  ) -> String? {
    switch outcome {
    case .answered: nil
    case .alreadyAnswered(let label): "\(number) was answered already: \(label.printable())"
    case .noSuchAction(let labels) where labels.isEmpty: "\(number) has no actions"
    case .noSuchAction(let labels):
      "\(number) has no action '\(name.printable())'; there are "
        + labels.map { "'\($0.printable())'" }.joined(separator: ", ")
    case .gone: "\(number) is closed: its time is up, or it is in the trash"
    case .unknownMessage: unknown(reference: "\(number)")
    }
  }
}
