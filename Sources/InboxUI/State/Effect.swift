public import InboxCore

/// What the screen asks of the world.
///
/// ``read(_:_:)``, ``load(_:)``, ``arrivals(_:)``, ``tap(_:)`` and a ``fetch(_:_:)`` of few
/// messages are short: they are performed at once, before the next event, since the next key
/// builds on their answer. What changes the inbox runs beside the loop, in the order in which it
/// was asked; so do reads that take long, in an order of their own: neither waits for the other,
/// and a count may be of before a change that was asked for first. ``launch(_:)`` and
/// ``program(_:)`` are done by the program around the screen. All of these end with
/// ``Event/finished(_:_:)``.
public enum Effect: Sendable, Hashable {
  /// Read a window of rows; answered by ``Event/snapshot(_:)``.
  case read(MessageQuery, MessageWindow)
  /// Read one message whole; answered by ``EffectResult/loaded(_:)``.
  case load(MessageNumber)
  /// Read which of the messages that have come may alert; answered by
  /// ``EffectResult/arrived(_:)``.
  case arrivals(ArrivalQuery)
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
  /// Ask whoever shows the inbox what opening does; answered by ``EffectResult/remaining(_:)``.
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
