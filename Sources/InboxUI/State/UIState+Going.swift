import Foundation
import InboxCore

extension UIState {
  /// Goes where a deep link leads; what was on the screen lies below and comes back.
  mutating func go(to link: DeepLink, at now: Date) -> [Effect] {
    (menu, confirmation, question) = (nil, nil, nil)
    if let prompt {
      heldPrompts.append(HeldPrompt(prompt: prompt, depth: screens.count))
      self.prompt = nil
    }
    switch link {
    case .message(let number):
      let effects = showReader(number)
      reader?.isArriving = true
      return effects
    case .thread(let name): return goToThread(name)
    }
  }

  /// A conversation that is there already is gone back to.
  mutating func goToThread(_ name: String) -> [Effect] {
    guard lists.count > 1, list.thread == name, screens.last(where: \.isList) == .thread else {
      return showThread(name)
    }
    var effects: [Effect] = []
    while screen != .thread { effects += leave() }
    list.jump = .bottom
    return effects + [.read(list.query, window(.bottom))]
  }

  /// The message of a deep link is at hand: it counts as viewed, unless it is in the trash.
  mutating func arrive(at message: Message, at now: Date) -> [Effect] {
    guard reader?.isArriving == true else { return [] }
    reader?.isArriving = false
    if let note = Self.note(on: message, at: now) { tell(note, at: now) }
    guard message.status != .deleted else { return [] }
    if let row = readerRow, list.index(of: row.number) != nil { expect(.view, on: row) }
    return moveCursor(to: message.number) + [.perform(.view, .numbers([message.number]))]
  }

  /// The list below goes along when it has the message.
  private mutating func moveCursor(to number: MessageNumber) -> [Effect] {
    guard screens.dropLast().last?.isList == true, !list.isTrash else { return [] }
    if let index = list.index(of: number) { return select(index) }
    list.jump = .link(number)
    return [.read(list.query, window(.around(number)))]
  }

  /// Rows that a deep link's message was sought in and that do not have it; they are passed over.
  mutating func isMissed(_ snapshot: InboxSnapshot, at now: Date) -> Bool {
    guard case .link(let number) = list.jump,
      !snapshot.rows.contains(where: { $0.number == number })
    else { return false }
    list.jump = nil
    if status == nil { tell("\(number) is not among what the list shows.", at: now) }
    return true
  }

  /// Why no list shows a message just now; nil when one does.
  private static func note(on message: Message, at now: Date) -> String? {
    if message.status == .deleted { return "\(message.number) is in the trash." }
    if let end = message.expiresAt, end <= now { return "\(message.number) has expired." }
    if let start = message.startsAt, start > now {
      return "\(message.number) is scheduled; the list shows it when its time has come."
    }
    if let end = message.snoozedUntil, end > now {
      return "\(message.number) is snoozed; the list shows it when it wakes."
    }
    return message.delivery == .alert ? "\(message.number) was an alert only." : nil
  }
}

extension UIState {
  /// What was being typed goes on when its screen is on top again.
  mutating func takeUpPrompt() {
    guard let held = heldPrompts.last, held.depth >= screens.count else { return }
    heldPrompts.removeLast()
    prompt = held.prompt
  }

  /// The file of the inbox is gone.
  mutating func vanish(at now: Date) -> [Effect] {
    isGone = true
    tell(
      "The inbox's file is gone; this goes on when there is one again.", isError: true, at: now)
    return []
  }
}
