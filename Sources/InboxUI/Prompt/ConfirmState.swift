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

extension ConfirmState {
  /// The question whether a verb shall change all messages that match a filter.
  ///
  /// - Parameters:
  ///   - verb: The change.
  ///   - filter: The messages, among them some that the verb would leave as they are.
  /// - Returns: The action, and the filter of those that it changes; nil for none.
  static func bulk(_ verb: Verb, _ filter: MessageFilter) -> (Action, MessageFilter?) {
    let action = Action.change(verb, of: nil)
    return switch verb {
    case .read: (.markAllRead, filter.unreadOnly)
    case .unread: (action, filter.within(MessageFilter([.init(.status(.read))])))
    case .unpin: (action, MessageFilter.pinned.joined(with: filter))
    case .unsnooze: (action, MessageFilter([.init(.phase(.snoozed))]).joined(with: filter))
    default: (action, filter)
    }
  }

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
