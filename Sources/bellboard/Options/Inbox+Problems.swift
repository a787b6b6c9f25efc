import BellboardSupport
import InboxCore
import InboxText
import InboxUI

extension Inbox {
  /// One sentence for each reference to no message or to several, with what was probably meant.
  ///
  /// `filterOption` is the option of the command that takes a filter; nil for none.
  func problems(of resolution: Resolution, filterOption: String? = nil) throws -> [String] {
    let filterWords = resolution.unknown.filter(FilterWord.isTerm)
    let others = resolution.unknown.filter { !FilterWord.isTerm($0) }
    var problems = try others.map(problem)
    if !filterWords.isEmpty {
      problems.append(
        ErrorText.misplaced(filterWords: filterWords, filterOption: filterOption))
    }
    return problems
      + resolution.candidates.sorted { $0.key < $1.key }
      .map { ErrorText.ambiguous(reference: $0.key, candidates: $0.value) }
  }

  /// The sentence for an unknown reference; `3` and `#3` are taken for `@3` if there is one.
  private func problem(of reference: String) throws -> String {
    let digits = reference.hasPrefix("#") ? reference.dropFirst() : reference[...]
    if !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }),
      let number = try resolve(["@" + digits]).numbers.first
    {
      return ErrorText.bare(number: number, reference: reference)
    }
    return ErrorText.unknown(reference: reference)
  }
}

extension FilterWord {
  /// Whether a text is a term of the filter language with a name, such as `is:unread`.
  static func isTerm(_ text: String) -> Bool {
    let term = text.drop { $0 == "-" }
    return named.contains { word in
      guard word.argument != nil, !word.name.hasSuffix(":") else {
        return term.hasPrefix(word.name)
      }
      return term.dropFirst(word.name.count).first.map { "<>=".contains($0) } == true
        && term.hasPrefix(word.name)
    }
  }
}

/// The hint for a filter without matches, on standard error.
enum FilterHint {
  /// Prints the term that was probably meant, what no message has, or that all is done; nothing where
  /// none of it is known.
  ///
  /// `words` are those after `--json`, which may have been meant as its fields.
  static func print(for filter: MessageFilter, in inbox: Inbox, words: [String] = []) throws {
    let names = words.flatMap { $0.split(separator: ",").map(String.init) }
    if !names.isEmpty, names.allSatisfy(Message.fieldNames.contains) {
      return StandardError.printError(
        "0 messages · --json prints all fields; for some use --format '{title} {source}'")
    }
    guard let reason = try inbox.emptyReason(for: filter) else { return }
    let words = reason.words ?? "all that it matches is done; add is:done"
    StandardError.printError("0 messages · \(words.printable())")
  }
}
