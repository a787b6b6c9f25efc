import CNcurses
import Foundation
import InboxUI

/// The links of the shown frame as terminal hyperlinks (OSC 8).
///
/// The cells of ncurses carry no links. So each link's text is written again after a refresh,
/// inside the link's sequence. A row whose links change is rewritten by ncurses, which removes
/// them: it may move cells within a row, and their links with them.
struct Hyperlinks {
  /// The columns of a link in a row.
  struct Run: Hashable {
    /// A half-open range of columns.
    var columns: Range<Int>
    /// The sequence that opens the link.
    var start: String
  }

  private static let end = "\u{1B}]8;;\u{1B}\\"

  /// Which links become hyperlinks; a change applies to rows that are painted afterwards.
  var policy = HyperlinkPolicy()
  /// Whether the terminal is known to support hyperlinks.
  private let isKnown: Bool
  /// The rows of the screen with links.
  private var linked: Set<Int> = []
  /// The links that the next ``sequence(over:)`` writes, by row.
  private var waiting: [(row: Int, runs: [Run])] = []
  /// Whether rows with links may have moved.
  private var isLost = false

  /// Detects support by the terminal's type and the environment.
  init(type: String, variables: [String: String]) {
    isKnown = Self.areKnown(in: type, variables)
  }

  /// Forgets the positions of links after a resize or a redraw.
  mutating func forget() {
    isLost = !linked.isEmpty
  }

  /// Records the links of a row that has been painted but not yet refreshed.
  mutating func take(_ line: Line, row: Int, in window: CursesWindow) {
    if isLost {
      wredrawln(window, 0, getmaxy(window))
      (linked, isLost) = ([], false)
    }
    let runs = runs(of: line, columns: Int(getmaxx(window)))
    guard !runs.isEmpty || linked.contains(row) else { return }
    wredrawln(window, Int32(row), 1)
    if runs.isEmpty {
      linked.remove(row)
    } else {
      linked.insert(row)
      waiting.append((row, runs))
    }
  }

  /// The bytes that write the new links over a window that covers the screen, right after a
  /// refresh.
  ///
  /// Cursor and attributes stay as ncurses knows them.
  mutating func sequence(over window: CursesWindow) -> String {
    guard !waiting.isEmpty else { return "" }
    var written = Overlay(window)
    for (row, runs) in waiting {
      for run in runs { written.add(run, row: row) }
    }
    waiting = []
    return written.finished()
  }

  private func runs(of line: Line, columns: Int) -> [Run] {
    var runs: [Run] = []
    var latest: SpanLink?
    var column = 0
    for span in line.spans {
      // As in the painter.
      guard column + span.columns <= columns else { break }
      let end = column + span.columns
      if let link = span.link, span.columns > 0 {
        if link == latest, runs.last?.columns.upperBound == column {
          runs[runs.count - 1].columns = runs[runs.count - 1].columns.lowerBound..<end
        } else if let start = start(of: link) {
          latest = link
          runs.append(Run(columns: column..<end, start: start))
        }
      }
      column = end
    }
    return runs
  }

  /// The sequence that opens a link; nil for one that is no hyperlink.
  func start(of link: SpanLink) -> String? {
    guard policy.choice == .always || policy.choice == .auto && isKnown,
      let target = Self.target(of: link.url, schemes: policy.schemes)
    else { return nil }
    // Terminals highlight all cells of a link together by its `id`.
    return "\u{1B}]8;id=\(link.number);\(target)\u{1B}\\"
  }

  /// Maximum bytes of a link; terminals drop longer ones.
  private static let longest = 2_083
  /// Names of terminals that support hyperlinks.
  private static let names = [
    "kitty", "ghostty", "wezterm", "foot", "iterm", "alacritty", "konsole", "contour", "mintty",
    "vscode", "rio",
  ]

  /// Whether a terminal is known to support hyperlinks.
  ///
  /// A multiplexer is not: it may not pass them to the terminal, nor keep them in its cells.
  static func areKnown(in type: String, _ variables: [String: String]) -> Bool {
    guard !Multiplexer.isAround(type, variables) else { return false }
    let ownNames = [type, variables["TERM_PROGRAM", default: ""]]
    return ownNames.contains { $0.hasWord(beginningWithOneOf: names) }
      || Int(variables["VTE_VERSION", default: ""]).map { $0 >= 5_000 } ?? false
      || ["WT_SESSION", "KONSOLE_VERSION"].contains { !variables[$0, default: ""].isEmpty }
  }

  /// A message's link made safe for the terminal: visible ASCII, the rest percent-encoded.
  ///
  /// - Parameters:
  ///   - url: The link: untrusted.
  ///   - schemes: The schemes that open without confirmation.
  /// - Returns: The link; nil for one that must not reach the terminal.
  static func target(of url: String, schemes: Set<String>) -> String? {
    guard url.utf8.count <= longest, let link = try? Link(url), schemes.contains(link.scheme) else {
      return nil
    }
    let bytes = link.text.utf8.flatMap { byte in
      (0x21...0x7E).contains(byte) ? [byte] : Array(String(format: "%%%02X", byte).utf8)
    }
    return bytes.count <= longest ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// A builder of the bytes that write runs of a window's cells again.
  private struct Overlay {
    private let window: CursesWindow
    private let cursor: (row: Int32, column: Int32)
    private var text = ""

    init(_ window: CursesWindow) {
      self.window = window
      cursor = (getcury(window), getcurx(window))
    }

    mutating func add(_ run: Run, row: Int) {
      move(row: Int32(row), column: Int32(run.columns.lowerBound))
      text += run.start
      // ncurses leaves the terminal with normal attributes.
      var look: (attributes: attr_t, pair: Int32) = (curses_normal, 0)
      var column = Int32(run.columns.lowerBound)
      while column < run.columns.upperBound {
        var cell = curses_cell()
        curses_read_cell(window, Int32(row), column, &cell)
        if look != (cell.attributes, cell.pair) {
          look = (cell.attributes, cell.pair)
          text += bytes { curses_style_bytes(look.attributes, look.pair, $0, $1) }
        }
        text += Self.text(of: cell)
        column += cell.width
      }
      text += bytes { curses_style_bytes(curses_normal, 0, $0, $1) } + Hyperlinks.end
    }

    /// All bytes; the cursors of window and terminal are restored.
    mutating func finished() -> String {
      wmove(window, cursor.row, cursor.column)
      let shown = curses_shown_window()
      move(row: getcury(shown), column: getcurx(shown))
      return text
    }

    private mutating func move(row: Int32, column: Int32) {
      text += bytes { curses_move_bytes(row, column, $0, $1) }
    }

    private static func text(of cell: curses_cell) -> String {
      withUnsafeBytes(of: cell.text) { bytes in
        bytes.bindMemory(to: UInt32.self).prefix { $0 != 0 }
          .compactMap(Unicode.Scalar.init).map(String.init).joined()
      }
    }

    private func bytes(
      _ write: (UnsafeMutablePointer<CChar>, Int32) -> Int32
    ) -> String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let start = buffer.baseAddress else { return "" }
        let count = Int(write(start, Int32(buffer.count)))
        return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
      }
    }
  }
}
