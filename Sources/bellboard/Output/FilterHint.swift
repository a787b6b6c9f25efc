import BellboardSupport
import InboxCore
import InboxText
import InboxUI

/// The hint for a filter without matches, on standard error.
enum FilterHint {
  /// Prints the term that was probably meant; nothing where no similar one is known.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - inbox: The inbox.
  ///   - words: The words after `--json`, which may have been meant as its fields.
  /// - Throws: `InboxError`.
  static func print(for filter: MessageFilter, in inbox: Inbox, words: [String] = []) throws {
    let names = words.flatMap { $0.split(separator: ",").map(String.init) }
    if !names.isEmpty, names.allSatisfy(Message.fieldNames.contains) {
      return StandardError.printError(
        "0 messages · --json prints all fields; for some use --format '{title} {source}'")
    }
    guard let suggestion = try inbox.suggestion(for: filter) else { return }
    StandardError.printError("0 messages · did you mean \(suggestion.printable())?")
  }
}
