import Foundation
import InboxCore

/// Parsing of a filter while it is typed.
///
/// While the last word can still become a filter word or a known name, such as `is:unr` or
/// `source:c`, the list shows the rest of the filter, rather than no messages.
struct FilterDraft {
  /// The typed text.
  let text: String
  /// The texts to parse, in order: the whole, unless its last word is incomplete, then the rest.
  let finished: [String]
  /// The number of characters of its last word.
  private let lastCount: Int
  /// Whether its last word begins a filter word or a known name, such as `is:un`.
  private let isOpenTerm: Bool
  /// Whether a completion of its last word is known.
  private let isCompleted: Bool

  /// Splits a typed text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - names: The known sources, categories and tags.
  init(_ text: String, _ names: FilterNames) {
    self.text = text
    let last = String(
      text.reversed().prefix { $0 != " " && $0 != "(" }.reversed().drop { $0 == "-" })
    let rest = String(
      text.dropLast(last.count).reversed().drop { $0 == "-" || $0 == "(" }.reversed())
    lastCount = last.count
    let isUnfinished = Self.isUnfinished(last, names)
    isOpenTerm = isUnfinished && last.contains(":")
    finished = isUnfinished ? [rest] : [text, rest]
    isCompleted = Completion.ofFilter(text, offset: 0, names)?.candidates.isEmpty == false
  }

  /// What is missing or wrong, ignoring an incomplete last word; nil if it parses.
  var problem: String? {
    guard let first = finished.first else { return nil }
    if isOpenTerm { return "not complete" }
    let past = Date(timeIntervalSinceReferenceDate: 0)
    do throws(FilterError) {
      _ = try MessageFilter(parsing: first, now: past, timeZone: .gmt)
      return nil
    } catch {
      let isInLastWord = error.column > text.count - lastCount
      if error.isOfUnfinished || isCompleted && isInLastWord { return "not complete" }
      // What is wrong, without what is expected.
      return String(error.message.prefix { $0 != ";" })
    }
  }

  /// Whether a word can become a filter word or a known name, and is none yet.
  static func isUnfinished(_ word: String, _ names: FilterNames) -> Bool {
    guard !word.isEmpty else { return false }
    let lowered = word.lowercased()
    if word.allSatisfy(\.isLetter) {
      return FilterWord.named.contains { $0.name.hasPrefix(lowered) } || "OR".hasPrefix(word)
    }
    guard lowered.contains(":") else { return false }
    let terms = names.names.map { $0.term.lowercased() } + FilterWord.named.map(\.name)
    return !terms.contains(lowered) && terms.contains { $0.hasPrefix(lowered) }
  }
}

extension PromptState {
  /// Completes the last word of a filter, if a single filter word or name begins with it: `is:un`.
  mutating func completeFilterWord(among names: CompletionNames) {
    guard purpose == .filter, behindCursor.isEmpty,
      let completion = completion(among: names), let only = completion.only,
      only.isWhole, completion.typed.contains(":"),
      FilterDraft.isUnfinished(completion.typed, names.filterNames)
    else { return }
    complete(with: only, of: completion)
  }
}

extension FilterError {
  /// Whether more text may make the filter valid.
  fileprivate var isOfUnfinished: Bool {
    switch kind {
    case .missingValue, .missingTerm, .missingAlternative, .openQuote, .emptyQuote, .openBracket,
      .emptyBrackets:
      true
    default: false
    }
  }
}
