import InboxText
import Foundation

extension UIState {
  /// Searches the open message; an empty text ends the search.
  mutating func searchInReader(for text: String, at now: Date) -> [Effect] {
    guard let reader, let content = reader.content(columns: areas.columns) else { return [] }
    guard !text.isEmpty else {
      self.reader?.search = nil
      return []
    }
    var search = ReaderSearch(text, in: content)
    search.begin(at: reader.scroll)
    self.reader?.search = search
    showMatch(isRound: false, at: now)
    return []
  }

  /// Goes to the next or previous place of the search in the open message.
  mutating func stepInReader(by step: Int, at now: Date) -> [Effect] {
    guard var search = reader?.search else {
      tell("No search yet: / starts one.", at: now)
      return []
    }
    let isRound = search.step(by: step)
    reader?.search = search
    showMatch(isRound: isRound, at: now)
    return []
  }

  /// Scrolls to the present place of the search, unless it is in sight, and tells which one it is.
  private mutating func showMatch(isRound: Bool, at now: Date) {
    guard let search = reader?.search else { return }
    guard let current = search.current else {
      return tell("No match for “\(search.text)”.", at: now)
    }
    let row = search.matches[current].row
    let rows = areas.contentRows
    let scroll = reader?.scroll ?? 0
    if row < scroll || row >= scroll + rows {
      let last = lastReaderLine
      reader?.scroll = min(max(row - rows / 3, 0), last)
    }
    let round = isRound ? ", went on from the other end" : ""
    tell("Match \(current + 1) of \(search.count)\(round).", at: now)
  }
}
