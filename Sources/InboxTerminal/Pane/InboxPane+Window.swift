import CNcurses
public import InboxUI

extension InboxPane {
  /// Draws the pane into a window of a running ncurses program, as a tab of it.
  ///
  /// The window gives the size. It is staged with `wnoutrefresh`, so that the host sends all of
  /// its windows at once by `doupdate`; the window's own attributes and settings stay as they are.
  /// The first call reads the first page and begins to listen.
  ///
  /// - Parameter window: A `WINDOW` of ncurses, at least one cell large.
  /// - Returns: Where the cursor belongs in the window while a line is typed; nil when it is best
  ///   hidden.
  @discardableResult
  public func draw(into window: OpaquePointer) -> Position? {
    let window = CursesWindow(window)
    let size = Size(columns: Int(getmaxx(window)), rows: Int(getmaxy(window)))
    if size != state.size { receive(.resized(size)) }
    let painter = painter ?? FramePainter(wantsColors: wantsColors, on: .host)
    self.painter = painter
    // The host may have drawn there as well; ncurses finds what really differs.
    painter.forget()
    let picture = picture
    keepingSettings(of: window) { painter.paint(picture.frame, in: picture.theme, into: window) }
    wnoutrefresh(window)
    receive(.presented)
    return picture.frame.cursor
  }

  private func keepingSettings(of window: CursesWindow, _ body: () -> Void) {
    var pair: Int32 = 0
    let attributes = bellboard_style(window, &pair)
    // The last cell of a window that scrolls would move all of it up.
    let scrolls = is_scrollok(window)
    scrollok(window, false)
    body()
    scrollok(window, scrolls)
    bellboard_set_style(window, attributes, pair)
  }
}
