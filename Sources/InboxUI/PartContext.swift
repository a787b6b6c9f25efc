import Foundation
import InboxCore
import InboxText

/// The read-only context of a part: the screen around it.
struct PartContext: Sendable {
  /// Terminal, configuration and host.
  let environment: ScreenEnvironment
  /// The screen on top.
  let screen: Screen
  /// The keymap context of the next key.
  let keys: InputContext
  /// The keymap context of the screen on top, below any overlay.
  let screenKeys: InputContext
  /// The layout of the list.
  let layout: ListLayout
  /// The time of the event.
  let now: Date

  var keymap: Keymap { environment.keymap }
  var preferences: ScreenPreferences { environment.preferences }
  /// The time zone for shown times.
  var zone: TimeZone { environment.zone }
  /// The layout of the terminal.
  var areas: ScreenAreas { environment.areas }

  /// The first key of a command in the current keymap context; nil if it is unbound.
  func key(of command: Command) -> String? {
    keymap.names(of: command, in: keys).first
  }

  /// The first key of a command on the screen on top; nil if it is unbound.
  func screenKey(of command: Command) -> String? {
    keymap.names(of: command, in: screenKeys).first
  }

  /// The parser for typed times.
  var timeReader: TimeExpressionReader { TimeExpressionReader(now: now, timeZone: zone) }

  /// The end of a snooze as text, as after "until".
  func text(of end: SnoozeEnd) -> String {
    if case .date(let date) = end { text(of: date) } else { end.words ?? "" }
  }

  /// A time as text, short for near ones.
  func text(of moment: Date) -> String {
    AbsoluteTime.nearText(moment, from: now, in: zone) ?? AbsoluteTime.text(moment, in: zone)
  }
}

/// The reply of a part to an event or command.
struct Reply {
  /// The effects to perform.
  var effects: [Effect] = []
  /// The new status; nil keeps the current one.
  var status: StatusText?
  /// The overlay to open.
  var overlay: Overlay?
  /// What opens once its messages are known.
  var uncounted: UncountedQuestion?
  /// Messages to the parent, handled in order after the rest of the reply.
  var messages: [ParentMessage] = []
  /// The message to which a seek moved the cursor; a reader on top shows it.
  var arrival: MessageNumber?
  /// Whether the sought message was not found, so that type-ahead is dropped.
  var isMiss = false
  /// The target of a jump that the list lacks; it is opened in the reader.
  var unlisted: MessageNumber?
  /// Whether the layout of other parts must be updated.
  var changesLayout = false

  /// Appends the effects and messages of another reply; its status and overlay take precedence.
  func followed(by next: Reply) -> Reply {
    var reply = self
    reply.effects += next.effects
    reply.messages += next.messages
    reply.status = next.status ?? status
    reply.overlay = next.overlay ?? overlay
    return reply
  }
}

/// A message of a part to its parent, or what a row of a menu asks of it.
enum ParentMessage: Sendable, Hashable {
  /// Change messages by a verb and advance the cursor.
  case change([MessageNumber], by: Verb)
  /// Perform a command.
  case perform(Command)
  /// Perform a command once its rows are loaded; later keys wait as well.
  case performOnceRead(Command)
  /// Undo or redo.
  case step(HistoryStep)
  case leave
  /// Close the prompt.
  case closePrompt
  /// Accept the prompt and close it.
  case acceptPrompt
  /// Replace the list on top.
  indirect case showList(ListState)
  case showReader(MessageNumber)
  /// Reread the shown rows.
  case reread
  /// Move the cursor to a message; one that the list lacks is opened.
  case goTo(MessageNumber)
  /// Close the topmost reader, even below another screen.
  case closeReader
  /// Show a thread at a message, or at the newest; an open one is reused.
  case goToThread(String, from: MessageNumber?)
  /// Open messages, unless the host handles them, even if the cursor has moved on.
  case open([Tap])
  /// Filter the inbox's own list, closing the lists above it.
  case filter(MessageFilter)
  /// Open links that were confirmed.
  case launch([Tap])
  case sort(MessageOrder)
  /// Choose an action of a message.
  case action(ChooseAction)
  /// Make a request, such as to copy the text of messages.
  case request(Effect)
  /// Ask for more in a prompt.
  case prompt(PromptState)
  /// Snooze messages.
  case snooze([MessageNumber], until: SnoozeEnd)
  /// Switch to an inbox by name.
  case inbox(String)
  /// Use a theme by name.
  case theme(String)
  /// Filter the list by a source or thread.
  case only(MuteSubject)
  /// Change all matches of a filter after confirmation.
  case all(ConfirmState.Action, MessageFilter)
  /// Undo a number of changes.
  case undo(Int)
  /// Run a command by name, or prompt for its argument.
  case command(String)
  /// Put a word into the prompt.
  case completion(String)
}
