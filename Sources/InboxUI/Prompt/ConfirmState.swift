import InboxCore
import InboxText

/// The confirmation of a bulk or permanent change; any key but yes means no.
struct ConfirmState: Sendable, Hashable {
  /// The action on yes.
  enum Action: Sendable, Hashable {
    /// Marks the messages read; undoable.
    case markAllRead
    /// Moves the messages to the trash; undoable.
    case deleteAll
    /// Changes all messages of a group, or all that match a filter; undoable.
    case change(Verb, of: MessageGroup?)
    /// Deletes messages from the trash permanently.
    case purge
    /// Opens more messages than ``ScreenPreferences/openLimit``.
    case open([Tap])
    /// Opens links with schemes that need a confirmation.
    case launch([Tap])
    /// Allows the actions of a source, and performs one.
    case allowActions(AskForAction, source: String)
    /// Takes back an action that waits for the daemon.
    case takeBack(AskForAction)
    /// Starts the daemon, which performs an action.
    case startDaemon(String, script: String)
    /// Overwrites an existing file with an attachment.
    case replace(path: String, by: SavedFile)
  }

  var action: Action
  /// The messages.
  var selection: MessageSelection
  /// The number of messages.
  var count: Int
}

extension ConfirmState {
  /// Asks about messages that are known; of a list, as they were when it was read.
  init(_ action: Action, about numbers: [MessageNumber], in list: ListState? = nil) {
    let selection = MessageSelection.numbers(numbers)
    self.init(
      action: action, selection: list.map { selection.seen(in: $0) } ?? selection,
      count: numbers.count)
  }

  /// The bulk action of a verb on all messages that match a filter.
  ///
  /// - Parameters:
  ///   - verb: The change.
  ///   - filter: The filter, which may match messages that the verb leaves unchanged.
  /// - Returns: The action, and the filter of the messages that it changes; nil if there is none.
  static func bulk(_ verb: Verb, _ filter: MessageFilter) -> (Action, MessageFilter?) {
    let action = Action.change(verb, of: nil)
    return switch verb {
    case .read: (.markAllRead, filter.unreadOnly)
    case .unread: (action, filter.within(MessageFilter([.init(.status(.read))])))
    case .unpin: (action, MessageFilter.pinned.joined(with: filter))
    case .unsnooze: (action, MessageFilter([.init(.phase(.snoozed))]).joined(with: filter))
    case .undone where filter.names(.done): (action, filter.within(.done))
    case .undone: (action, MessageFilter.done.joined(with: filter))
    case .done where filter.names(.done):
      (action, filter.within(MessageFilter([.init(.phase(.done), isNegated: true)])))
    default: (action, filter)
    }
  }

  /// The status after a no.
  var refusal: StatusText {
    switch action {
    case .markAllRead: .nothingMarkedRead
    case .deleteAll, .purge: .nothingDeleted
    case .change, .allowActions, .takeBack: .nothingChanged
    case .startDaemon(let label, _): .actionWaits(label)
    case .open, .launch: .nothingOpened
    case .replace: .nothingSaved
    }
  }

  /// The question.
  var sentence: String {
    let messages = MessageCount.text(count)
    return switch action {
    case .markAllRead: Verb.read.question(about: messages)
    case .deleteAll: Verb.delete.question(about: messages)
    case .change(let verb, _): verb.question(about: messages)
    case .purge: "Delete \(messages) forever? This cannot be undone."
    case .open: "Open \(messages)?"
    case .launch(let taps): Self.question(about: TapLinks(of: taps).links)
    case .allowActions(let asked, let source):
      "Allow all actions of \(source.printable()), and do “\(asked.action.label.printable())”?"
    case .takeBack(let asked):
      "Take back what waits for the daemon, “\(asked.action.label.printable())”?"
    case .startDaemon(let label, _):
      "Start the daemon, now and at each login? None runs, and “\(label.printable())” waits."
    case .replace(let path, _): "\(path.printable()) already exists. Replace it?"
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

extension MessageSelection {
  /// The messages as a list shows them: what asks for attention later is left alone.
  func seen(in list: ListState) -> MessageSelection {
    .seen(self, upTo: list.snapshot.sequence, before: list.snapshot.nextTransition)
  }

  /// The selection, whatever came since it was shown.
  var whole: MessageSelection {
    if case .seen(let selection, _, _) = self { selection.whole } else { self }
  }
}

// MARK: - Answers

extension UIState {
  /// Answers the confirmation by a key; any key but yes means no.
  mutating func answer(_ key: Key) -> [Effect] {
    answer(isYes: keymap.command(for: key, in: .confirm) == .typing(.yes))
  }

  /// Answers the confirmation.
  mutating func answer(isYes: Bool) -> [Effect] {
    guard let confirmation = overlays.question else { return [] }
    overlays.question = nil
    guard isYes else {
      if list.marks.isByCount { list.clearMarks() }
      return showStatus(confirmation.refusal)
    }
    let effects = take(stack.perform(confirmation, in: listLayout))
    for effect in effects {
      showProgress(of: effect, .init(done: 0, total: confirmation.count))
    }
    return effects
  }
}
