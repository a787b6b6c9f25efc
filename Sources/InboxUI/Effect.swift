package import InboxCore

/// A request of the screen to the inbox or its surroundings.
///
/// ``read(_:_:)``, ``arrivals(_:)`` and a ``fetch(_:_:)`` of few messages are short: they are
/// performed at once, before the next event, since the next key builds on their results. Writes
/// run beside the loop, in the order in which they were asked; so do ``find(_:)`` and long reads,
/// in an order of their own: neither waits for the other, and a count may predate a change that
/// was asked for first. Each ends with ``Event/answered(_:_:)``.
package enum Effect: Sendable, Hashable {
  /// Read a window of rows; the result is ``EffectResult/snapshot(_:)``.
  case read(MessageQuery, MessageWindow)
  /// Read which of the new messages may alert; the result is ``EffectResult/arrived(_:)``.
  case arrivals(ArrivalQuery)
  /// Read messages whole; the result is ``EffectResult/fetched(_:)``.
  case fetch([MessageNumber], FetchPurpose)
  /// Find a row, or count rows; the result depends on the ``Lookup``.
  case find(Lookup)
  /// Change messages; the result is ``EffectResult/changed(_:)``.
  case perform(Verb, MessageSelection)
  /// Remove messages from the trash for good; the result is ``EffectResult/changed(_:)``.
  case purge(MessageSelection)
  /// Undo or redo a step; the result is ``EffectResult/stepped(_:)``.
  case step(HistoryStep)
  /// List the changes that undo can take back; the result is ``EffectResult/steps(_:)``.
  case listSteps
  /// Apply the transitions that the clock has made due; the result is ``EffectResult/done``.
  case settle
  /// Claim the deep link that waits for this screen; the result is ``EffectResult/link(_:)``.
  case claimLink
  /// Choose an action of a message; the result is ``EffectResult/answered(_:)``.
  case answer(MessageNumber, MessageAction)
  /// Lay a long message out; the result is ``EffectResult/rendered(_:)``.
  case render(ReaderRendering)
  /// Something that the pane itself does, with its settings and its other inboxes.
  case pane(PaneRequest)
  /// Something that only the program around the pane can do.
  case host(HostRequest)
}

/// The purpose for which messages are read whole.
package enum FetchPurpose: Sendable, Hashable {
  /// The reader shows the only one.
  case reader
  /// The preview shows the only one.
  case preview
  /// Their texts are copied to the clipboard.
  case copyText
  /// Their links are copied to the clipboard.
  case copyLink
  /// The links of the only one are opened, or offered in a menu.
  case links
  /// The actions of the only one are offered in a menu.
  case actions
  /// The status line names the only one, which an undo or redo has changed.
  case naming(HistoryStep, UndoOutcome)
  /// Their texts are piped to a command line.
  case pipe(String)
  /// A command line with placeholders is run for each.
  case shell(String)
}

/// A lookup in a list that may take longer than a frame.
package enum Lookup: Sendable, Hashable {
  /// The next row that matches; the result is ``EffectResult/found(_:)``.
  case row(Seek)
  /// The number of matching messages; the result is ``EffectResult/counted(_:)``.
  case count(MessageFilter)
  /// The numbers of what matches each filter; the result is ``EffectResult/countedAll(_:)``.
  case counts([MessageFilter])
  /// The numbers of groups of a query; the result is ``EffectResult/countedGroups(_:)``.
  case groups([MessageGroup], MessageQuery)
  /// A row's rank in its list; the result is ``EffectResult/located(_:)``.
  case rank(MessageNumber, MessageQuery)
  /// A row that matches what is being typed, within some milliseconds; the result is
  /// ``EffectResult/found(_:)`` where it is the next one, else ``EffectResult/foundEarly(_:)``.
  case early(Seek)
  /// The next row that matches what is being typed, unless more is typed meanwhile; the result is
  /// ``EffectResult/found(_:)``.
  case typed(Seek)
  /// Which match of a search a row is, unless another is sought meanwhile; the result is
  /// ``EffectResult/tallied(_:)``.
  case tally(Seek, MessageNumber)
  /// The messages whose titles match what is being typed, unless more is typed meanwhile; the
  /// result is ``EffectResult/titles(_:)``.
  case titles(TitleSearch)
}

/// A step through the history of changes.
package enum HistoryStep: Sendable, Hashable {
  /// Back: the last change is undone.
  case undo
  /// Forward: what was undone is done again.
  case redo
}

/// A request of the screen to its pane.
package enum PaneRequest: Sendable, Hashable {
  /// Let the host decide what opening does; the result is ``EffectResult/remaining(_:)``.
  case decide([Tap])
  /// Put a text on the clipboard; the result is ``EffectResult/copied(by:)``.
  case copy(String, ClipboardChoice)
  /// Save a file under a path; the result is ``EffectResult/noted(_:)``, or
  /// ``EffectResult/isThere(path:)`` where a file has the name that is not to be replaced.
  case save(SavedFile, to: String, replacing: Bool)
  /// Load configuration, keys and theme again; answered by
  /// ``Event/configured(theme:keymap:preferences:problems:)``.
  case reloadConfiguration
  /// Use another theme from now on; answered like ``reloadConfiguration``.
  case useTheme(String)
  /// Mute something, or unmute it; the result is ``EffectResult/done``.
  case mute(MuteSubject, MuteChange)
  /// Read a theme to be looked at; the result is ``EffectResult/theme(_:)``, or none.
  case previewTheme(String)
  /// Draw an image; the result is ``EffectResult/picture(_:)``, and where the terminal has graphics
  /// ``EffectResult/graphic(_:)`` after it. It ends the work on the one before.
  case picture(PictureRequest)
  /// End the work on a picture, which has no result then.
  case stopPicture
  /// List the themes; the result is ``EffectResult/themes(_:)``.
  case listThemes
  /// List the inboxes, with `counting` and their counts; the result is
  /// ``EffectResult/inboxes(_:)``.
  case listInboxes(counting: Bool)
  /// Switch to the inbox of that name; the result is ``EffectResult/done`` once effects mean
  /// that one.
  case openInbox(String)
  /// Hand the next piece of the input that waits back in, once the effects before this one are
  /// performed; the result is ``EffectResult/done``.
  case releaseInput
}

extension PaneRequest {
  /// Whether it asks for a theme.
  var isTheme: Bool {
    if case .useTheme = self { true } else { false }
  }
}

/// The result of an effect.
package enum EffectResult: Sendable, Hashable {
  /// Rows and counts.
  case snapshot(InboxSnapshot)
  /// The messages that may alert, the newest last.
  case arrived([Message])
  /// Whole messages, without those that are gone.
  case fetched([Message])
  /// The row that was sought.
  case found(MessageNumber?)
  /// A row that matches, while nearer ones may match as well; nil when none was found in time.
  case foundEarly(MessageNumber?)
  /// The number of matching messages.
  case counted(Int)
  /// Which match a row is, and of how many; nil when it is gone.
  case tallied(MatchTally?)
  /// The messages whose titles match, the best first.
  case titles([MessageRow])
  /// The number of matching messages of each filter.
  case countedAll([Int])
  /// The numbers of each group.
  case countedGroups([GroupCount])
  /// The row's rank, from 1.
  case located(Int?)
  /// What a verb or a purge changed.
  case changed(ChangeOutcome)
  /// What undo or redo did; nil when there was no step.
  case stepped(UndoOutcome?)
  /// The changes that undo can take back, the newest first.
  case steps([UndoableStep])
  /// The deep link that was waiting; nil when none was.
  case link(DeepLink?)
  /// The lines of a message.
  case rendered(ReaderContent)
  /// The picture of an image.
  case picture(CharacterPicture)
  /// The graphic over the picture; nil where none could be made.
  case graphic(PictureGraphic?)
  /// What became of the chosen action.
  case answered(AnswerOutcome)
  /// The taps that are left for the screen to open.
  case remaining([Tap])
  /// The text is on the clipboard, put there by the named tool.
  case copied(by: String)
  /// Nothing is saved: a file has this path.
  case isThere(path: String)
  /// The names of the themes.
  case themes([String])
  /// A theme.
  case theme(Theme)
  /// The inboxes that can be switched to.
  case inboxes([InboxSummary])
  /// How far a bulk change is; its result follows.
  case progress(BulkProgress)
  /// The read exceeds its budget: it runs beside the loop, and its rows follow.
  case postponed
  /// Done, with nothing to report.
  case done
  /// Done, with something that the person should know.
  case noted(String)
  /// Nothing on this machine opens links.
  case noOpener
  /// Failed; the text says why and what to do.
  case failed(String)
}

/// The reply of a part of the screen: effects, and a text for the status line.
struct Reply {
  var effects: [Effect] = []
  /// What the status line shows; nil leaves it as it is.
  var status: StatusText?
  /// The message to which a seek has moved the cursor; a reader on top follows.
  var arrival: MessageNumber?
  /// Whether the message that was looked for is not there: what was typed for it is dropped.
  var isMiss = false
  /// The message that a jump led to and that the list lacks: it is opened.
  var unlisted: MessageNumber?
  /// Whether the room of other parts has changed: they are laid out anew.
  var changesLayout = false
}
