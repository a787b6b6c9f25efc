import BellboardSupport
import InboxCore
import InboxText

/// The hint for a filter without matches, on standard error.
enum FilterHint {
  /// Prints the term that was probably meant; nothing where no similar one is known.
  ///
  /// - Throws: `InboxError`.
  static func print(for filter: MessageFilter, in inbox: Inbox) throws {
    guard let suggestion = try inbox.suggestion(for: filter) else { return }
    StandardError.printError("0 messages · did you mean \(suggestion.printable())?")
  }
}
