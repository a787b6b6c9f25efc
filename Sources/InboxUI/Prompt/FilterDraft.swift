import Foundation
import InboxCore

/// Parsing of a filter while it is typed.
enum FilterDraft {
  /// Whether the text parses, ignoring a last word that may become a filter word.
  static func isReadable(_ text: String) -> Bool {
    let past = Date(timeIntervalSinceReferenceDate: 0)
    return finished(text).first.map {
      (try? MessageFilter(parsing: $0, now: past, timeZone: .gmt)) != nil
    } ?? true
  }

  /// The texts to parse, in order: the whole, unless its last word is incomplete, then the rest.
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
