public import InboxCore

/// What the screen asks of the world.
///
/// ``read(_:_:)``, ``load(_:)``, ``arrivals(_:)``, ``tap(_:)`` and a ``fetch(_:_:)`` of few messages
/// are short: they are performed at once, before the next event, since the next key builds on
/// their answer. All others run beside the loop, in order for each
/// inbox, and end with ``Event/finished(_:_:)``.
public enum Effect: Sendable, Hashable {
  /// Read a window of rows; answered by ``Event/snapshot(_:)``.
  case read(MessageQuery, MessageWindow)
  /// Read one message whole; answered by ``EffectResult/loaded(_:)``.
  case load(MessageNumber)
  /// Read which of the messages that have come may alert; answered by
  /// ``EffectResult/arrived(_:)``.
  case arrivals(ArrivalQuestion)
  /// Find the next row that matches; answered by ``EffectResult/found(_:)``.
  case seek(Seek)
  /// Count what matches; answered by ``EffectResult/counted(_:)``.
  case count(MessageFilter)
  /// Find a row's place in its list; answered by ``EffectResult/located(_:)``.
  case locate(MessageNumber, MessageQuery)
  /// Change messages; answered by ``EffectResult/changed(_:)``.
  case perform(Verb, MessageSelection)
  /// Remove from the trash for good; answered by ``EffectResult/changed(_:)``.
  case purge(MessageSelection)
  /// Take back the last step; answered by ``EffectResult/undone(_:)``.
  case undo
  /// Do again what was taken back; answered by ``EffectResult/undone(_:)``.
  case redo
  /// Move what the clock has moved; answered by ``EffectResult/done``.
  case settle
  /// Take the deep link that waits for this screen; answered by ``EffectResult/link(_:)``.
  case takeLink
  /// Ask whoever shows the inbox what opening does; answered by ``EffectResult/left(_:)``.
  case tap([Tap])
  /// Read messages whole; answered by ``EffectResult/fetched(_:)``.
  case fetch([MessageNumber], FetchPurpose)
  /// Choose an action of a message; answered by ``EffectResult/answered(_:)``.
  case answer(MessageNumber, MessageAction)
  /// Run programs outside of the screen; answered by ``EffectResult/done`` or a note.
  case launch(Launch)
  /// Put a text on the clipboard; answered by ``EffectResult/copied(by:)``.
  case copy(String, ClipboardChoice)
  /// Something that the program itself does.
  case program(ProgramRequest)
}

/// What the screen asks of the program around it.
public enum ProgramRequest: Sendable, Hashable {
  /// End the program.
  case quit
  /// Forget what the terminal shows and draw all of it.
  case redraw
  /// Ring the bell of the terminal.
  case ring
  /// Ask the terminal to tell the desktop.
  case notify(DesktopNotice)
  /// Read configuration, keys and theme anew; answered by ``Event/configured(theme:keymap:preferences:problems:)``.
  case reloadConfiguration
  /// Use another theme from now on; answered like ``reloadConfiguration``.
  case useTheme(String)
  /// Find out which themes there are; answered by ``EffectResult/themes(_:)``.
  case listThemes
  /// Find out which inboxes there are, and with `counting` what they hold; answered by
  /// ``EffectResult/inboxes(_:)``.
  case listInboxes(counting: Bool)
  /// Turn to the inbox of that name; answered by ``EffectResult/done`` once effects mean that one.
  case openInbox(String)
}

/// A search for the next row of a list that also matches a second filter.
public struct Seek: Sendable, Hashable {
  /// The list.
  public var query: MessageQuery
  /// What the row has to match as well.
  public var filter: MessageFilter
  /// The row to start after; nil starts before the first or after the last row.
  public var origin: MessageNumber?
  /// Whether it goes towards the end of the list.
  public var isForward: Bool

  /// Makes a search.
  public init(
    query: MessageQuery, filter: MessageFilter, origin: MessageNumber?, isForward: Bool = true
  ) {
    self.query = query
    self.filter = filter
    self.origin = origin
    self.isForward = isForward
  }
}

/// How an effect ended.
public enum EffectResult: Sendable, Hashable {
  /// The message, or nil when the inbox does not hold it.
  case loaded(Message?)
  /// The messages that may alert, the newest last.
  case arrived([Arrival])
  /// The row that was sought.
  case found(MessageNumber?)
  /// How many match.
  case counted(Int)
  /// The row's place, from 1.
  case located(Int?)
  /// What a verb did.
  case changed(ChangeOutcome)
  /// What undo or redo did; nil when there was no step.
  case undone(UndoOutcome?)
  /// Where the deep link leads that was waiting; nil when none was.
  case link(DeepLink?)
  /// Whole messages, without those that are gone.
  case fetched([Message])
  /// What became of the action that was chosen.
  case answered(AnswerOutcome)
  /// What is left for the screen to open.
  case left([Tap])
  /// The text is on the clipboard; the name is that of the way it went.
  case copied(by: String)
  /// It is done; the text tells what a person has to know of it.
  case noted(String)
  /// The names of the themes that there are.
  case themes([String])
  /// The inboxes that there are.
  case inboxes([InboxSummary])
  /// It takes longer than a key should wait: it is done beside the loop, and answered later.
  case postponed
  /// It is done and has nothing to tell.
  case done
  /// It failed; the text says why and what to do.
  case failed(String)
}
