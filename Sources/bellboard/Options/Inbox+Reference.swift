import ArgumentParser
import InboxCore

extension Inbox {
  /// The one message that a reference names; says so when there is none, or several.
  ///
  /// - Throws: `ExitCode.nothingMatched`, `InboxError`.
  func number(named reference: String) throws -> MessageNumber {
    let resolution = try resolve([reference])
    if let number = resolution.numbers.first { return number }
    ErrorText.problems(of: resolution).forEach(StandardError.complain)
    throw ExitCode.nothingMatched
  }
}
