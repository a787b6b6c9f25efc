package import InboxCore
package import InboxText

/// An event of the screen: key, answer, change or tick.
package enum Event: Sendable {
  /// A key press.
  case key(Key)
  /// Pasted text, which is only inserted into prompts.
  case pasted(String)
  /// A mouse event on a drawn frame.
  case mouse(MouseEvent, on: Frame)
  /// The terminal was resized.
  case resized(Size)
  /// The brightness of the terminal's background.
  case background(ScreenBackground)
  /// The graphics that the terminal supports; nil for none.
  case graphics(TerminalGraphics?)
  /// How the terminal draws text was found out.
  case measured(TextMeasure)
  /// A request was answered.
  case answered(AnsweredRequest)
  /// A request failed; the text gives the reason and the fix.
  case requestFailed(Effect, String)
  /// The progress of a bulk change, before its answer.
  case progressed(Effect, BulkProgress)
  /// A read of rows exceeded its time budget and continues in the background; its answer follows.
  case postponed(ReadRows)
  /// The inbox or its file has changed.
  case changed(InboxWatch.Wake)
  /// The number of alert-only messages that arrived while no screen was open.
  case missedAlerts(Int)
  /// A screen was opened; nil if it is the first one.
  case returned(LastVisit?)
  /// A deep link to a message or thread.
  case linked(DeepLink)
  /// The counts of other inboxes changed.
  case countedOthers([InboxSummary])
  /// Messages that may alert arrived in another inbox, with its name.
  case arrivedElsewhere(String, [Message])
  /// Configuration or theme was loaded; nil keeps the current value.
  case configured(
    theme: Theme?, keymap: Keymap?, preferences: ScreenPreferences?, problems: [String])
  /// An error outside of requests; the text gives the problem and the fix.
  case failed(String)
  /// The deadline of ``UIState/nextDeadline(at:)`` has passed.
  case tick

  /// Whether it is a key press or mouse event.
  var isByPerson: Bool {
    switch self {
    case .key, .mouse: true
    default: false
    }
  }

  /// Whether it is the work of a person, also that of a key that has waited.
  var isOfKey: Bool {
    if case .answered(let answer) = self { answer.request is ReleaseInput } else { isByPerson }
  }

  /// Whether counts of the inbox may have changed.
  var changesInbox: Bool {
    switch self {
    case .changed(.changed), .changed(.reload), .requestFailed(Settle().effect, _): true
    case .answered(let answer): answer.request is Settle
    default: false
    }
  }
}
