import CNcurses
import Foundation
import InboxUI

/// The size limits of a screen, also applied when ncurses starts.
///
/// ncurses counts columns and rows in signed 16-bit integers and corrupts memory beyond; a
/// terminal may report twice as many. A screen within the limits is drawn in the upper left.
enum ScreenLimits {
  /// Maximum columns; more than any display has, even in the smallest font.
  static let columns = 4_096
  /// Maximum rows.
  static let rows = 1_024

  /// The terminal's size from the kernel, within the limits; nil when unknown.
  static var toldSize: Size? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard curses_window_size(STDOUT_FILENO, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return nil
    }
    return Size(columns: min(Int(columns), Self.columns), rows: min(Int(rows), Self.rows))
  }

  /// Valid widths of a cell in pixels for drawing pictures.
  private static let cellWidths = 2...128
  private static let cellHeights = 4...255

  /// A cell's size in pixels from the kernel; nil when unknown or implausible.
  static var toldCell: PixelSize? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard curses_cell_size(STDOUT_FILENO, &width, &height) == 0,
      cellWidths.contains(Int(width)), cellHeights.contains(Int(height))
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Runs a closure while `COLUMNS` and `LINES`, which ncurses prefers, are within the limits.
  static func whileKept<Result>(_ body: () -> Result) -> Result {
    let changes = [
      change(of: "COLUMNS", told: toldSize?.columns, limit: columns),
      change(of: "LINES", told: toldSize?.rows, limit: rows),
    ].compactMap(\.self)
    for change in changes { setenv(change.name, "\(change.limit)", 1) }
    defer {
      for change in changes {
        if let earlier = change.earlier {
          setenv(change.name, earlier, 1)
        } else {
          unsetenv(change.name)
        }
      }
    }
    return body()
  }

  /// The variable and its previous value if it, or else the kernel's size, exceeds the limit.
  private static func change(
    of name: String, told: Int?, limit: Int
  ) -> (name: String, earlier: String?, limit: Int)? {
    let earlier = getenv(name).map { String(cString: $0) }
    let isOver =
      if let earlier, !earlier.isEmpty {
        strtol(earlier, nil, 10) > limit
      } else {
        told.map { $0 >= limit } ?? false
      }
    return isOver ? (name, earlier, limit) : nil
  }
}
