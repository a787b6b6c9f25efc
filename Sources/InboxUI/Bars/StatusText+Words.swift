import InboxCore
import InboxText

extension StatusText {
  /// The wording of the status line.
  ///
  /// It starts with a capital and has no period; titles and texts are in “…”, and a related key
  /// follows after ` · `.
  package var words: String {
    switch self {
    case .note(let text), .failure(let text): text
    case .problems(let first, let more, let check): Self.problems(first, more, check)
    case .badLine(let line, let message): ":\(line): \(message)"

    case .listEmpty: "The list is empty"
    case .noMessage(let use): "No message to \(use.rawValue)"
    case .atEnd(let direction, let isGroup):
      "This is the \(direction == .forward ? "last" : "first") \(isGroup ? "group" : "message")"
    case .filtered(let name, let count, let rows, let key): Self.filter(name, count, rows, key)
    case .tab(let label): "Tab \(label)"
    case .tabCount(let count): count == 1 ? "There is 1 tab" : "There are \(count) tabs"
    case .sorted(let order): order.label
    case .grouped(.none): "Not grouped"
    case .grouped(let grouping): "Grouped by \(grouping.rawValue)"
    case .noGroups(let key): "There are no groups to fold" + way(key, "groups by source")
    case .groupFolded(let key): "The group is folded" + way(key, "unfolds it")
    case .threadCollapsed(let key): "This row is a thread" + way(key, "opens it")
    case .threadMarked(let key): "A thread is marked" + way(key, "clears the marks")
    case .foldedInTheWay(let key): "A folded group is in the way" + way(key, "unfolds it")
    case .groupNotNamed: "The messages of this group cannot be changed at once"
    case .tooFewAtHand(let count): "Only \(MessageCount.text(count)) are loaded at once"
    case .rangeTooLong: "The range is too long: its start is no longer loaded"
    case .noThread: "This message belongs to no thread"
    case .following(true): "Following the newest message until the cursor moves"
    case .following(false): "No longer following"

    case .noPreviousSearch: "No previous search"
    case .noMatch(let text):
      "No match for “\(text)”" + (SearchState(text: text).problem.map { ": \($0)" } ?? "")
    case .match(let tally, let didWrap):
      "Match \(tally.text)" + (didWrap ? " · search wrapped" : "")
    case .searchWrapped(let direction, let tally):
      "Search wrapped to the \(Self.end(direction))" + (tally.map { " · \($0.text)" } ?? "")
    case .wrapped(let direction): "Wrapped to the \(Self.end(direction))"
    case .noUnreadMessage: "No unread message"
    case .searchStopped: "Search stopped"
    case .stayedHere: "Stayed here"
    case .noPlace(let direction): "No \(direction == .backward ? "earlier" : "later") place"
    case .badBookmark(let key): "A bookmark is a letter; \(key) is not"
    case .noBookmark(let letter): "No bookmark \(letter)"
    case .bookmarked(let letter, let subject, let key):
      "Bookmark \(letter): \(subject)" + way(key, "\(letter) goes back")
    case .messageGone(let number?): "\(number) is no longer in the inbox"
    case .messageGone(nil): "The message is no longer in the inbox"
    case .isInTrash(let number): "\(number) is in the trash"
    case .hasExpired(let number): "\(number) has expired"
    case .isSnoozed(let number): "\(number) is snoozed; the list shows it when its snooze ends"
    case .isDone(let number): "\(number) is done; :show-done lists it"
    case .isScheduled(let number):
      "\(number) is scheduled; the list shows it when its time has come"
    case .wasAlertOnly(let number): "\(number) was an alert only"
    case .noneLate: "No message arrived late"
    case .noNews: "Nothing to catch up on"

    case .changed(let verb, let subject, let until, let left, let unresolvable, let key):
      ChangeWords.words(of: verb).done.around(subject) + (until.map { " until \($0)" } ?? "")
        + MessageCount.left(left)
        + (unresolvable > 0 ? " · \(unresolvable) cannot be resolved" : "") + way(key, "undo")
    case .prunedUnread(let count, let setting):
      "\(count) unread \(count == 1 ? "message was" : "messages were") removed to keep to "
        + (setting ?? "the maximum")
    case .purged(let count, let left):
      "Deleted \(MessageCount.text(count)) forever" + MessageCount.left(left)
    case .noneChanged(0): "Nothing to change"
    case .noneChanged(let left): "Nothing changed\(MessageCount.left(left)); try again"
    case .stepped(let step, let verb, let subject, let left, let key):
      step.text(of: verb, on: subject, left: left) + way(key, step.inverse.name)
    case .notStepped(let step, let left, let count, let key):
      step.failure(left: left, after: count) + way(key, step.inverse.name)
    case .steppedElsewhere(let step, let verb, let key):
      Self.elsewhere(step, verb) + way(key, "\(step == .undo ? "undoes" : "redoes") the next step")
    case .progress(let doing, let total, let percent):
      doing.around(MessageCount.text(total)) + " … \(percent) %"
    case .noUnreadMessages: "No unread messages in the list"
    case .noneMatches(let isUnread): "No \(isUnread ? "unread message" : "message") matches"
    case .nothingChanged: "Nothing changed"
    case .noFileToSave: "There is no stored file to save"
    case .saved(let path): "Saved \(path.printable())"
    case .notSaved(let path, let reason): "Not saved as \(path.printable()): \(reason)"
    case .alreadyInTrash: "Already in the trash; the trash deletes it forever"
    case .notInTrash: "Not in the trash"
    case .trashNotSnoozed: "What is in the trash cannot be snoozed"
    case .nothingToResolve(true): "It is resolved already; choose another end"
    case .nothingToResolve(false): "Nothing can resolve it: it has no fold key; choose another end"
    case .momentPassed: "That time has passed; choose another"
    case .muted(let subject, let until): "Muted \(subject.name) until \(until ?? ":unmute")"
    case .unmuted(let subject): "Unmuted \(subject.name)"
    case .notMuted(let subject): "Not muted: \(subject.name)"
    case .mutesNotKept: "Mutes cannot be saved: there is no file for them"
    case .tabAdded(let name, false): "Added the tab “\(name)” to the configuration"
    case .tabAdded(let name, true):
      "Tab “\(name)” added; all are fixed now · remove [[tabs]] from the file to undo"
    case .ruleAdded(let name, let key):
      "Rule added: \(name)" + way(key, "takes it out")
    case .ruleRemoved(let name): "Rule taken out: \(name)"
    case .notConfigurable: "It cannot be saved: there is no configuration file"

    case .answered(let label): "Answered “\(label)”"
    case .recorded(let label): "“\(label)” recorded"
    case .notSent(let label): "“\(label)” was not sent: it is for phones, or lacks a URL"
    case .actionAsked(let label): "“\(label)” is on its way"
    case .actionWaits(let label):
      "“\(label)” waits until the daemon runs; it is done within a day, or not at all"
    case .actionTakenBack(let label): "“\(label)” is taken back"
    case .actionsDisallowed(let source):
      "Actions of \(source) are allowed no longer; the next one asks again"
    case .actionEnded(let label, let outcome): "\(label): \(outcome)"
    case .alreadyAnswered(let label): "Already answered: “\(label)”"
    case .noSuchAction(let label): "The message no longer offers “\(label)”"
    case .tooLate: "Too late: the question is closed"

    case .noLink(let key): "This message has no link to open" + way(key, "reads it")
    case .noLinkNumbered(let number, 0): "No link \(number): this message has none"
    case .noLinkNumbered(let number, 1): "No link \(number): there is one"
    case .noLinkNumbered(let number, let count): "No link \(number): there are \(count) links"
    case .noneHasLink: "None of these messages has a link to open"
    case .withoutLink(let count): "\(MessageCount.text(count)) without a link not opened"
    case .badLink(let url, let error): "Not opened: \(error.message(about: url))"
    case .notReadable(let number): "Not opened: \(number) cannot be read"
    case .noProgram(let name, let setting):
      "Not opened: there is no program “\(name)”" + (setting.map { " · set \($0) to one" } ?? "")
    case .notStarted(let name, let reason): "Not opened: “\(name)” did not start (\(reason))"
    case .programFailed(let name, let ending): "“\(name)” \(ending)"
    case .noOpener:
      "Not opened: no program here opens links · set opener or browser in the configuration"
    case .noTextBrowser(let names, let opener):
      "There is no text browser (\(names.joined(separator: ", "))); handed to “\(opener)”"
    case .noLinkToCopy: "There is no link to copy"
    case .copied(let start, let lines, let way, let isInstead, let links):
      (isInstead ? "No browser here · " : "") + Self.copied(start, lines, way)
        + (links == 0 ? "" : links == 1 ? " · 1 copies its link" : " · 1 to \(links) copy a link")

    case .wrapping(let wraps): "Long lines \(wraps ? "" : "not ")wrapped"
    case .linesWrapped(let key): "Long lines are wrapped" + way(key, "unwraps them")
    case .notMarkdown: "The text is not in Markdown"
    case .markdown(let isRaw): "Markdown \(isRaw ? "as written" : "formatted")"
    case .fields(let isOpen): "More fields \(isOpen ? "shown" : "hidden")"
    case .noFields: "This message has no more fields"
    case .previewOff(let key): "The preview is off" + way(key, "shows it")
    case .preview(let choice): "Preview \(choice.rawValue)"
    case .noPreviewRoom: "No room for a preview"
    case .noSourceListRoom:
      "Sources need \(SourceListChoice.leastColumns) columns and 10 rows"
    case .previewAtEnd(let direction):
      "The preview is at its \(direction == .forward ? "end" : "top")"
    case .picturesOff: "Pictures are off · :set pictures=ask turns them on"
    case .noImage: "This message has no image"
    case .badImage(let name):
      "“\(name)” not shown: it is neither a local file nor an http or https link"
    case .noPictureRoom: "The screen is too narrow for a picture"
    case .drawing(let name): "Drawing “\(name)”…"
    case .fetching(let name, let host): "Fetching “\(name)” from \(host)…"
    case .pictureShown(let isLast, let key):
      "Picture shown" + way(key, isLast ? "hides it" : "shows the next")
    case .pictureHidden: "Picture hidden"

    case .unbound(let keys, let reason?, _): "\(keys) is not bound: \(reason)"
    case .unbound(let keys, nil, let key): "\(keys) is not bound" + way(key, "help")
    case .noCount(let count, let keys): "\(count)\(keys): \(keys) takes no count"
    case .justShifted(let key):
      "\(key) did nothing: the list had just changed · press it again"
    case .notAsked: "Not asked: another key came first"
    case .doesNothing(let command): "\(command) does nothing here"
    case .explanation(let keys, let summary): "\(keys): \(Self.withoutPeriod(summary))"
    case .keysWait(let count, let awaited):
      "\(count == 1 ? "1 key waits" : "\(count) keys wait") for the \(awaited.rawValue) · C-c drops"
    case .notAwaited(let step): "Not waiting for the \(step.command.name)"
    case .keysDropped(let count, let before):
      (before.map { "\($0.words) · " } ?? "") + "\(count.counted("key")) typed ahead dropped"
    case .notDone(let commands, let before):
      (before.map { "\(Self.withoutPeriod($0.words)) · not" } ?? "Not")
        + " done: \(commands.joined(separator: ", "))"
    case .set(let name, let value): "\(name) = \(value)"
    case .nothingToWrite: "Nothing to write: every change is stored at once"
    case .howToQuit(let key): "Press \(key) to quit"

    case .refreshed: "Refreshed"
    case .redrawn: "Redrawn"
    case .reloaded(let name): "Reloaded" + (name.map { " \($0)" } ?? "")
    case .theme(let name, let key): "Theme \(name)" + way(key, "keeps it")
    case .lookKept([], let file): "Nothing to keep: \(file ?? "the configuration") has this look"
    case .lookKept(let lines, let file):
      "Kept in \(file ?? "the configuration"): \(lines.joined(separator: ", ").printable())"
    case .lookNotKept: "The look cannot be kept: there is no configuration file"
    case .noFiles:
      "Look and keys are set by the host program; there is nothing to reload"
    case .quietOff: "Do not disturb off"
    case .quietOn(nil): "Do not disturb on · no alerts"
    case .quietOn(.max?): "Do not disturb on · only urgent (max) alerts"
    case .quietOn(let priority?):
      "Do not disturb on · only alerts of priority \(priority.name) and above"
    case .noNewAlerts: "No new alerts"
    case .missedAlerts(let count):
      "\(count.counted("alert")) came while no screen was open"
        + " · the filter is:alert shows \(count == 1 ? "it" : "them")"
    case .onlyInbox: "There is only this inbox here"
    case .sameInbox(let name): "This is the inbox \(name)"
    case .openingInbox(let name): "Opening \(name)…"
    case .inboxGone: "The inbox file is gone; waiting for a new one"
    case .inboxReturned: "The inbox is back"
    case .logRemoved:
      "Another program removed a file of the open inbox; it was opened again"
    case .noLiveRefresh(let reason): "No live refresh: \(reason)"
    }
  }

  /// Whether it is an error.
  package var isError: Bool {
    switch self {
    case .failure, .problems, .badLine, .tooFewAtHand, .rangeTooLong, .messageGone, .mutesNotKept,
      .notConfigurable, .lookNotKept, .notSent, .actionWaits, .notMuted, .alreadyAnswered,
      .noSuchAction, .tooLate, .withoutLink, .badLink, .notReadable, .noProgram, .noOpener,
      .notStarted, .programFailed, .badImage, .notDone, .noFiles, .inboxGone, .logRemoved,
      .noLiveRefresh:
      true
    case .keysDropped(_, let before): before?.isError ?? false
    default: false
    }
  }

  /// The suffix for a related key and what it does; empty if none is bound.
  private func way(_ key: String?, _ end: String) -> String {
    key.map { " · \($0) \(end)" } ?? ""
  }

  private static func end(_ direction: SearchDirection) -> String {
    direction == .forward ? "top" : "bottom"
  }

  private static func filter(
    _ name: String?, _ count: Int?, _ rows: Int?, _ key: String?
  ) -> String {
    let rows = rows.map { " in \($0.counted("row"))" } ?? ""
    let isPlain = name == nil || rows.isEmpty
    let count = count.map { ": " + (isPlain ? "\($0)" : MessageCount.text($0)) + rows } ?? ""
    guard let name else { return "All messages" + count }
    return "Only \(name)\(count)" + (key.map { " · \($0) shows all" } ?? "")
  }

  private static func problems(_ first: String, _ more: Int, _ check: String?) -> String {
    guard more > 0 else { return first }
    return "\(first) (and \(more) more)" + (check.map { " · “\($0)” lists all" } ?? "")
  }

  private static func elsewhere(_ step: HistoryStep, _ verb: LogEntry.Verb) -> String {
    switch (step, verb) {
    case (.undo, .undone): "Already undone elsewhere"
    case (.redo, .redone): "Already redone elsewhere"
    default: "Not \(step == .undo ? "undone" : "redone"): something else was changed since"
    }
  }

  private static func copied(_ start: String, _ lines: Int, _ way: String) -> String {
    let place =
      switch way {
      case "tmux": "to tmux"
      case "wl-copy", "xclip", "xsel", "pbcopy", "the terminal": "to the clipboard"
      default: "by \(way)"
      }
    return lines == 1 ? "Copied “\(start)” \(place)" : "Copied \(place) (\(lines) lines)"
  }

  private static func withoutPeriod(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

extension MessageOrder {
  /// The words of the status line and the menu.
  var label: String {
    switch self {
    case .newest: "Newest first"
    case .oldest: "Oldest first"
    case .priority: "Priority, most urgent first"
    case .unread: "Unread first"
    }
  }
}
