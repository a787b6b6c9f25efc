import Foundation
import InboxCore
import InboxText

/// The confirmation of a bulk or permanent change; anything but yes means no.
struct ConfirmState: Sendable, Hashable {
  /// The action on yes.
  enum Action: Sendable, Hashable {
    /// Marks all shown read; undo takes it back.
    case markAllRead
    /// Puts all shown into the trash; undo takes it back.
    case deleteAll
    /// Changes all messages of a group, or those that match a filter; undo takes it back.
    case change(Verb, of: MessageGroup?)
    /// Removes from the trash for good.
    case purge
    /// Opens more messages at once than ``ScreenPreferences/openLimit``.
    case open([Tap])
    /// Opens links whose schemes are not opened without a question.
    case launch([Tap])
    /// Replaces a file of the person's by an attachment.
    case replace(path: String, by: SavedFile)
  }

  /// What is done on yes.
  var action: Action
  /// To which messages.
  var selection: MessageSelection
  /// How many they are.
  var count: Int

  /// Makes a confirmation.
  init(action: Action, selection: MessageSelection, count: Int) {
    self.action = action
    self.selection = selection
    self.count = count
  }
}

extension UIState {
  /// Takes the answer to the confirmation; every key that does not mean yes means no.
  mutating func answer(_ key: Key, at now: Date) -> [Effect] {
    answer(isYes: keymap.command(for: key, in: .confirm) == .typing(.yes), at: now)
  }

  /// Takes yes or no to the confirmation.
  mutating func answer(isYes: Bool, at now: Date) -> [Effect] {
    guard let confirmation else { return [] }
    self.confirmation = nil
    guard isYes else {
      showStatus(confirmation.refusal, at: now)
      return []
    }
    let effects = effects(of: confirmation)
    for effect in effects {
      showProgress(of: effect, .init(done: 0, total: confirmation.count), at: now)
    }
    return effects
  }

  private mutating func effects(of confirmation: ConfirmState) -> [Effect] {
    switch confirmation.action {
    case .markAllRead:
      list.keep(list.snapshot.rows.map(\.number))
      return [.perform(.read, confirmation.selection)]
    case .deleteAll: return [.perform(.delete, confirmation.selection)]
    case .change(let verb, _): return change(confirmation.selection, by: verb)
    case .purge:
      list.clearMarks()
      guard case .numbers(let numbers) = confirmation.selection else {
        return [.purge(confirmation.selection)]
      }
      return [.purge(confirmation.selection)]
        + list.selectNearest(except: Set(numbers), in: listLayout)
    case .open(let taps): return open(taps)
    case .launch(let taps): return launch(TapLinks(of: taps))
    case .replace(let path, let file): return [.pane(.save(file, to: path, replacing: true))]
    }
  }

  /// Brings up the pending confirmation once its messages are counted; false when the count is of
  /// others.
  mutating func confirm(_ filter: MessageFilter, _ count: Int) -> Bool {
    guard var counted = overlays.uncounted, case .matching(let asked, _) = counted.selection,
      asked == filter
    else { return false }
    overlays.uncounted = nil
    counted.count = count
    if count > 0 { confirmation = counted }
    return true
  }
}

extension ConfirmState {
  /// What is told after a no, or another key than yes.
  var refusal: StatusText {
    switch action {
    case .markAllRead: .nothingMarkedRead
    case .deleteAll, .purge: .nothingDeleted
    case .change: .nothingChanged
    case .open, .launch: .nothingOpened
    case .replace: .nothingSaved
    }
  }

  /// What the person is asked.
  var sentence: String {
    let messages = MessageCount.text(count)
    return switch action {
    case .markAllRead: "Mark \(messages) read?"
    case .deleteAll: "Delete \(messages)?"
    case .change(let verb, _): verb.question(about: messages)
    case .purge: "Delete \(messages) forever? This cannot be undone."
    case .open: "Open \(messages)?"
    case .launch(let taps): Self.question(about: TapLinks(of: taps).links)
    case .replace(let path, _): "\(path.printable()) is there already. Replace it?"
    }
  }

  private static func question(about links: [Link]) -> String {
    guard links.count > 1, let first = links.first else {
      return "Open \(links.first.map { $0.text.printable() } ?? "")?"
    }
    let schemes = Set(links.map(\.scheme)).sorted().joined(separator: ", ")
    return "Open \(links.count) links (\(schemes)), such as \(first.text.printable())?"
  }
}

extension Verb {
  fileprivate func question(about messages: String) -> String {
    switch self {
    case .view, .peek, .open, .read: "Mark \(messages) read?"
    case .unread: "Mark \(messages) unread?"
    case .delete: "Delete \(messages)?"
    case .restore: "Restore \(messages)?"
    case .pin: "Pin \(messages)?"
    case .unpin: "Unpin \(messages)?"
    case .snooze: "Snooze \(messages)?"
    case .unsnooze: "Unsnooze \(messages)?"
    }
  }
}
