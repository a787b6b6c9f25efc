import Foundation
import InboxCore
import InboxText

extension UIState {
  /// Asks for a step through the history; input waits for where it leads.
  mutating func ask(for step: HistoryStep) -> [Effect] {
    interaction.awaitedStep = step
    return [.step(step)]
  }

  /// Shows what a change has led to, and reads the list again.
  mutating func receive(
    _ outcome: ChangeOutcome, of request: ChangeMessages, at now: Date
  ) -> [Effect] {
    changeEnded(request)
    return show(outcome, status(of: request, outcome, at: now), at: now)
  }

  /// Shows what was removed for good, and reads the list again.
  mutating func receivePurge(_ outcome: ChangeOutcome, at now: Date) -> [Effect] {
    show(outcome, .purged(outcome.changedCount), at: now)
  }

  private mutating func show(
    _ outcome: ChangeOutcome, _ status: StatusText?, at now: Date
  ) -> [Effect] {
    if let status = outcome.unknown.first.map(StatusText.messageGone) ?? status {
      showStatus(status, at: now)
    }
    return reread()
  }

  /// Notes in all lists that a change has ended, done or failed.
  mutating func changeEnded(_ request: ChangeMessages) {
    guard case .numbers(let numbers) = request.selection else { return }
    for place in stack.lists.indices { stack.lists[place].changeEnded(numbers) }
  }

  /// The store has settled: what is shown is read again.
  mutating func settled() -> [Effect] {
    session.settling.end()
    return reread()
  }

  /// Takes in what a step has changed: the cursor goes there, and the status names it.
  mutating func stepped(
    _ step: HistoryStep, _ outcome: UndoOutcome?, at now: Date
  ) -> [Effect] {
    let wasAwaited = interaction.awaitedStep == step
    interaction.awaitedStep = nil
    guard let outcome, let newest = outcome.newest else {
      let key = interaction.takenSteps == 0 ? nil : key(of: step.inverse)
      let left = outcome?.changedSince.count ?? 0
      showStatus(.notStepped(step, left: left, after: interaction.takenSteps, key: key), at: now)
      dropTypeAhead(at: now)
      return outcome == nil ? [] : reread()
    }
    interaction.takenSteps += 1
    let naming = Effect.fetch([newest], .naming(step, outcome))
    return (wasAwaited && outcome.moves ? goBack(to: newest) : reread()) + [naming]
  }

  /// Goes to a message that a step has brought back, where it is listed.
  private mutating func goBack(to number: MessageNumber) -> [Effect] {
    let cursor = list.jump(.ifListed(number), in: listLayout)
    guard screen == .reader else { return cursor }
    return cursor + (reader?.number == number ? reloadReader() : showReader(number))
  }

  /// What the status line shows after a change, with the key that takes it back; nil for what the
  /// screen itself shows.
  private func status(
    of request: ChangeMessages, _ outcome: ChangeOutcome, at now: Date
  ) -> StatusText? {
    let (verb, selection) = (request.verb, request.selection)
    guard let logged = verb.logged else { return nil }
    guard outcome.changedCount > 0 else { return .nothingToChange }
    var until: String?
    if case .snooze(let moment) = verb { until = partContext(at: now).text(of: moment) }
    let key = key(of: .acting(.undo))
    let status = { StatusText.changed(logged, subject: $0, until: until, key: key) }
    guard case .numbers(let numbers) = selection, numbers.count == 1 else {
      return status(MessageCount.text(outcome.changedCount))
    }
    return naming(row(numbers[0]), status)
  }

  /// A message as a row, from any list or reader that has it.
  private func row(_ number: MessageNumber) -> MessageRow? {
    for list in stack.lists.reversed() {
      if let index = list.index(of: number) { return list.snapshot.rows[index] }
    }
    return stack.readers.last { $0.number == number }?.message.map(MessageRow.init)
      ?? stack.lists.compactMap { $0.pendingRow(number) }.last
  }

  /// Names what a step has changed, with the key that takes the step back.
  mutating func name(
    _ message: Message?, after step: HistoryStep, _ outcome: UndoOutcome, at now: Date
  ) {
    let (key, left) = (key(of: step.inverse), outcome.changedSince.count)
    let status = {
      StatusText.stepped(step, outcome.verb, subject: $0, left: left, key: key)
    }
    let isOne = outcome.changedCount == 1
    showStatus(
      isOne
        ? naming(message.map(MessageRow.init), status)
        : status(MessageCount.text(outcome.changedCount)), at: now)
  }

  /// The first key of a command on the screen on top; nil where none is bound.
  func key(of command: Command) -> String? {
    keymap.names(of: command, in: context(of: screen)).first
  }

  /// A status text about a message by its title, as far as that fits beside the other words.
  func naming(_ row: MessageRow?, _ status: (String) -> StatusText) -> StatusText {
    status(subject(row, beside: status("").words.columns))
  }

  private func subject(_ row: MessageRow?, beside columns: Int) -> String {
    guard let row else { return MessageCount.text(1) }
    let texts = [row.title, row.subtitle, row.excerpt].compactMap(\.self)
    guard let text = texts.first(where: { !$0.isEmpty }) else { return MessageCount.text(1) }
    // The position stands at the right end of the line.
    let room = min(max(areas.columns - columns - 14, 8), 48)
    return "“\(TextLayout.truncate(TextLayout.oneLine(text, columns: room + 1), columns: room))”"
  }
}

extension UndoOutcome {
  /// Whether the cursor goes along: to one message, or to several that came or went.
  fileprivate var moves: Bool {
    changedCount == 1 || [.deleted, .restored, .snoozed, .unsnoozed].contains(verb)
  }
}
