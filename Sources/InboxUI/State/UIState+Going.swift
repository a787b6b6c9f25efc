import Foundation
import InboxCore

extension UIState {
  /// Goes where a link or an alert leads; what was on the screen lies below and comes back.
  mutating func go(
    to link: DeepLink, by guide: ReaderState.Guide = .link, at now: Date
  ) -> [Effect] {
    (menu, confirmation, uncountedConfirmation) = (nil, nil, nil)
    if let prompt {
      heldPrompts.append(HeldPrompt(prompt: prompt, depth: screens.count))
      self.prompt = nil
    }
    switch link {
    case .message(let number):
      // A link comes from outside: what is read stays below, unless a link had led there as well.
      let covers = guide == .link && reader?.wasGuided == false
      let effects = covers ? openReader(number) : showReader(number)
      reader?.guide = guide
      reader?.wasGuided = true
      return effects
    case .thread(let name): return goToThread(name)
    }
  }

  /// A thread that is there already is gone back to.
  mutating func goToThread(_ name: String) -> [Effect] {
    guard lists.count > 1, list.thread == name, screens.last(where: \.isList) == .thread else {
      return showThread(name)
    }
    var effects: [Effect] = []
    while screen != .thread {
      // A line that was typed on a screen in between goes with it.
      prompt = nil
      effects += leave()
    }
    list.jump = .bottom
    return effects + [.read(list.query, window(.bottom))]
  }

  /// The message that was gone to is at hand: that counts, unless it is in the trash.
  mutating func arrive(at message: Message, at now: Date) -> [Effect] {
    guard let guide = reader?.guide else { return [] }
    reader?.guide = nil
    if let note = Self.note(on: message, at: now) { tell(note, at: now) }
    guard message.status != .deleted else { return [] }
    return moveCursor(to: message.number) + recordArrival(at: message.number, by: guide)
  }

  private mutating func recordArrival(
    at number: MessageNumber, by guide: ReaderState.Guide
  ) -> [Effect] {
    let row = list.index(of: number).map { list.snapshot.rows[$0] }
    switch guide {
    case .link: return record(.numbers([number]), of: row.map { [$0] } ?? [])
    case .alert:
      // Shown in the reader it is viewed, whether or not that marks it read.
      let view = Effect.perform(.peek, .numbers([number]))
      guard preferences.marksReadOnAlertOpen else { return [view] }
      if let row { expect(.open(.alert), on: row) }
      return [.perform(.open(.alert), .numbers([number])), view]
    }
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
    // Those of screens that are gone are for nobody.
    heldPrompts.removeAll { $0.depth > screens.count }
    guard let held = heldPrompts.last, held.depth == screens.count else { return }
    heldPrompts.removeLast()
    prompt = held.prompt
  }
}
