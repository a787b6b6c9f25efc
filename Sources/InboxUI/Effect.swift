package import InboxCore

/// A request of the screen, with the type of its answer.
///
/// Only ``answered(_:)`` pairs the two, so an answer that belongs to another request does not
/// compile. A request lives in the folder of the part that asks; ``Effect`` lists them all.
package protocol Request<Answer>: Sendable, Hashable {
  /// What the request results in, unless it fails.
  associatedtype Answer: Sendable

  /// The effect that asks for it.
  var effect: Effect { get }
  /// The request with its answer, as the screen receives it.
  func answered(_ answer: Answer) -> AnsweredRequest
}

/// A request of the screen to the inbox or its surroundings.
///
/// ``read(_:)``, ``arrivals(_:)`` and a ``fetch(_:)`` of few messages are short: they are
/// performed at once, before the next event, since the next key builds on their results. Writes
/// run beside the loop, in the order in which they were asked; so do ``find(_:)`` and long reads,
/// in an order of their own: neither waits for the other, and a count may predate a change that
/// was asked for first. Each ends with ``Event/answered(_:)`` or ``Event/requestFailed(_:_:)``.
package enum Effect: Sendable, Hashable {
  /// Read a window of rows.
  case read(ReadRows)
  /// Read which of the new messages may alert.
  case arrivals(ArrivalQuery)
  /// Read messages whole.
  case fetch(FetchMessages)
  /// Find a row, or count rows.
  case find(Lookup)
  /// Change messages.
  case perform(ChangeMessages)
  /// Remove messages from the trash for good.
  case purge(PurgeMessages)
  /// Undo or redo a step.
  case step(HistoryStep)
  /// List the changes that undo can take back.
  case listSteps(ListSteps)
  /// Apply the transitions that the clock has made due.
  case settle(Settle)
  /// Claim the deep link that waits for this screen.
  case claimLink(ClaimLink)
  /// Choose an action of a message.
  case answer(ChooseAction)
  /// Lay a long message out.
  case render(ReaderRendering)
  /// Something that the pane itself does, with its settings and its other inboxes.
  case pane(PaneRequest)
  /// Something that only the program around the pane can do.
  case host(HostRequest)
}

/// A lookup in a list that may take longer than a frame.
package enum Lookup: Sendable, Hashable {
  /// The next row that matches.
  case row(Seek)
  /// The number of matching messages.
  case count(CountMessages)
  /// The numbers of what matches the filters of the tabs.
  case counts(CountTabs)
  /// The sources of the newest messages, for the automatic tabs.
  case recentSources(ReadRecentSources)
  /// The names that a filter can be completed with, and their counts.
  case names(ListFilterNames)
  /// The numbers of groups of a query.
  case groups(CountGroups)
  /// A row's rank in its list.
  case rank(RankRow)
  /// A row that matches what is being typed, within some milliseconds.
  case early(EarlySeek)
  /// The next row that matches what is being typed, unless more is typed meanwhile.
  case typed(TypedSeek)
  /// Which match of a search a row is, unless another is sought meanwhile.
  case tally(TallyMatch)
  /// The messages whose titles match what is being typed, unless more is typed meanwhile.
  case titles(TitleSearch)
}

/// A request of the screen to its pane.
package enum PaneRequest: Sendable, Hashable {
  /// Let the host decide what opening does.
  case decide(DecideTaps)
  /// Put a text on the clipboard.
  case copy(CopyText)
  /// Save a file under a path.
  case save(SaveFile)
  /// Load configuration, keys and theme again; answered by
  /// ``Event/configured(theme:keymap:preferences:problems:)``.
  case reloadConfiguration
  /// Use another theme from now on; answered like ``reloadConfiguration``.
  case useTheme(String)
  /// Mute something, or unmute it.
  case mute(ChangeMute)
  /// Write tabs into the configuration.
  case addTabs(AddTabs)
  /// Read a theme to be looked at; one that cannot be read has no answer.
  case previewTheme(PreviewTheme)
  /// Draw an image; it ends the work on the one before.
  case picture(PictureRequest)
  /// End the work on a picture, which has no answer then.
  case stopPicture
  /// List the themes.
  case listThemes(ListThemes)
  /// List the inboxes.
  case listInboxes(ListInboxes)
  /// Switch to another inbox.
  case openInbox(OpenInbox)
  /// Hand the next piece of the input that waits back in, once the effects before this one are
  /// performed.
  case releaseInput(ReleaseInput)
}

extension PaneRequest {
  /// Whether it asks for a theme.
  var isTheme: Bool {
    if case .useTheme = self { true } else { false }
  }
}

/// A request with its answer.
package enum AnsweredRequest: Sendable {
  /// Rows and counts; those of a long read come in parts.
  case rows(ReadRows, InboxSnapshot)
  /// The messages that may alert, the newest last.
  case arrivals(ArrivalQuery, [Message])
  /// Whole messages, without those that are gone.
  case fetched(FetchMessages, [Message])
  /// The row that was sought.
  case found(Seek, MessageNumber?)
  /// A row that matches what is being typed, as far as it was found in time.
  case foundEarly(EarlySeek, EarlyMatch)
  /// The row that was sought for what is being typed.
  case foundTyped(TypedSeek, MessageNumber?)
  /// Which match a row is, and of how many; nil when it is gone.
  case tallied(TallyMatch, MatchTally?)
  /// The messages whose titles match, the best first.
  case titles(TitleSearch, [MessageRow])
  /// The number of matching messages.
  case counted(CountMessages, Int)
  /// The number of matching messages of each filter.
  case countedTabs(CountTabs, [Int])
  /// The source of each of the newest messages.
  case recentSources([String])
  /// The names that a filter can be completed with.
  case filterNames(FilterNames)
  /// The numbers of each group.
  case countedGroups(CountGroups, [GroupCount])
  /// The row's rank, from 1.
  case ranked(RankRow, Int?)
  /// What a verb has changed.
  case changed(ChangeMessages, ChangeOutcome)
  /// What was removed for good.
  case purged(PurgeMessages, ChangeOutcome)
  /// What undo or redo did; nil when there was no step.
  case stepped(HistoryStep, UndoOutcome?)
  /// The changes that undo can take back, the newest first.
  case steps([UndoableStep])
  /// The store has settled.
  case settled
  /// The deep link that was waiting; nil when none was.
  case link(DeepLink?)
  /// What became of the chosen action.
  case chosen(ChooseAction, AnswerOutcome)
  /// The lines of a message.
  case rendered(ReaderRendering, ReaderContent)
  /// The taps that are left for the screen to open.
  case decided(DecideTaps, [Tap])
  /// The text is on the clipboard, put there by the named tool.
  case copied(CopyText, by: String)
  /// What became of a file that was to be saved.
  case saved(SaveFile, SaveOutcome)
  /// It is muted, or no longer.
  case muted(ChangeMute)
  /// The configuration has the tabs; it is read again as its file has changed.
  case tabsAdded(AddTabs)
  /// A theme to be looked at.
  case theme(PreviewTheme, Theme)
  /// The picture of an image, or its graphic.
  case picture(PictureRequest, DrawnPicture)
  /// The names of the themes.
  case themes([String])
  /// The inboxes that can be switched to.
  case inboxes(ListInboxes, [InboxSummary])
  /// Effects mean this inbox from now on.
  case openedInbox(OpenInbox)
  /// The next piece of input may act.
  case releasedInput
  /// What became of programs that were to be run.
  case launched(Launch, LaunchOutcome)
  /// The terminal has the text on its clipboard.
  case copiedByTerminal(String)
}

extension Event {
  /// A request has its answer.
  package static func answered<Asked: Request>(_ request: Asked, _ answer: Asked.Answer) -> Event {
    .answered(request.answered(answer))
  }

  /// A request has failed; the text says why and what to do.
  package static func failed(_ request: some Request, _ reason: String) -> Event {
    .requestFailed(request.effect, reason)
  }
}
