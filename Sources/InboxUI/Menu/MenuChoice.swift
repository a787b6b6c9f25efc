import struct Foundation.Date
import InboxCore

/// What taking an item of a menu does; each case is carried out by `UIState.choose(_:at:)`.
///
/// A new kind of menu adds its case here and its line there.
enum MenuChoice: Sendable, Hashable {
  /// Sort the list.
  case sort(MessageOrder)
  /// Choose an action of a message.
  case action(MessageNumber, MessageAction)
  /// Open a message, whichever the cursor is on by then.
  case open(Tap)
  /// Use the text or the links of a message.
  case fetch(MessageNumber, FetchPurpose)
  /// Ask for the command that gets the text of a message.
  case askForPipe(MessageNumber)
  /// Hide messages until a moment.
  case snooze([MessageNumber], until: Date)
  /// Ask for the moment until which they are hidden.
  case askForMoment([MessageNumber])
  /// Bring snoozed messages back now.
  case unsnooze([MessageNumber])
  /// Switch to the inbox of that name.
  case inbox(String)
}
