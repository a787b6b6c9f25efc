import InboxCore

/// The messages that an action applies to.
extension ScreenStack {
  /// The messages of a count or a chain, else the marked ones, else the one under the cursor.
  var targets: [ActionTarget] {
    if let boundTargets { return boundTargets.map(list.present) }
    guard !standsForSeveral else { return [] }
    guard top != .reader, !list.marks.isEmpty else {
      return currentRow.map { [list.target($0)] } ?? []
    }
    return list.markedTargets
  }

  /// Their numbers; the message in the reader counts also before it was read from the store.
  var targetNumbers: [MessageNumber] {
    if let boundTargets { return boundTargets.map(\.number) }
    guard !standsForSeveral else { return [] }
    guard top != .reader, !list.marks.isEmpty else { return currentNumber.map { [$0] } ?? [] }
    return list.marked.keys.sorted()
  }

  /// The folded group or collapsed thread that an action applies to; nil where messages are marked or under the cursor.
  var targetGroup: MessageGroup? {
    guard top.isList, boundTargets == nil, list.marks.isEmpty else { return nil }
    return list.targetGroup
  }

  /// Whether collapsed threads are among the marks that an action applies to.
  var hasMarkedThreads: Bool {
    top != .reader && boundTargets == nil && !list.marks.threads.isEmpty
  }

  /// Whether an action applies to rows whose messages must be read first.
  var standsForSeveral: Bool { targetGroup != nil || hasMarkedThreads }

  /// The message in the reader, else the one under the cursor, whatever is marked.
  var currentNumber: MessageNumber? {
    top == .reader ? reader?.number : list.selected
  }

  /// The row of that message.
  var currentRow: MessageRow? {
    top == .reader ? readerRow : list.selectedRow
  }

  /// The message in the reader as a row, also when no list shows it.
  var readerRow: MessageRow? {
    reader.flatMap { list.row($0.number) ?? $0.message.map(MessageRow.init) }
  }

  /// A message as a row, from any list or reader that has it.
  func row(_ number: MessageNumber) -> MessageRow? {
    lists.reversed().lazy.compactMap { $0.row(number) }.first
      ?? readers.last { $0.number == number }?.message.map(MessageRow.init)
      ?? lists.compactMap { $0.pending[number]?.row }.last
  }
}
