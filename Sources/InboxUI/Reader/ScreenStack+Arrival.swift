import Foundation
import InboxCore

/// The arrival at a message to which a link or an alert has led.
extension ScreenStack {
  /// Receives the message that the reader shows; nil closes it.
  mutating func receive(
    _ message: Message?, numbered number: MessageNumber, in context: PartContext
  ) -> Reply {
    guard reader?.number == number else { return Reply() }
    guard let message else { return Reply(status: .messageGone(number), messages: [.closeReader]) }
    reader?.receive(message, in: context.areas)
    return arrive(at: message, in: context)
  }

  /// Counts the visit of a message that a link or an alert led to, unless it is in the trash.
  private mutating func arrive(at message: Message, in context: PartContext) -> Reply {
    guard let origin = reader?.takeOrigin() else { return Reply() }
    let note = Self.note(on: message, at: context.now)
    guard message.status != .deleted else { return Reply(status: note) }
    if origin == .alert, case .thread(let name) = message.tap {
      let isListed = note == nil && message.thread == name
      return Reply(
        effects: recordOpening(of: message.number, context), status: note,
        messages: [.closeReader, .goToThread(name, from: isListed ? message.number : nil)])
    }
    let moved = moveCursor(to: message.number, in: context.layout)
    return Reply(
      effects: moved + recordVisit(of: message.number, from: origin, context), status: note)
  }

  private mutating func recordVisit(
    of number: MessageNumber, from origin: ReaderState.Origin, _ context: PartContext
  ) -> [Effect] {
    switch origin {
    case .deepLink:
      return record(.numbers([number]), of: [list.row(number)].compactMap(\.self), context)
    case .alert:
      // Shown in the reader it is viewed as well.
      return recordOpening(of: number, context) + [.perform(.peek, .numbers([number]))]
    }
  }

  /// Counts that an alert was opened, which marks read unless that is turned off.
  private mutating func recordOpening(
    of number: MessageNumber, _ context: PartContext
  ) -> [Effect] {
    let verb = Verb.open(.alert, marksRead: context.preferences.openingAlertMarksRead)
    if let row = list.row(number) { list.expect(verb, on: row) }
    return [.perform(verb, .numbers([number]))]
  }

  /// The list below goes along when it has the message.
  private mutating func moveCursor(
    to number: MessageNumber, in layout: ListLayout
  ) -> [Effect] {
    guard screens.dropLast().last?.isList == true, !list.isTrash else { return [] }
    if let index = list.index(of: number) { return list.select(index, in: layout) }
    return list.jump(.ifListed(number), in: layout)
  }

  /// Why no list shows a message just now; nil when one does.
  private static func note(on message: Message, at now: Date) -> StatusText? {
    let number = message.number
    if message.status == .deleted { return .isInTrash(number) }
    return switch message.phase(at: now) {
    case .expired: .hasExpired(number)
    case .snoozed: .isSnoozed(number)
    case .scheduled: .isScheduled(number)
    case .done: .isDone(number)
    case .active: message.delivery == .alert ? .wasAlertOnly(number) : nil
    }
  }
}
