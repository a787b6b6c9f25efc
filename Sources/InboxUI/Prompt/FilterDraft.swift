import Foundation
import InboxCore

/// A filter that is being typed.
enum FilterDraft {
  /// Whether a text is a filter, apart from a last word that may become a filter word.
  static func isReadable(_ text: String) -> Bool {
    let past = Date(timeIntervalSinceReferenceDate: 0)
    return finished(text).first.map {
      (try? MessageFilter(parsing: $0, now: past, timeZone: .gmt)) != nil
    } ?? true
  }

  /// The texts to try: all of it, unless its last word may become a filter word, then all before.
  static func finished(_ text: String) -> [String] {
    let last = String(text.reversed().prefix { $0 != " " && $0 != "(" && $0 != "-" }.reversed())
    let rest = String(
      text.dropLast(last.count).reversed().drop { $0 == "-" || $0 == "(" }.reversed())
    return isUnfinished(last) ? [rest] : [text, rest]
  }

  private static func isUnfinished(_ word: String) -> Bool {
    guard !word.isEmpty, word.allSatisfy(\.isLetter) else { return false }
    let lowered = word.lowercased()
    return FilterWord.named.contains { $0.name.hasPrefix(lowered) } || "OR".hasPrefix(word)
  }
}
