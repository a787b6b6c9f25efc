import Foundation
import InboxCore

extension UIState {
  /// Shows the message under the cursor and marks it read.
  mutating func view() -> [Effect] {
    guard let row = list.selectedRow else { return [] }
    return recordView(of: row) + showReader(row.number)
  }

  private mutating func recordView(of row: MessageRow) -> [Effect] {
    guard list.status(of: row) != .deleted else { return [] }
    return record(.numbers([row.number]), of: [row])
  }

  /// Counts a view, which marks read unless the person keeps that to themselves.
  mutating func record(_ selection: MessageSelection, of rows: [MessageRow]) -> [Effect] {
    let verb: Verb = preferences.viewMarksRead ? .view : .peek
    for row in rows { expect(verb, on: row) }
    return [.perform(verb, selection)]
  }

  mutating func showReader(_ number: MessageNumber) -> [Effect] {
    let search = reader?.search
    reader = ReaderState(number: number)
    reader?.search = search
    reader?.search?.current = nil
    if screen != .reader { screens.append(.reader) }
    return [.load(number)]
  }

  /// Does what a command means in the reader.
  mutating func performInReader(_ command: Command, at now: Date) -> [Effect] {
    switch command {
    case .back: return leave()
    case .nextMessage: return turn(by: 1)
    case .previousMessage: return turn(by: -1)
    case .nextUnread, .previousUnread, .search: return find(command, at: now) ?? []
    case .nextMatch: return stepInReader(by: 1, at: now)
    case .previousMatch: return stepInReader(by: -1, at: now)
    case .delete: return deleteInReader(at: now)
    case .toggleRead, .togglePin, .open, .actions, .copy, .copyLink, .pipe:
      return act(command, at: now) ?? []
    default:
      let line = Self.scrolled(
        reader?.scroll ?? 0, command, page: max(areas.contentRows - 1, 1), last: lastReaderLine)
      reader?.scroll = line
      return []
    }
  }

  /// Shows the neighbour in the list; the cursor goes along.
  private mutating func turn(by count: Int) -> [Effect] {
    let before = list.selected
    let effects = step(count)
    return list.selected == before ? effects : effects + view()
  }

  private mutating func deleteInReader(at now: Date) -> [Effect] {
    guard !list.isTrash else {
      tell("It is in the trash already; the list restores it or removes it for good.", at: now)
      return []
    }
    let (index, number) = (list.selectedIndex, reader?.number)
    let effects = act(.delete, at: now) ?? []
    guard let index, number == list.selected, let next = neighbour(of: index, orPrevious: false)
    else {
      return effects + leave()
    }
    return effects + select(next) + view()
  }

  /// The message in the reader as a row, also when no list shows it.
  var readerRow: MessageRow? {
    guard let reader else { return nil }
    if let index = list.index(of: reader.number) { return list.snapshot.rows[index] }
    return reader.message.map(MessageRow.init)
  }

  /// Takes the message in that the reader asked for.
  mutating func load(_ number: MessageNumber, _ message: Message?, at now: Date) -> [Effect] {
    guard reader?.number == number else { return [] }
    reader?.message = message
    layOutReader()
    guard message == nil else { return [] }
    screens.removeAll { $0 == .reader }
    reader = nil
    tell("\(number) is no longer in the inbox.", isError: true, at: now)
    return []
  }

  /// The last line that can be on top: the text fills the content as long as it can.
  var lastReaderLine: Int {
    guard let reader else { return 0 }
    let lines = ContentHeights.reader(reader, columns: areas.columns)
    return max(lines - areas.contentRows, 0)
  }

  /// How far the message is scrolled, in per cent or as a word; empty when all of it is in sight.
  var readerPlace: String {
    let last = lastReaderLine
    guard let scroll = reader?.scroll, last > 0 else { return "" }
    if scroll <= 0 { return "top" }
    return scroll >= last ? "bot" : "\(max(scroll * 100 / last, 1))%"
  }

  /// Breaks the message into lines that fit the screen, and stays within them.
  mutating func layOutReader() {
    let areas = areas
    reader?.layOut(columns: areas.columns)
    guard let scroll = reader?.scroll else { return }
    let last = lastReaderLine
    reader?.scroll = min(scroll, last)
  }
}
