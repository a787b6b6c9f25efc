import CNcurses
import Foundation
import InboxUI

/// The limits on the size of a screen, and a start of ncurses that keeps to them.
///
/// ncurses counts columns and rows in 16 bits with a sign, and ends in the wrong memory beyond; a
/// terminal may report twice as many. A screen within the limits is drawn in the upper left.
enum ScreenLimits {
  /// Most columns; more than any display has, even in the smallest letters.
  static let columns = 4_096
  /// Most rows.
  static let rows = 1_024

  /// The size that the kernel tells of the terminal, within the limits; nil when it knows none.
  static var toldSize: Size? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard curses_window_size(STDOUT_FILENO, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return nil
    }
    return Size(columns: min(Int(columns), Self.columns), rows: min(Int(rows), Self.rows))
  }

  /// Pixels of a cell by which pictures are drawn.
  private static let cellWidths = 2...128
  private static let cellHeights = 4...255

  /// The pixels of a cell that the kernel tells; nil when it knows none, or some that cannot be.
  static var toldCell: PixelSize? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard curses_cell_size(STDOUT_FILENO, &width, &height) == 0,
      cellWidths.contains(Int(width)), cellHeights.contains(Int(height))
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Does something while `COLUMNS` and `LINES`, which ncurses asks first, keep to the limits.
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

  /// The variable with its value until now, where it or else the kernel is at the limit.
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
