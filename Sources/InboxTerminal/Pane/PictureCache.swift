import Foundation
import InboxUI

/// The picture of the present state, drawn once for each state, with what the next one reuses.
struct PictureCache {
  /// The picture of the present state; nil until it is drawn.
  private var drawn: Picture?
  /// Whether the state has changed since the cache was made.
  private(set) var isInvalidated = false
  /// The rows of the last picture.
  private var rows = DrawnRows()
  /// The frame that was shown last, on which the mouse acts; nil before the first.
  private(set) var shown: Frame?

  /// Notes that the state has changed.
  mutating func invalidate() {
    drawn = nil
    isInvalidated = true
  }

  /// The picture of a state, which is the present one.
  mutating func picture(of state: UIState, at now: Date) -> Picture {
    if let drawn { return drawn }
    let picture = Picture(
      frame: state.frame(at: now, in: state.zone, reusing: &rows),
      theme: state.shownTheme, title: state.title, takesMouse: state.preferences.mouse,
      hyperlinks: state.preferences.hyperlinkPolicy, graphics: state.graphicsChoice)
    drawn = picture
    shown = picture.frame
    return picture
  }
}
