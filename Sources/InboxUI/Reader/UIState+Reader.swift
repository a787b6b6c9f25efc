import Foundation
import InboxCore

extension UIState {
  /// Shows the message under the cursor and marks it read.
  mutating func view() -> [Effect] {
    guard let row = list.selectedRow else { return [] }
    let isDeleted = list.status(of: row) == .deleted
    let recorded = isDeleted ? [] : record(.numbers([row.number]), of: [row])
    return recorded + showReader(row.number)
  }

  /// Counts a view, which marks read unless the person keeps that to themselves.
  mutating func record(_ selection: MessageSelection, of rows: [MessageRow]) -> [Effect] {
    let verb: Verb = preferences.viewMarksRead ? .view : .peek
    for row in rows { list.expect(verb, on: row) }
    return [.perform(verb, selection)]
  }

  /// Shows a message in the reader that is open, else in a new one.
  mutating func showReader(_ number: MessageNumber) -> [Effect] {
    guard screen == .reader else { return openReader(number) }
    // Keys of a sequence that were meant for the message before.
    interaction.dropPendingKeys()
    reader = ReaderState(number: number, replacing: reader)
    return [.fetch([number], .reader)]
  }

  /// Shows a message in a reader of its own, on top of the present screen.
  mutating func openReader(_ number: MessageNumber) -> [Effect] {
    stack.push(ReaderState(number: number))
    interaction.dropPendingKeys()
    return [.fetch([number], .reader)]
  }

  /// Shows the next or previous message of the list; the cursor goes along.
  mutating func showAdjacent(_ direction: SearchDirection, at now: Date) -> [Effect] {
    reportEnd(direction, at: now)
    let before = list.selected
    let effects = list.step(direction == .forward ? 1 : -1, in: listLayout)
    return list.selected == before ? effects : effects + view()
  }

  /// Goes on with the next message after one that leaves the list, or back when there is none.
  mutating func readOn() -> [Effect] {
    guard reader?.number == list.selected, let index = list.selectedIndex,
      let next = list.adjacentRow(of: index, orPrevious: false)
    else { return leave() }
    return list.select(next, in: listLayout) + view()
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

  /// Takes in the message that the reader shows; nil closes it.
  mutating func receive(
    _ message: Message?, numbered number: MessageNumber, at now: Date
  ) -> [Effect] {
    guard reader?.number == number else { return [] }
    guard let message else {
      dropReader()
      showStatus(.messageGone(number), at: now)
      return []
    }
    let areas = areas
    reader?.receive(message, in: areas)
    return didNavigate(to: message, at: now)
  }

  /// Asks for the rest of a long text.
  mutating func renderReader() -> [Effect] {
    reader?.takeRendering().map { [.render($0)] } ?? []
  }

  /// Takes the lines of a long text in.
  mutating func receive(_ content: ReaderContent, of rendering: ReaderRendering) {
    let areas = areas
    reader?.receive(content, of: rendering, in: areas)
  }

  /// Closes a reader whose message cannot be read.
  mutating func failFetch(_ request: FetchMessages) {
    guard request.purpose == .reader, request.numbers == reader.map({ [$0.number] }),
      reader?.message == nil
    else { return }
    dropReader()
  }

  /// Closes the reader, which may lie below another screen.
  mutating func dropReader() {
    guard stack.removeReader() else { return }
    interaction.dropPendingKeys()
    resumePrompt()
  }
}
