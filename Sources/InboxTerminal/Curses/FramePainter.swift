import InboxText
import CNcurses
import InboxUI

/// Draws frames into one ncurses window, and only the lines that changed.
///
/// The one place that knows how text becomes cells; the terminal and a pane in a host's window
/// both use it.
final class FramePainter {
  /// What the terminal can show, as far as the user wants it.
  let depth: ColorDepth
  /// How many colours the palette of the terminal has.
  let paletteSize: Int

  var styles: [RoleSet: CellStyle] = [:]
  var pairs: ColorPairs
  private var shown: Frame?
  private var theme: Theme?

  init(depth: ColorDepth, paletteSize: Int, pairs: ColorPairs) {
    self.depth = depth
    self.paletteSize = paletteSize
    self.pairs = pairs
  }

  /// Forgets what seems to be shown, so that the next frame is drawn whole.
  func forget() {
    shown = nil
  }

  /// Draws a frame; the window is not yet sent to the terminal.
  func paint(_ frame: Frame, in theme: Theme, into window: CursesWindow) {
    if self.theme != theme {
      styles.removeAll(keepingCapacity: true)
      self.theme = theme
      shown = nil
    }
    let rows = min(frame.size.rows, Int(getmaxy(window)))
    let columns = min(frame.size.columns, Int(getmaxx(window)))
    let earlier = shown?.size == frame.size ? shown : nil
    for row in 0..<rows {
      let line = row < frame.lines.count ? frame.lines[row] : Line()
      if let earlier, (row < earlier.lines.count ? earlier.lines[row] : Line()) == line { continue }
      paint(line, row: row, columns: columns, theme: theme, into: window)
    }
    shown = frame
    if let cursor = frame.cursor {
      wmove(window, Int32(min(cursor.row, rows - 1)), Int32(min(cursor.column, columns - 1)))
    }
  }

  private func paint(
    _ line: Line, row: Int, columns: Int, theme: Theme, into window: CursesWindow
  ) {
    var column = 0
    for span in line.spans where span.columns > 0 {
      // A span that does not fit would run on in the next row.
      guard column + span.columns <= columns else { break }
      // Each piece is placed by its column, so that no disagreement over widths adds up.
      wmove(window, Int32(row), Int32(column))
      write(span.text[...], span.roles, of: theme, into: window)
      column += span.columns
    }
    guard column < columns else { return }
    wmove(window, Int32(row), Int32(column))
    let rest = String(repeating: " ", count: columns - column)
    write(rest[...], line.fill, of: theme, into: window)
  }

  private func write(
    _ text: Substring, _ roles: RoleSet, of theme: Theme, into window: CursesWindow
  ) {
    let style = styles[roles] ?? makeStyle(for: roles, of: theme)
    // The line under a text does not go on below the blanks around it; below the cursor's row,
    // where it may be all that tells the row from others, it does.
    guard style.attributes & bellboard_underline != 0, !roles.contains(RoleSet(.selected)) else {
      return write(text, in: style, into: window)
    }
    var plain = style
    plain.attributes &= ~bellboard_underline
    let lead = text.prefix { $0 == " " }
    let rest = text.dropFirst(lead.count)
    let end = rest.lastIndex { $0 != " " }.map(rest.index(after:)) ?? rest.endIndex
    write(lead, in: plain, into: window)
    write(rest[..<end], in: style, into: window)
    write(rest[end...], in: plain, into: window)
  }

  private func write(_ text: Substring, in style: CellStyle, into window: CursesWindow) {
    guard !text.isEmpty else { return }
    bellboard_set_style(window, style.attributes, style.pair)
    var text = text
    text.withUTF8 { bytes in
      _ = bellboard_write(window, bytes.baseAddress, Int32(bytes.count))
    }
  }
}
