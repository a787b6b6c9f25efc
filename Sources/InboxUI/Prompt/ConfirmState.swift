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
    let selection = MessageSelection.numbers(numbers).seen(in: list)
    self.init(action: action, selection: selection, count: numbers.count)
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
    if case .startDaemon(let label, _) = action { .actionWaits(label) } else { .nothingChanged }
  }

  /// The whole question.
  var sentence: String { forms[0].joined() }

  /// The question in a number of columns.
  func sentence(columns: Int) -> String { StatusLine.fitting(forms, columns: columns) }

  /// The forms of the question, the longest first: in each, words and names take turns.
  private var forms: [[String]] {
    switch action {
    case .markAllRead: return Verb.read.questions(about: count)
    case .deleteAll: return Verb.delete.questions(about: count)
    case .change(let verb, _): return verb.questions(about: count)
    case .purge:
      let question = "Delete \(MessageCount.text(count)) forever?"
      return [[question + " This cannot be undone."], [question], ["Purge \(count)?"]]
    case .open: return [["Open \(MessageCount.text(count))?"], ["Open \(count)?"]]
    case .launch(let taps): return Self.forms(about: TapLinks(of: taps).links)
    case .allowActions(let asked, let source):
      let (source, label) = (source.printable(), asked.action.label.printable())
      return [
        ["Allow all actions of ", source, ", and do “", label, "”?"],
        ["Allow ", source, " and do “", label, "”?"], ["Allow ", source, "?"],
      ]
    case .takeBack(let asked):
      let label = asked.action.label.printable()
      return ["Take back what waits for the daemon, “", "Take back “"].map { [$0, label, "”?"] }
        + [["Take back?"]]
    case .startDaemon(let label, _):
      let question = "Start the daemon, now and at each login? None runs"
      return [
        [question + ", and “", label.printable(), "” waits."], [question + "."],
        ["Start the daemon, and at login?"], ["Run daemon?"],
      ]
    case .replace(let path, _):
      let path = path.printable()
      return [["", path, " already exists. Replace it?"], ["Replace ", path, "?"], ["Replace?"]]
    }
  }

  private static func forms(about links: [Link]) -> [[String]] {
    let first = links.first.map { $0.text.printable() } ?? ""
    guard links.count > 1 else { return [["Open ", first, "?"]] }
    let schemes = Set(links.map(\.scheme)).sorted().joined(separator: ", ")
    let question = "Open \(links.count) links ("
    return [[question, schemes, "), such as ", first, "?"], [question, schemes, ")?"]]
      + [["Open \(links.count)?"]]
  }
}

extension MessageSelection {
  /// The messages as a list shows them: what asks for attention later is left alone.
  func seen(in list: ListState?) -> MessageSelection {
    guard let shown = list?.snapshot else { return self }
    return .seen(self, upTo: shown.sequence, before: shown.nextTransition)
  }

  /// The selection, whatever came since it was shown.
  var whole: MessageSelection {
    if case .seen(let selection, _, _) = self { selection.whole } else { self }
  }
}

// MARK: - Answers

extension UIState {
  /// Answers the confirmation by a key; any key but yes means no.
  mutating func answer(_ key: Key) {
    answer(isYes: keymap.command(for: key, in: .confirm) == .typing(.yes))
  }

  /// Answers the confirmation.
  mutating func answer(isYes: Bool) {
    guard let confirmation = overlays.question else { return }
    overlays.question = nil
    guard isYes else {
      if list.marks.isByCount { list.marks.clear() }
      return showStatus(confirmation.refusal)
    }
    let reply = stack.perform(confirmation, in: listLayout)
    take(reply)
    for effect in reply.effects {
      showProgress(of: effect, .init(done: 0, total: confirmation.count))
    }
  }
}
