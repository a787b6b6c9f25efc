package import InboxCore

/// An event of the screen: a key, a result, a change, a tick.
package enum Event: Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted; it is typed into a prompt and nowhere else.
  case pasted(String)
  /// The mouse did something on the frame that was shown.
  case mouse(MouseEvent, on: Frame)
  /// The terminal has another size.
  case resized(Size)
  /// The terminal is known to have these graphics, or none any more.
  case graphics(TerminalGraphics?)
  /// A request has its answer.
  case answered(AnsweredRequest)
  /// A request has failed; the text says why and what to do.
  case requestFailed(Effect, String)
  /// A bulk change has got so far; its answer follows.
  case progressed(Effect, BulkProgress)
  /// A read of rows exceeds its budget: it runs beside the loop, and its answer follows.
  case postponed(ReadRows)
  /// The inbox has changed, or its file has.
  case changed(InboxWatch.Wake)
  /// So many alert-only messages arrived while no screen was open.
  case missedAlerts(Int)
  /// A screen was opened; nil where it is the first one.
  case returned(LastVisit?)
  /// The screen is to go to a message or thread.
  case linked(DeepLink)
  /// Other inboxes have other counts than before.
  case countedOthers([InboxSummary])
  /// Messages that may alert have arrived in the inbox of that name, which is not shown.
  case arrivedElsewhere(String, [Message])
  /// The configuration or the theme was loaded; nil keeps the present value.
  case configured(
    theme: Theme?, keymap: Keymap?, preferences: ScreenPreferences?, problems: [String])
  /// Something around the screen failed; the text says what, and what to do.
  case failed(String)
  /// The deadline ``UIState/nextDeadline(at:)`` has passed.
  case tick

  /// Whether a person pressed a key or used the mouse.
  var isByPerson: Bool {
    switch self {
    case .key, .mouse: true
    default: false
    }
  }
}
