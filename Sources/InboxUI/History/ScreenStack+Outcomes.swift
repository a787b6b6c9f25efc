import InboxCore
import InboxText

/// The outcomes of changes.
extension ScreenStack {
  /// Shows what a change has led to, and reads the list again.
  mutating func receive(
    _ outcome: ChangeOutcome, of request: ChangeMessages, in context: PartContext
  ) -> Reply {
    changeEnded(request)
    let status = status(of: request, outcome, context)
    let left = outcome.left(of: request.asked)
    return reply(to: outcome, of: request.effect, left: left, status, in: context.layout)
  }

  /// Shows a status, unless a message was gone, and reads the list again.
  ///
  /// Where the change met only some messages, the rows that are read say whether the cursor stays.
  mutating func reply(
    to outcome: ChangeOutcome, of change: Effect, left: Int, _ status: StatusText?,
    in layout: ListLayout
  ) -> Reply {
    let goesBack = outcome.isRefused || outcome.unchangedCount + left > 0
    let back = goesBack ? goBack(from: change, in: layout) : Reply()
    let status = outcome.unknown.first.map(StatusText.messageGone) ?? status
    return Reply(effects: reread(in: layout), status: status).followed(by: back)
  }

  /// Moves the cursor back to where a change was requested that left messages as they were, unless a
  /// key has moved it since.
  mutating func goBack(from change: Effect, in layout: ListLayout) -> Reply {
    guard case let (requested, from, to?)? = movedOn, requested == change, to == place,
      from != place, let number = from.number, !list.wait.isByKey
    else { return Reply() }
    return Reply(
      effects: list.select(list.index(of: number), in: layout),
      messages: from.screens.last == .reader ? [.showReader(number)] : [])
  }

  /// Notes in all lists that a change has ended, done or failed.
  mutating func changeEnded(_ request: ChangeMessages) {
    if case .numbers(let numbers) = request.selection.whole { changeEnded(numbers) }
    request.views.forEach { changeEnded($0) }
  }

  /// Notes in all lists that the changes of messages have ended, done or failed.
  mutating func changeEnded(_ numbers: [MessageNumber]) {
    for place in lists.indices { lists[place].pending.release(numbers) }
  }

  /// The status after a change, with the key of undo; nil for what the screen itself shows.
  private func status(
    of request: ChangeMessages, _ outcome: ChangeOutcome, _ context: PartContext
  ) -> StatusText? {
    guard let logged = request.verb.logged else { return nil }
    let left = outcome.left(of: request.asked)
    guard outcome.changedCount > 0 else {
      let (isKeyless, isOver) = (outcome.keylessCount > 0, outcome.resolvedCount > 0)
      return isKeyless || isOver ? .nothingToResolve(isOver: !isKeyless) : .noneChanged(left: left)
    }
    var until: String?
    if case .snooze(let end) = request.verb {
      until = context.text(of: end) + (outcome.knownMachines == nil ? "" : " (no such machine)")
    }
    let key = context.screenKey(of: .acting(.undo))
    let status = {
      StatusText.changed(
        logged, subject: $0, until: until, left: left,
        unresolvable: outcome.keylessCount + outcome.resolvedCount, key: key)
    }
    guard case .numbers(let numbers) = request.selection.whole, numbers.count == 1 else {
      return status(MessageCount.text(outcome.changedCount))
    }
    return context.naming(row(numbers[0]), status)
  }
}

extension ChangeOutcome {
  /// Whether nothing was changed of messages that are all there.
  var isRefused: Bool { changedCount == 0 && unknown.isEmpty }

  /// The number of messages that a question named, and that are gone or changed since.
  func left(of asked: Int?) -> Int {
    max((asked ?? 0) - changedCount - unchangedCount - unknown.count, 0)
  }
}

extension PartContext {
  /// A status about a message by its title, as far as that fits beside the other words.
  func naming(_ row: MessageRow?, _ status: (String) -> StatusText) -> StatusText {
    status(subject(row, beside: status("").words.columns))
  }

  private func subject(_ row: MessageRow?, beside columns: Int) -> String {
    let texts = [row?.title, row?.subtitle, row?.excerpt].compactMap(\.self)
    guard let text = texts.first(where: { !$0.isEmpty }) else { return MessageCount.text(1) }
    // The position stands at the right end of the line.
    let room = min(max(areas.columns - columns - 14, 8), 48)
    return "“\(TextLayout.truncate(TextLayout.oneLine(text, columns: room + 1), columns: room))”"
  }
}
