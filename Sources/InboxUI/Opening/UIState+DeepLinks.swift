import Foundation
import InboxCore

extension UIState {
  /// Goes where a link from outside leads; what was typed for the screen before is dropped.
  mutating func follow(_ link: DeepLink, at now: Date) -> [Effect] {
    list.stopWaiting()
    let effects = go(to: link, from: .deepLink, at: now)
    dropTypeAhead(at: now)
    return effects
  }

  /// Goes where a link or an alert leads; what was on the screen lies below and comes back.
  mutating func go(
    to link: DeepLink, from origin: ReaderState.Origin, at now: Date
  ) -> [Effect] {
    (menu, confirmation, overlays.uncounted) = (nil, nil, nil)
    endTitleSearch()
    if let prompt {
      prompting.held.hold(prompt, depth: screens.count)
      self.prompt = nil
      endTyping()
    }
    switch link {
    case .message(let number):
      // A link comes from outside: what is read stays below, unless a link had led there as well.
      let covers = origin == .deepLink && reader?.hasOrigin == false
      let effects = covers ? openReader(number) : showReader(number)
      reader?.begin(from: origin)
      return effects
    case .thread(let name): return goToThread(name)
    }
  }

  /// The message of a link or an alert is at hand: that counts, unless it is in the trash.
  mutating func didNavigate(to message: Message, at now: Date) -> [Effect] {
    guard let origin = reader?.takeOrigin() else { return [] }
    let note = Self.note(on: message, at: now)
    if let note { showStatus(note, at: now) }
    guard message.status != .deleted else { return [] }
    if origin == .alert, case .thread(let name) = message.tap {
      dropReader()
      let isListed = note == nil && message.thread == name
      return goToThread(name, at: isListed ? message.number : nil)
        + recordOpening(of: message.number)
    }
    return moveCursor(to: message.number) + recordVisit(of: message.number, from: origin)
  }

  private mutating func recordVisit(
    of number: MessageNumber, from origin: ReaderState.Origin
  ) -> [Effect] {
    let row = list.index(of: number).map { list.snapshot.rows[$0] }
    switch origin {
    case .deepLink: return record(.numbers([number]), of: row.map { [$0] } ?? [])
    case .alert:
      // Shown in the reader it is viewed as well.
      return recordOpening(of: number) + [.perform(.peek, .numbers([number]))]
    }
  }

  /// Counts that an alert was opened, which marks read unless that is turned off.
  private mutating func recordOpening(of number: MessageNumber) -> [Effect] {
    let verb = Verb.open(.alert, marksRead: preferences.openingAlertMarksRead)
    if let index = list.index(of: number) { list.expect(verb, on: list.snapshot.rows[index]) }
    return [.perform(verb, .numbers([number]))]
  }

  /// The list below goes along when it has the message.
  private mutating func moveCursor(to number: MessageNumber) -> [Effect] {
    guard screens.dropLast().last?.isList == true, !list.isTrash else { return [] }
    if let index = list.index(of: number) { return list.select(index, in: listLayout) }
    return list.jump(.ifListed(number), in: listLayout)
  }

  /// Why no list shows a message just now; nil when one does.
  private static func note(on message: Message, at now: Date) -> StatusText? {
    let number = message.number
    if message.status == .deleted { return .isInTrash(number) }
    return switch message.phase(at: now) {
    case .expired: .hasExpired(number)
    case .snoozed: .isSnoozed(number)
    case .scheduled: .isScheduled(number)
    case .active: message.delivery == .alert ? .wasAlertOnly(number) : nil
    }
  }
}
