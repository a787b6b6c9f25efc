import Foundation
import InboxUI

/// A cache of the picture of the current state and of the rows that the next one reuses.
struct PictureCache {
  /// The picture of the current state; nil until it is drawn.
  private var drawn: Picture?
  /// Whether the state has changed since the cache was created.
  private(set) var isInvalidated = false
  /// The drawn rows of the last picture.
  private var rows = DrawnRows()
  /// The frame that was shown last, on which mouse events act; nil before the first.
  private(set) var shown: Frame?

  /// Invalidates the picture after a change of state.
  mutating func invalidate() {
    drawn = nil
    isInvalidated = true
  }

  /// The picture of the current state.
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
