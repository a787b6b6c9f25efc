import InboxCore
import InboxUI

extension ErrorText {
  /// Why a text is no filter, at which character, and what was expected.
  static func text(for problem: FilterError) -> String {
    "filter, character \(problem.column): \(problem.message)"
  }
}
