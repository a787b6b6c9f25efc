package import InboxCore

/// A request of the screen, with the type of its answer.
///
/// Only ``answered(_:)`` pairs the two, so that the answer to another request does not compile. A
/// request is declared in the folder of its part; ``Effect`` lists all requests.
package protocol Request<Answer>: Sendable, Hashable {
  /// The result of the request, unless it fails.
  associatedtype Answer: Sendable

  /// The effect of the request.
  var effect: Effect { get }
  /// Pairs the request with its answer.
  func answered(_ answer: Answer) -> AnsweredRequest
}

/// An effect: a request of the screen to the inbox, the pane or the host.
///
/// ``read(_:)``, ``arrivals(_:)`` and a ``fetch(_:)`` of few messages are performed before the next
/// event, since the next key depends on their answers. Other effects run in the background: writes
/// in order, long reads and ``find(_:)`` in an order of their own, counts of tabs and groups apart,
/// so that none waits for the others; a count may predate an earlier write. Requests to the
/// inbox end with ``Event/answered(_:)`` or ``Event/requestFailed(_:_:)``, unless cancelled.
package enum Effect: Sendable, Hashable {
  /// Read a window of rows.
  case read(ReadRows)
  /// Read the new messages that may alert.
  case arrivals(ArrivalQuery)
  /// Read whole messages.
  case fetch(FetchMessages)
  /// Find a row, or count rows.
  case find(Lookup)
  /// Change messages.
  case perform(ChangeMessages)
  /// Delete messages from the trash permanently.
  case purge(PurgeMessages)
  /// Undo or redo changes.
  case step(HistoryStep)
  /// List the changes that can be undone.
  case listSteps(ListSteps)
  /// Apply the transitions that are due.
  case settle(Settle)
  /// Claim the pending deep link for this screen.
  case claimLink(ClaimLink)
  /// Choose an action of a message, or answer its question.
  case answer(ChooseAction)
  /// Lay out a long message.
  case render(ReaderRendering)
  /// A request to the pane.
  case pane(PaneRequest)
  /// A request to the host.
  case host(HostRequest)
}

/// A lookup that may take longer than a frame.
package enum Lookup: Sendable, Hashable {
  /// The next matching row.
  case row(Seek)
  /// The number of matching messages.
  case count(CountMessages)
  /// The number of messages in each tab.
  case counts(CountTabs)
  /// The sources of the newest messages, for the automatic tabs.
  case recentSources(ReadRecentSources)
  /// The names that complete a filter, with their counts.
  case names(ListFilterNames)
  /// The sources with their unread messages.
  case sources(CountSources)
  /// The number of messages in each group.
  case groups(CountGroups)
  /// The rank of a row in its list.
  case rank(RankRow)
  /// The messages that rows stand for.
  case members(ListMembers)
  /// A match of the typed text, within a short time budget.
  case early(EarlySeek)
  /// The next match of the typed text; cancelled by further typing.
  case typed(TypedSeek)
  /// The rank of a match among all matches; cancelled by another search.
  case tally(TallyMatch)
  /// Messages whose titles match the typed text; cancelled by further typing.
  case titles(TitleSearch)
  /// The changes that wait to be sent to other machines.
  case unsent(ReadUnsentChanges)
  /// The messages that arrived late.
  case late(FindLate)
}

/// A request of the screen to its pane.
package enum PaneRequest: Sendable, Hashable {
  /// Let the host decide which taps it handles.
  case decide(DecideTaps)
  /// Copy a text to the clipboard.
  case copy(CopyText)
  /// Save a stored file under a path.
  case save(SaveFile)
  /// Reload configuration, keys and theme; answered by
  /// ``Event/configured(theme:keymap:preferences:problems:)``.
  case reloadConfiguration
  /// Switch to another theme; answered like ``reloadConfiguration``.
  case useTheme(String)
  /// Mute or unmute a source or thread.
  case mute(ChangeMute)
  case listMutes(ListMutes)
  /// Write tabs to the configuration.
  case addTabs(AddTabs)
  /// Write the look to the configuration.
  case keepLook(KeepLook)
  /// Read a theme for a preview; one that cannot be read is not answered.
  case previewTheme(PreviewTheme)
  /// Draw an image; cancels the earlier request.
  case picture(PictureRequest)
  /// Cancel the request for a picture, which is then not answered.
  case stopPicture
  case listThemes(ListThemes)
  case listInboxes(ListInboxes)
  case openInbox(OpenInbox)
  /// Dispatch the next queued input after the effects before this one.
  case releaseInput(ReleaseInput)
}

extension PaneRequest {
  /// Whether it switches the theme.
  var isTheme: Bool {
    if case .useTheme = self { true } else { false }
  }
}

/// A request with its answer.
package enum AnsweredRequest: Sendable {
  /// Rows and counts; a long read is answered in parts.
  case rows(ReadRows, InboxSnapshot)
  /// The messages that may alert, newest last.
  case arrivals(ArrivalQuery, [Message])
  /// Whole messages, without deleted ones.
  case fetched(FetchMessages, [Message])
  /// The next matching row; nil if there is none.
  case found(Seek, MessageNumber?)
  /// A match of the typed text, found within the time budget.
  case foundEarly(EarlySeek, EarlyMatch)
  /// The next match of the typed text; nil if there is none.
  case foundTyped(TypedSeek, MessageNumber?)
  /// The rank of a match among all matches; nil if the row is gone.
  case tallied(TallyMatch, MatchTally?)
  /// The messages with matching titles, best first.
  case titles(TitleSearch, [MessageRow])
  /// The changes that wait to be sent; nil for none.
  case unsent(UnsentChanges?)
  /// The messages that arrived late.
  case late(FindLate, LateArrivals)
  /// The number of matching messages.
  case counted(CountMessages, Int)
  /// The number of messages in each tab.
  case countedTabs(CountTabs, [Int])
  /// The sources of the newest messages.
  case recentSources([String])
  /// The names that complete a filter.
  case filterNames(FilterNames)
  /// The sources with their unread messages.
  case countedSources([SourceCount])
  /// The number of messages in each group.
  case countedGroups(CountGroups, [GroupCount])
  /// The rank of a row, from 1; nil if the row is gone.
  case ranked(RankRow, Int?)
  /// The messages of each row, newest first.
  case members(ListMembers, [[ActionTarget]])
  /// The outcome of a change.
  case changed(ChangeMessages, ChangeOutcome)
  /// The outcome of a permanent deletion.
  case purged(PurgeMessages, ChangeOutcome)
  /// The outcome of an undo or redo; nil if there was nothing to undo or redo.
  case stepped(HistoryStep, UndoOutcome?)
  /// The changes that can be undone, newest first.
  case steps([UndoableStep])
  /// Due transitions are applied.
  case settled
  /// The pending deep link; nil if there was none.
  case link(DeepLink?)
  /// The outcome of a chosen action.
  case chosen(ChooseAction, AnswerOutcome)
  /// The laid-out message.
  case rendered(ReaderRendering, ReaderContent)
  /// The taps that the host leaves to the screen.
  case decided(DecideTaps, [Tap])
  /// The text was copied by the named tool.
  case copied(CopyText, by: String)
  /// The outcome of saving a file.
  case saved(SaveFile, SaveOutcome)
  /// A source or thread was muted or unmuted.
  case muted(ChangeMute)
  /// The mutes that have not ended.
  case mutes(ListMutes, [ActiveMute])
  /// The tabs were written; the changed configuration is then reloaded.
  case tabsAdded(AddTabs)
  /// The settings of the look that were written; the changed configuration is then reloaded.
  case lookKept([KeepLook.Setting])
  /// The theme for a preview.
  case theme(PreviewTheme, Theme)
  /// The drawn picture or graphic of an image.
  case picture(PictureRequest, DrawnPicture)
  case themes([String])
  /// The inboxes to switch between.
  case inboxes(ListInboxes, [InboxSummary])
  /// The pane switched to the inbox: effects now apply to it.
  case openedInbox(OpenInbox)
  /// The next queued input may be dispatched.
  case releasedInput
  /// The outcome of a launch.
  case launched(Launch, LaunchOutcome)
  /// The text was copied by the terminal.
  case copiedByTerminal(String)
}

extension Event {
  /// The event of an answered request.
  package static func answered<Asked: Request>(_ request: Asked, _ answer: Asked.Answer) -> Event {
    .answered(request.answered(answer))
  }

  /// The event of a failed request; the text gives the reason and the fix.
  package static func failed(_ request: some Request, _ reason: String) -> Event {
    .requestFailed(request.effect, reason)
  }
}
