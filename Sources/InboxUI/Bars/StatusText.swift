package import InboxCore

/// A status text: one thing that the status line can say, with its data.
///
/// ``words`` is the table of what each says. A `key` is the name of the key that leads on or back,
/// nil where none is bound; names and titles come as they are to be shown.
package enum StatusText: Sendable, Hashable {
  // MARK: Texts of others

  /// A note of a program or a host, in its words.
  case note(String)
  /// A failure, in the words of what failed.
  case failure(String)
  /// The first problem of a configuration, how many follow, and the command that lists them.
  case problems(String, more: Int, check: String?)
  /// A line that a key is bound to, and what is wrong with it.
  case badLine(String, message: String)

  // MARK: The list

  /// There are no rows.
  case listEmpty
  /// There is no message for a command.
  case noMessage(to: Use)
  /// The cursor stays on the last or first row.
  case atEnd(SearchDirection, isGroup: Bool)
  /// The filter that was chosen, nil for none, with the number of messages once it is known.
  case filtered(String?, count: Int?, key: String?)
  /// A tab was chosen.
  case tab(String)
  /// There are fewer tabs than that.
  case tabCount(Int)
  /// The list has another order.
  case sorted(MessageOrder)
  /// The list has other groups.
  case grouped(ListGrouping)
  /// A search's results have no groups.
  case searchNotGrouped
  /// There are no groups.
  case noGroups(key: String?)
  /// The group at the cursor is folded, and the command needs one message.
  case groupFolded(key: String?)
  /// One of the counted messages stands in a folded group.
  case foldedInTheWay(key: String?)
  /// No filter names the messages of the group.
  case groupNotNamed
  /// Only so many of the counted messages are at hand.
  case tooFewAtHand(Int)
  /// The range's start was scrolled too far away.
  case rangeTooLong
  /// The message is of no thread.
  case noThread
  /// The list stays on the newest message, or does so no longer.
  case following(Bool)

  // MARK: Searching and going

  /// There is no search to go on with.
  case noPreviousSearch
  /// The search found nothing; what is wrong with its expression.
  case noMatch(String, problem: String?)
  /// The match that was gone to, and how many there are.
  case match(MatchTally, didWrap: Bool)
  /// The search goes on at the other end; the match once it is counted.
  case searchWrapped(SearchDirection, MatchTally?)
  /// The seek for unread messages goes on at the other end.
  case wrapped(SearchDirection)
  /// The list has no unread message to go to.
  case noUnreadMessage
  /// The search was given up.
  case searchStopped
  /// The jump was given up.
  case stayedHere
  /// There is no earlier or later place of the cursor.
  case noPlace(SearchDirection)
  /// The key is no letter of a bookmark.
  case badBookmark(String)
  /// There is no bookmark of that letter.
  case noBookmark(Character)
  /// A bookmark was set on a message; the key that goes back to it.
  case bookmarked(Character, subject: String, key: String?)
  /// The message that was asked for is not in the inbox.
  case messageGone(MessageNumber?)
  /// The message that was gone to is in the trash.
  case isInTrash(MessageNumber)
  /// The message that was gone to has expired.
  case hasExpired(MessageNumber)
  /// The message that was gone to is snoozed.
  case isSnoozed(MessageNumber)
  /// The message that was gone to is not due yet.
  case isScheduled(MessageNumber)
  /// The message that was gone to is in no list.
  case wasAlertOnly(MessageNumber)

  // MARK: Changing messages

  /// A verb has changed messages; the end of their snooze.
  case changed(LogEntry.Verb, subject: String, until: String?, key: String?)
  /// Messages were deleted for good.
  case purged(Int)
  /// No message was other than it should be.
  case nothingToChange
  /// A step was undone or redone; how many of its messages were left alone.
  case stepped(HistoryStep, LogEntry.Verb, subject: String, left: Int, key: String?)
  /// No step was undone or redone after some were.
  case notStepped(HistoryStep, left: Int, after: Int, key: String?)
  /// A change of many messages goes on.
  case progress(ChangeWords.Phrase, total: Int, percent: Int)
  /// The list has no unread messages to mark.
  case noUnreadMessages
  /// No message, or no unread one, matches a filter.
  case noneMatches(isUnread: Bool)
  /// Not confirmed: nothing was marked read.
  case nothingMarkedRead
  /// Not confirmed: nothing was deleted.
  case nothingDeleted
  /// Not confirmed: nothing was changed.
  case nothingChanged
  /// Not confirmed: nothing was opened.
  case nothingOpened
  /// Not confirmed: nothing was saved.
  case nothingSaved
  /// The message to save an attachment of has no stored file.
  case noFileToSave
  /// A stored file was saved under a path.
  case saved(path: String)
  /// A stored file could not be saved under a path.
  case notSaved(path: String, reason: String)
  /// The message to delete is in the trash.
  case alreadyInTrash
  /// The message to restore is not in the trash.
  case notInTrash
  /// Deleted messages have no snooze.
  case trashNotSnoozed
  /// The moment that was chosen lies behind.
  case momentPassed
  /// A source or thread is muted until a time, nil for good.
  case muted(MuteSubject, until: String?)
  /// A source or thread is no longer muted.
  case unmuted(MuteSubject)
  /// The source or thread was not muted.
  case notMuted(MuteSubject)
  /// Mutes have no file.
  case mutesNotKept

  // MARK: Answering

  /// A question was answered.
  case answered(String)
  /// An action was chosen.
  case recorded(String)
  /// Somebody has answered before.
  case alreadyAnswered(String)
  /// The message has no such action any more.
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
  /// So many messages have no link, others have.
  case withoutLink(Int)
  /// A link is not opened.
  case badLink(String, LinkError)
  /// The message to open cannot be read.
  case notReadable(MessageNumber)
  /// The program is not there; the setting that names one.
  case noProgram(String, setting: String?)
  /// The program did not start, for the system's reason.
  case notStarted(String, reason: String)
  /// The program has failed; its ending in words.
  case programFailed(String, ending: String)
  /// None of the text browsers is there, so another program has the link.
  case noTextBrowser([String], opener: String)
  /// There is nothing to copy a link of.
  case noLinkToCopy
  /// A text was copied.
  case copied(CopiedText)

  // MARK: The reader, the preview and pictures

  /// Long lines are wrapped, or no longer.
  case wrapping(Bool)
  /// There is nothing to the right of wrapped lines.
  case linesWrapped(key: String?)
  /// The text is not in Markdown.
  case notMarkdown
  /// Markdown is shown as it was written, or formatted.
  case markdown(isRaw: Bool)
  /// The sender's own fields and all earlier occurrences are open, or folded.
  case fields(isOpen: Bool)
  /// The message has no further fields.
  case noFields
  /// There is no preview to scroll.
  case previewOff(key: String?)
  /// The preview lies elsewhere now.
  case preview(PreviewChoice)
  /// The screen is too small for a preview.
  case noPreviewRoom
  /// The preview is at its end or its top.
  case previewAtEnd(SearchDirection)
  /// Pictures are off.
  case picturesOff
  /// The message has no image.
  case noImage
  /// The image is none that is shown.
  case badImage(String)
  /// The screen is too narrow for a picture.
  case noPictureRoom
  /// The picture of a file is made.
  case drawing(String)
  /// The image is fetched from a host.
  case fetching(String, host: String)
  /// The picture is there.
  case pictureShown(isLast: Bool, key: String?)
  /// The picture is not shown any more.
  case pictureHidden

  // MARK: Keys and commands

  /// Keys mean nothing; why, or the key of the help.
  case unbound(String, reason: String?, key: String?)
  /// Keys take no count.
  case noCount(String, keys: String)
  /// A command does nothing on this screen.
  case doesNothing(String)
  /// A command's keys, and what it does.
  case explanation(String, summary: String)
  /// Keys wait for an answer.
  case keysWait(Int, for: Awaited)
  /// The undo or redo is not waited for any more.
  case notAwaited(HistoryStep)
  /// Keys that waited are dropped, as something else has happened.
  indirect case keysDropped(Int, after: StatusText?)
  /// Commands of a chain are left out, as something else has happened.
  indirect case notDone([String], after: StatusText?)
  /// A setting has another value.
  case set(String, value: String)
  /// There is nothing that a program of files would write.
  case nothingToWrite
  /// The key that ends the program.
  case howToQuit(key: String)

  // MARK: The screen and its inbox

  /// The list was read again.
  case refreshed
  /// The screen was drawn again.
  case redrawn
  /// The configuration was read again; its file.
  case reloaded(String?)
  /// A theme is used.
  case theme(String)
  /// A host has no files of look and keys.
  case noFiles
  /// Do not disturb is off.
  case quietOff
  /// Do not disturb is on; the least priority that alerts, nil for none.
  case quietOn(Priority?)
  /// There was no alert to go to.
  case noNewAlerts
  /// Alerts came before the screen was there.
  case missedAlerts(Int)
  /// There are no inboxes to switch to.
  case onlyInbox
  /// The inbox to open is the one that is shown.
  case sameInbox(String)
  /// An inbox is being opened.
  case openingInbox(String)
  /// The inbox's file was removed.
  case inboxGone
  /// The inbox's file is there again.
  case inboxReturned
  /// Changes are not seen, for a reason.
  case noLiveRefresh(String)
}

extension StatusText {
  /// A use of a message that an empty list has none for.
  package enum Use: String, CaseIterable, Sendable, Hashable {
    case show, open, preview, pin, snooze, delete, restore, copy, pipe, mark
    case markRead = "mark read"
    case deleteForever = "delete forever"
    case act = "act on"
  }

  /// An answer that keys wait for.
  package enum Awaited: String, CaseIterable, Sendable, Hashable {
    case search, program, undo, redo, list
  }
}

/// A copied text, as the status line names it.
package struct CopiedText: Sendable, Hashable {
  /// Its first line.
  var start: String
  /// How many lines of it are not blank.
  var lines: Int
  /// The program that has it, or `the terminal`.
  var way: String
  /// Whether it is a link that no browser could open.
  var isInstead: Bool
  /// How many links a digit copies.
  var links: Int
}
