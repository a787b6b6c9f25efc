package import InboxCore

/// A status text: a message of the status line with its data.
///
/// ``words`` is the table of the wordings. A `key` is the name of a related key, nil if none is
/// bound; names and titles are printable.
package enum StatusText: Sendable, Hashable {
  // MARK: Texts of others

  /// A note of a program or host, with its wording.
  case note(String)
  /// An error, with its wording.
  case failure(String)
  /// The first error of a configuration, the number of further ones, and the command to list them.
  case problems(String, more: Int, check: String?)
  /// An invalid command line that a key is bound to, and the error.
  case badLine(String, message: String)

  // MARK: The list

  /// The list is empty.
  case listEmpty
  /// There is no message for a command.
  case noMessage(to: Use)
  /// The cursor stays on the last or first row.
  case atEnd(SearchDirection, isGroup: Bool)
  /// A filter was chosen, nil for none, with the number of messages once it is known.
  case filtered(String?, count: Int?, rows: Int? = nil, key: String?)
  /// A tab was chosen.
  case tab(String)
  /// There is no tab of that number; the number of tabs.
  case tabCount(Int)
  /// The order of the list was changed.
  case sorted(MessageOrder)
  /// The grouping of the list was changed.
  case grouped(ListGrouping)
  /// There are no groups.
  case noGroups(key: String?)
  /// The group at the cursor is folded, and the command needs one message.
  case groupFolded(key: String?)
  /// One of the counted messages is in a folded group.
  case foldedInTheWay(key: String?)
  /// The row at the cursor is a thread, and the command needs one message.
  case threadCollapsed(key: String?)
  /// A thread is marked, and the command needs single messages.
  case threadMarked(key: String?)
  /// No filter matches exactly the messages of the group.
  case groupNotNamed
  /// The count exceeds the loaded messages, whose number this is.
  case tooFewAtHand(Int)
  /// The start of the range is no longer loaded.
  case rangeTooLong
  /// The message has no thread.
  case noThread
  /// The cursor follows the newest message, or no longer does.
  case following(Bool)

  // MARK: Searching and going

  /// There is no previous search to repeat.
  case noPreviousSearch
  /// The search of a text has no match.
  case noMatch(String)
  /// The rank of the current match, and the number of matches.
  case match(MatchTally, didWrap: Bool)
  /// The search wrapped; the rank of the match once it is counted.
  case searchWrapped(SearchDirection, MatchTally?)
  /// The step to the next unread message wrapped.
  case wrapped(SearchDirection)
  /// There is no unread message to move to.
  case noUnreadMessage
  /// The search was canceled.
  case searchStopped
  /// The jump was canceled.
  case stayedHere
  /// There is no earlier or later position in the jump list.
  case noPlace(SearchDirection)
  /// The key is not a letter, so it names no bookmark.
  case badBookmark(String)
  /// There is no bookmark of that letter.
  case noBookmark(Character)
  /// A bookmark was set on a message; the key that goes back to it.
  case bookmarked(Character, subject: String, key: String?)
  /// The requested message is not in the inbox.
  case messageGone(MessageNumber?)
  /// The requested message is in the trash.
  case isInTrash(MessageNumber)
  /// The requested message has expired.
  case hasExpired(MessageNumber)
  /// The requested message is snoozed.
  case isSnoozed(MessageNumber)
  /// The requested message is done.
  case isDone(MessageNumber)
  /// The requested message is scheduled for later.
  case isScheduled(MessageNumber)
  /// The requested message is in no list, as it was an alert only.
  case wasAlertOnly(MessageNumber)

  /// No message arrived late, or all were seen.
  case noneLate
  /// Nothing came since the last visit.
  case noNews

  // MARK: Changing messages

  /// A verb has changed messages; `until` is the end of a snooze, and `left` messages of its question
  /// are gone or changed since; `unresolvable` ones have no resolution to wait for.
  case changed(
    LogEntry.Verb, subject: String, until: String?, left: Int = 0, unresolvable: Int = 0,
    key: String?)
  /// Messages were deleted for good.
  case purged(Int, left: Int = 0)
  /// Unread messages were removed to keep the maximum, with its setting; nil for a host.
  case prunedUnread(Int, setting: String?)
  /// All messages already had the wanted state, or this many are gone or changed since a question.
  case noneChanged(left: Int = 0)
  /// A step was undone or redone; `left` messages were skipped.
  case stepped(HistoryStep, LogEntry.Verb, subject: String, left: Int, key: String?)
  /// No further step was undone or redone, after a number of them.
  case notStepped(HistoryStep, left: Int, after: Int, key: String?)
  /// The step that a key was offered for is no longer the next one, since another process did one;
  /// the key then takes that.
  case steppedElsewhere(HistoryStep, by: LogEntry.Verb, key: String?)
  /// A change of many messages is in progress.
  case progress(ChangeWords.Phrase, total: Int, percent: Int)
  /// The list has no unread messages to mark.
  case noUnreadMessages
  /// No message, or no unread one, matches a filter.
  case noneMatches(isUnread: Bool)
  /// Not confirmed: nothing was changed, opened or saved.
  case nothingChanged
  /// There is no stored attachment to save.
  case noFileToSave
  /// A stored file was saved under a path.
  case saved(path: String)
  /// A stored file could not be saved under a path.
  case notSaved(path: String, reason: String)
  /// The message to delete is in the trash already.
  case alreadyInTrash
  /// The message to restore is not in the trash.
  case notInTrash
  /// Deleted messages cannot be snoozed.
  case trashNotSnoozed
  /// Messages without a fold key, or resolved ones, cannot be snoozed until they are resolved.
  case nothingToResolve(isOver: Bool)
  /// The chosen time is in the past.
  case momentPassed
  /// A source or thread is muted until a time, nil for good.
  case muted(MuteSubject, until: String?)
  /// A source or thread is no longer muted.
  case unmuted(MuteSubject)
  /// The source or thread was not muted.
  case notMuted(MuteSubject)
  /// There is no file to store mutes in.
  case mutesNotKept
  /// A tab was added to the configuration.
  case tabAdded(String, fixesOthers: Bool)
  /// A rule was added to the configuration; the key that takes it out.
  case ruleAdded(String, key: String?)
  /// An added rule was taken out.
  case ruleRemoved(String)
  /// There is no file to store tabs or rules in.
  case notConfigurable

  // MARK: Answering

  /// A question was answered.
  case answered(String)
  /// An action was chosen.
  case recorded(String)
  /// An action for ntfy's clients was not sent: a broadcast, or a request without a URL.
  case notSent(String)
  /// An action was asked for.
  case actionAsked(String)
  /// Nobody performs an action.
  case actionWaits(String)
  /// An action that waited is not sent.
  case actionTakenBack(String)
  /// The actions of a source are allowed no longer.
  case actionsDisallowed(String)
  /// An action ended with this outcome.
  case actionEnded(String, String)
  /// The question was answered before.
  case alreadyAnswered(String)
  /// The message no longer has the action.
  case noSuchAction(String)
  /// The question is closed.
  case tooLate

  // MARK: Opening and copying

  /// The message has nothing to open.
  case noLink(key: String?)
  /// The message has no link of that number; how many it has.
  case noLinkNumbered(Int, of: Int)
  /// None of several messages has a link.
  case noneHasLink
  /// The number of messages that have no link, while others have.
  case withoutLink(Int)
  /// A link was not opened because it is invalid.
  case badLink(String, LinkError)
  /// The message to open could not be read.
  case notReadable(MessageNumber)
  /// The program is not installed; the setting that names one.
  case noProgram(String, setting: String?)
  /// The program did not start, for a reason of the system.
  case notStarted(String, reason: String)
  /// The program failed; the exit status in words.
  case programFailed(String, ending: String)
  /// No program on this machine opens links.
  case noOpener
  /// No text browser is installed, so another program opens the link.
  case noTextBrowser([String], opener: String)
  /// There is no link to copy.
  case noLinkToCopy
  /// A text was copied: its first line, the number of lines that are not blank, and the program that
  /// did it or `the terminal`; whether it is a link, as there is no browser; and the number of links
  /// that digits can copy.
  case copied(String, lines: Int, by: String, isInstead: Bool, links: Int)

  // MARK: The reader, the preview and pictures

  /// Wrapping of long lines was turned on or off.
  case wrapping(Bool)
  /// Wrapped lines cannot be scrolled sideways.
  case linesWrapped(key: String?)
  /// The text is not in Markdown.
  case notMarkdown
  /// Raw Markdown was turned on or off.
  case markdown(isRaw: Bool)
  /// Further fields and all earlier occurrences were unfolded or folded.
  case fields(isOpen: Bool)
  /// This message has no more details.
  case noFields
  /// There is no preview to scroll.
  case previewOff(key: String?)
  /// The placement of the preview was changed.
  case preview(PreviewChoice)
  /// The screen is too small for a preview.
  case noPreviewRoom
  case noSourceListRoom
  /// The preview is at its end or its top.
  case previewAtEnd(SearchDirection)
  /// Pictures are off.
  case picturesOff
  /// The message has no image.
  case noImage
  /// The image is neither a local file nor a web link.
  case badImage(String)
  /// The screen is too narrow for a picture.
  case noPictureRoom
  /// The picture of a local file is being drawn.
  case drawing(String)
  /// The image is being fetched from a host.
  case fetching(String, host: String)
  /// The picture is shown.
  case pictureShown(isLast: Bool, key: String?)
  /// The picture was hidden.
  case pictureHidden

  // MARK: Keys and commands

  /// Keys are not bound; the reason, or the key of the help.
  case unbound(String, reason: String?, key: String?)
  /// Keys do not take a count.
  case noCount(String, keys: String)
  /// A key did nothing, as the cursor came to another message just before it.
  case justShifted(key: String)
  /// A question did not appear, as another key came first.
  case notAsked
  /// A command does nothing on this screen.
  case doesNothing(String)
  /// The keys of a command and its summary.
  case explanation(String, summary: String)
  /// The number of keys that are queued until a pending request is answered.
  case keysWait(Int, for: Awaited)
  /// The queue no longer waits for the undo or redo.
  case notAwaited(HistoryStep)
  /// Queued keys were dropped because of another event, whose text comes first.
  indirect case keysDropped(Int, after: StatusText?)
  /// Commands of a chain were skipped because of another event, whose text comes first.
  indirect case notDone([String], after: StatusText?)
  /// A setting was changed.
  case set(String, value: String)
  /// There is nothing to write, as every change is stored at once.
  case nothingToWrite
  /// The key that ends the program.
  case howToQuit(key: String)

  // MARK: The screen and its inbox

  /// The list was read again.
  case refreshed
  /// The screen was drawn again.
  case redrawn
  /// The configuration was reloaded; the name of its file.
  case reloaded(String?)
  /// A theme was chosen; the key or line that keeps it.
  case theme(String, key: String?)
  /// Settings of the look were written; the name of the configuration's file.
  case lookKept([String], file: String?)
  /// There is no file to store the look in.
  case lookNotKept
  /// The host has no files for theme and keys.
  case noFiles
  /// Do not disturb was turned off.
  case quietOff
  /// Do not disturb was turned on; the minimum priority that alerts, nil for none.
  case quietOn(Priority?)
  /// There is no new alert to show.
  case noNewAlerts
  /// The number of alerts that arrived while no screen was open.
  case missedAlerts(Int)
  /// There is no other inbox to switch to.
  case onlyInbox
  /// The inbox to open is the current one.
  case sameInbox(String)
  /// An inbox is being opened.
  case openingInbox(String)
  /// The inbox's file was removed.
  case inboxGone
  /// The inbox's file exists again.
  case inboxReturned
  /// The files of the inbox's log were removed, and it was opened again.
  case logRemoved
  /// Changes cannot be observed, for a reason.
  case noLiveRefresh(String)

  /// The use of a message by a command, for the text that there is none.
  package enum Use: String, CaseIterable, Sendable, Hashable {
    case show, open, preview, pin, snooze, delete, restore, copy, pipe, mark
    case markRead = "mark read"
    case deleteForever = "delete forever"
    case act = "act on"
    case finish = "mark done"
  }

  /// The pending request that keys are queued for.
  package enum Awaited: String, CaseIterable, Sendable, Hashable {
    case search, program, undo, redo, list
  }
}
