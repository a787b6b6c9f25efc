import Foundation
import InboxCore
import InboxText

/// What a part sees of the screen around it, which it never changes.
struct PartContext: Sendable {
  /// What the terminal, the configuration and the host give.
  let environment: ScreenEnvironment
  /// The screen on top.
  let screen: Screen
  /// Where the next key is looked up.
  let keys: InputContext
  /// Where the keys of the screen on top are looked up, whatever lies over it.
  let screenKeys: InputContext
  /// The time of the event.
  let now: Date

  /// The keymap.
  var keymap: Keymap { environment.keymap }
  /// The preferences.
  var preferences: ScreenPreferences { environment.preferences }
  /// The time zone in which times are shown.
  var zone: TimeZone { environment.zone }
  /// How the rows of the terminal are shared.
  var areas: ScreenAreas { environment.areas }

  /// The first key of a command where the next key is looked up; nil where it has none.
  func key(of command: Command) -> String? {
    keymap.names(of: command, in: keys).first
  }

  /// The first key of a command on the screen on top; nil where it has none.
  func screenKey(of command: Command) -> String? {
    keymap.names(of: command, in: screenKeys).first
  }
}

extension PartContext {
  /// Reads times as a person types them.
  var timeReader: TimeExpressionReader { TimeExpressionReader(now: now, timeZone: zone) }

  /// A moment near by, as a person reads it.
  func text(of moment: Date) -> String {
    AbsoluteTime.nearText(moment, from: now, in: zone) ?? AbsoluteTime.text(moment, in: zone)
  }
}

/// The reply of a part of the screen to an event or a command.
struct Reply {
  /// What the inbox, the pane and the host are to perform.
  var effects: [Effect] = []
  /// What the status line shows; nil leaves it as it is.
  var status: StatusText?
  /// What opens over the screens: a menu, a line or a question.
  var overlay: Overlay?
  /// The question that opens once its messages are counted.
  var uncounted: ConfirmState?
  /// Messages to the screen, which handles them in this order, behind the rest.
  var messages: [ParentMessage] = []
  /// The message to which a seek has moved the cursor; a reader on top follows.
  var arrival: MessageNumber?
  /// Whether the message that was looked for is not there: what was typed for it is dropped.
  var isMiss = false
  /// The message that a jump led to and that the list lacks: it is opened.
  var unlisted: MessageNumber?
  /// Whether the room of other parts has changed: they are laid out anew.
  var changesLayout = false

  /// The reply with the effects and messages of another one behind its own.
  func followed(by next: Reply) -> Reply {
    var reply = self
    reply.effects += next.effects
    reply.messages += next.messages
    reply.status = next.status ?? status
    reply.overlay = next.overlay ?? overlay
    return reply
  }
}

/// A message of a part to the screen that holds it.
enum ParentMessage {
  /// Changes messages, and moves the cursor on.
  case change([MessageNumber], by: Verb)
  /// Performs a command as its key would.
  case perform(Command)
  /// Performs a command once the rows that it leads to are read; keys that follow wait as well.
  case performOnceRead(Command)
  /// Takes a step through the history.
  case step(HistoryStep)
  /// Closes the screen on top.
  case leave
  /// Closes the line.
  case closePrompt
  /// Performs the line, and closes it.
  case acceptPrompt
  /// Shows another list in place of the one on top.
  case showList(ListState)
  /// Shows a message in the reader.
  case showReader(MessageNumber)
  /// Reads what is shown again.
  case reread
  /// Puts the cursor on a message; one that the list lacks is opened.
  case goTo(MessageNumber)
  /// Closes the reader, which may lie below another screen.
  case closeReader
  /// Shows a thread, at one of its messages or the newest; goes back to one that is open.
  case goToThread(String, from: MessageNumber?)
  /// Opens messages, unless the host does.
  case open([Tap])
  /// Opens links that the person has confirmed.
  case launch([Tap])
}
