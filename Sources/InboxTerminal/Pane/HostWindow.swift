import CNcurses
import InboxUI

/// The window of a host program in which a pane is drawn, with the decoder of the host's keys.
struct HostWindow {
  /// Decodes the keys from the host; may hold a partial sequence.
  var keyDecoder = KeyDecoder()
  /// The screen position of the window that was last drawn into.
  private var origin = (column: 0, row: 0)
  /// Draws into the host's windows; created when first used.
  private var painter: FramePainter?

  /// Stages a picture in a window, without a refresh.
  mutating func stage(_ picture: Picture, into window: OpaquePointer, wantsColors: Bool) {
    let window = CursesWindow(window)
    let painter = painter ?? FramePainter(wantsColors: wantsColors, on: .host)
    self.painter = painter
    painter.stage(picture.frame, in: picture.theme, into: window)
    origin = (Int(getbegx(window)), Int(getbegy(window)))
  }

  /// Converts a cell of the screen to one of the window.
  func cell(atColumn column: Int32, row: Int32) -> Position {
    Position(column: Int(column) - origin.column, row: Int(row) - origin.row)
  }

  /// Frees the color pairs.
  mutating func close() {
    painter?.freePairs()
    painter = nil
  }
}
