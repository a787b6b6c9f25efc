import CNcurses
import Foundation
import InboxSystem
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
    let told = toldSize
    var limits: [String: String] = [:]
    if exceeds("COLUMNS", told: told?.columns, limit: columns) { limits["COLUMNS"] = "\(columns)" }
    if exceeds("LINES", told: told?.rows, limit: rows) { limits["LINES"] = "\(rows)" }
    return ProcessVariables.whileReplaced(by: limits, body)
  }

  /// Whether a variable, or else the kernel's size, exceeds the limit.
  private static func exceeds(_ name: String, told: Int?, limit: Int) -> Bool {
    if let text = getenv(name), text.pointee != 0 { return strtol(text, nil, 10) > limit }
    return told.map { $0 >= limit } ?? false
  }
}

extension ProcessVariables {
  /// Runs a closure while variables have other values.
  static func whileReplaced<Result>(by values: [String: String], _ body: () -> Result) -> Result {
    let earlier = values.keys.map { ($0, getenv($0).map { String(cString: $0) }) }
    for (name, value) in values { setenv(name, value, 1) }
    defer {
      for (name, value) in earlier {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
      }
    }
    return body()
  }
}
