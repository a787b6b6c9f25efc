import InboxText
import CNcurses
import InboxUI

/// A painter of frames in an ncurses window that draws only the lines that changed.
///
/// It serves both a terminal of our own and a pane in a host's window.
final class FramePainter {
  private var styles: CellStyles
  private var shown: Frame?
  private var theme: Theme?
  /// Records the links of painted rows; nil where no hyperlinks are written.
  var hyperlinks: Hyperlinks?
  /// Draws graphemes that ncurses cannot place; nil where they are replaced.
  var standIns: StandIns?
  /// How the terminal draws text.
  var measure = TextMeasure()
  /// The newest version of Unicode whose emoji the terminal draws.
  var newestUnicode = UInt16.max
  /// Whether a grapheme has been drawn on whose width terminals differ.
  private(set) var hasDoubtful = false
  /// The rows that the last frame changed.
  private(set) var paintedRows: [Int] = []

  /// Creates a painter for the running screen.
  ///
  /// - Parameters:
  ///   - wantsColors: Whether the user wants colors, where the terminal has them.
  ///   - screen: The owner of the screen.
  init(wantsColors: Bool, on screen: ColorPairs.Owner) {
    styles = CellStyles(wantsColors: wantsColors, on: screen)
  }

  /// Invalidates the last frame, so that the next one is drawn whole.
  func forget() {
    shown = nil
    hyperlinks?.forget()
  }

  /// Draws a frame; the window is not yet refreshed.
  func paint(_ frame: Frame, in theme: Theme, into window: CursesWindow) {
    if let standIns, standIns.isFull {
      standIns.removeAll()
      forget()
      clearok(window, true)
    }
    if self.theme != theme {
      styles.removeAll()
      self.theme = theme
      shown = nil
    }
    // The last frame had no pictures, so no cell uses their pairs any more.
    if shown?.hasSpanColors == false { styles.freePictures() }
    let rows = min(frame.size.rows, Int(getmaxy(window)))
    let columns = min(frame.size.columns, Int(getmaxx(window)))
    let earlier = shown?.size == frame.size ? shown : nil
    paintedRows.removeAll(keepingCapacity: true)
    for row in 0..<rows {
      let line = row < frame.lines.count ? frame.lines[row] : Line()
      if let earlier, (row < earlier.lines.count ? earlier.lines[row] : Line()) == line { continue }
      paint(line, row: row, columns: columns, theme: theme, into: window)
      hyperlinks?.take(line, row: row, in: window)
      paintedRows.append(row)
    }
    shown = frame
    if let cursor = frame.cursor ?? frame.selection {
      wmove(window, Int32(min(cursor.row, rows - 1)), Int32(min(cursor.column, columns - 1)))
    }
  }

  /// Stages a frame in a host's window, whose attributes and settings are restored.
  func stage(_ frame: Frame, in theme: Theme, into window: CursesWindow) {
    // The host may have drawn there too; ncurses finds the differences.
    forget()
    // The cursor of a host's screen stays where the host put it.
    var frame = frame
    frame.selection = nil
    var pair: Int32 = 0
    let attributes = curses_style(window, &pair)
    // In a window that scrolls, writing the last cell would move its lines up.
    let scrolls = is_scrollok(window)
    scrollok(window, false)
    paint(frame, in: theme, into: window)
    scrollok(window, scrolls)
    curses_set_style(window, attributes, pair)
    wnoutrefresh(window)
  }

  /// The size of a window.
  static func size(of window: CursesWindow) -> Size {
    Size(columns: Int(getmaxx(window)), rows: Int(getmaxy(window)))
  }

  /// Frees the color pairs; the window must not be drawn again.
  func freePairs() {
    styles.freePairs()
  }

  private func paint(
    _ line: Line, row: Int, columns: Int, theme: Theme, into window: CursesWindow
  ) {
    var column = 0
    for span in line.spans where span.columns > 0 {
      // A span that does not fit would wrap to the next row.
      guard column + span.columns <= columns else { break }
      // Each span is placed by its column, so that wrong widths do not add up.
      wmove(window, Int32(row), Int32(column))
      if let colors = span.colors {
        write(span.text[...], in: styles.style(for: span.roles, colors, of: theme), into: window)
      } else {
        write(span.text[...], span.roles, of: theme, into: window)
      }
      column += span.columns
    }
    guard column < columns else { return }
    wmove(window, Int32(row), Int32(column))
    let rest = String.blanks(columns - column)
    write(rest[...], line.fill, of: theme, into: window)
  }

  private func write(
    _ text: Substring, _ roles: RoleSet, of theme: Theme, into window: CursesWindow
  ) {
    let style = styles.style(for: roles, of: theme)
    // A text's underline skips the blanks around it, except in the cursor's row, where it may be
    // the only highlight.
    guard style.attributes & curses_underline != 0, !roles.contains(RoleSet(.selected)) else {
      return write(text, in: style, into: window)
    }
    var plain = style
    plain.attributes &= ~curses_underline
    let lead = text.prefix { $0 == " " }
    let rest = text.dropFirst(lead.count)
    let end = rest.lastIndex { $0 != " " }.map(rest.index(after:)) ?? rest.endIndex
    write(lead, in: plain, into: window)
    write(rest[..<end], in: style, into: window)
    write(rest[end...], in: plain, into: window)
  }

  private func write(_ text: Substring, in style: CellStyle, into window: CursesWindow) {
    guard !text.isEmpty else { return }
    guard !text.isASCII, !CellPlacement.areAllPlain(text) else {
      return place(text, in: style, into: window)
    }
    var rest = text[...]
    while let found = rest.firstIndex(where: { !CellPlacement.isPlain($0, in: measure) }) {
      let end = rest[found...].firstIndex { CellPlacement.isPlain($0, in: measure) }
      let run = rest[found..<(end ?? rest.endIndex)]
      place(rest[..<found], in: style, into: window)
      place(substitute(for: run)[...], in: style, into: window)
      rest = rest[run.endIndex...]
    }
    place(rest, in: style, into: window)
    hasDoubtful =
      hasDoubtful
      || text.unicodeScalars.contains {
        $0.isSpacingMark || $0.value == 0x200D || curses_scalar_columns($0.value) < 0
      }
  }

  /// The text for ncurses in place of graphemes that it would place otherwise.
  ///
  /// They stay together, as terminals look at what is left of a flag.
  private func substitute(for run: Substring) -> String {
    let columns = run.columns(in: measure)
    guard columns > 0 else { return "" }
    guard let standIns else { return run.map(plainSubstitute).joined() }
    let shown = run.map { isDropped($0) ? plainSubstitute(for: $0) : String($0) }.joined()
    return standIns.text(for: shown, columns: columns) ?? run.map(plainSubstitute).joined()
  }

  /// Whether the terminal would draw nothing for a grapheme.
  private func isDropped(_ grapheme: Character) -> Bool {
    guard let scalar = grapheme.unicodeScalars.first, newestUnicode < .max,
      curses_scalar_columns(scalar.value) < 0
    else { return false }
    return scalar.properties.age.map { UInt16($0.major) > newestUnicode } ?? true
  }

  /// The first scalar of a grapheme, filled with blanks to its columns.
  private func plainSubstitute(for grapheme: Character) -> String {
    let columns = grapheme.columns(in: measure)
    guard columns > 0 else { return "" }
    let base = grapheme.unicodeScalars.first.map { ($0, Int(curses_scalar_columns($0.value))) }
    guard let (scalar, own) = base, (1...columns).contains(own) else {
      return "\u{FFFD}" + String.blanks(columns - 1)
    }
    return "\(scalar)" + String.blanks(columns - own)
  }

  /// Gives ncurses text that it places as it is measured.
  private func place(_ text: Substring, in style: CellStyle, into window: CursesWindow) {
    guard !text.isEmpty else { return }
    var text = text
    text.withUTF8 { bytes in
      _ = curses_write(
        window, bytes.baseAddress, Int32(bytes.count), style.attributes, style.pair)
    }
  }
}
