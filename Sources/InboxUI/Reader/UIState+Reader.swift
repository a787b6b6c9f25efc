import InboxText
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

  /// Shows a message in the reader that is open, else in a new one.
  mutating func showReader(_ number: MessageNumber) -> [Effect] {
    guard screen == .reader else { return openReader(number) }
    var next = ReaderState(number: number)
    // Keys of a sequence that were meant for the message before.
    pendingKeys = []
    next.search = reader?.search
    next.search?.current = nil
    next.wasGuided = reader?.wasGuided ?? false
    reader = next
    return [.fetch([number], .reader)]
  }

  /// Shows a message in a reader of its own, on top of what there is.
  mutating func openReader(_ number: MessageNumber) -> [Effect] {
    readers.append(ReaderState(number: number))
    screens.append(.reader)
    return [.fetch([number], .reader)]
  }

  /// Whether the reader shows the message under the list's cursor.
  private var isAtCursor: Bool { reader?.number == list.selected }

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
    case .restore: return restoreInReader(at: now)
    case .thread: return toggleThread(at: now)
    case .toggleRead, .togglePin, .open, .actions, .copy, .copyLink, .pipe:
      return act(command, at: now) ?? []
    case .snooze: return askForSnooze(at: now)
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
    guard let row = readerRow else { return [] }
    guard list.status(of: row) != .deleted else {
      tell("It is in the trash already; the trash removes it for good.", at: now)
      return []
    }
    return act(.delete, at: now) ?? []
  }

  private mutating func restoreInReader(at now: Date) -> [Effect] {
    guard let row = readerRow else { return [] }
    guard list.status(of: row) == .deleted else {
      tell("It is not in the trash.", at: now)
      return []
    }
    if !list.isTrash { tell("Restored.", at: now) }
    return act(.restore, at: now) ?? []
  }

  /// Goes on with the next message after one that leaves the list, or back when there is none.
  mutating func readOn() -> [Effect] {
    guard isAtCursor, let index = list.selectedIndex,
      let next = neighbour(of: index, orPrevious: false)
    else { return leave() }
    return select(next) + view()
  }

  /// The message in the reader as a row, also when no list shows it.
  var readerRow: MessageRow? {
    guard let reader else { return nil }
    if let index = list.index(of: reader.number) { return list.snapshot.rows[index] }
    return reader.message.map(MessageRow.init)
  }

  /// The message that keys apply to where none is marked.
  var currentRow: MessageRow? {
    screen == .reader ? readerRow : list.selectedRow
  }

  /// Takes the message in that the reader asked for.
  mutating func receive(
    _ message: Message?, numbered number: MessageNumber, at now: Date
  ) -> [Effect] {
    guard reader?.number == number else { return [] }
    reader?.message = message
    layOutReader()
    if let message { return arrive(at: message, at: now) }
    dropReader()
    tell("\(number) is no longer in the inbox.", isError: true, at: now)
    return []
  }

  /// Closes the reader, which may lie below another screen.
  mutating func dropReader() {
    guard let place = screens.lastIndex(of: .reader) else { return }
    screens.remove(at: place)
    readers.removeLast()
    takeUpPrompt()
  }

  /// The last line that can be on top: the text fills the content as long as it can.
  var lastReaderLine: Int {
    guard let reader else { return 0 }
    let lines = ContentHeights.reader(reader, columns: areas.columns)
    return max(lines - areas.contentRows, 0)
  }

  /// How far the message is scrolled, in per cent or as a word; empty when all of it is in sight.
  var readerPlace: String {
    Self.place(of: reader?.scroll, last: lastReaderLine)
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
