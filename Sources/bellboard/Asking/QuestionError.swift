import ArgumentParser
import InboxCore
import InboxUI

/// Why a question got no answer.
enum QuestionError: Error {
  /// The inbox did not take it.
  case notAsked(PushOutcome.Result)
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
      "the question was not asked" + (ErrorText.complaint(of: result).map { ": \($0)" } ?? "")
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
