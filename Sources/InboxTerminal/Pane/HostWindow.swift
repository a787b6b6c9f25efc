import CNcurses
import InboxUI

/// The window of a host program in which a pane is drawn, with the keys that the host hands in.
struct HostWindow {
  /// Decodes the keys of the host, of which a sequence may be half here.
  var keyDecoder = KeyDecoder()
  /// Where the window that was drawn into last begins on the screen.
  private var origin = (column: 0, row: 0)
  /// Draws into the host's windows; made when first needed.
  private var painter: FramePainter?

  /// Stages a picture in a window, which is not refreshed yet.
  mutating func stage(_ picture: Picture, into window: OpaquePointer, wantsColors: Bool) {
    let window = CursesWindow(window)
    let painter = painter ?? FramePainter(wantsColors: wantsColors, on: .host)
    self.painter = painter
    painter.stage(picture.frame, in: picture.theme, into: window)
    origin = (Int(getbegx(window)), Int(getbegy(window)))
  }

  /// The cell of the window at a cell of the screen.
  func cell(atColumn column: Int32, row: Int32) -> Position {
    Position(column: Int(column) - origin.column, row: Int(row) - origin.row)
  }

  /// Gives the color pairs back.
  mutating func close() {
    painter?.freePairs()
    painter = nil
  }
}
