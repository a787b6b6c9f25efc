import CInboxSystem
import Foundation
import InboxUI

/// A pseudo-terminal that nobody looks at: chafa finds out there how many pixels a cell has.
///
/// It asks the terminal of its standard error, which is never that of the screen.
final class RulerTerminal {
  /// Columns and rows; the pixels of so many cells are still a number of 16 bits.
  private static let side: Int32 = 255

  /// What the program gets.
  let descriptor: Int32
  private let master: Int32

  /// Opens one whose cells have so many pixels; nil where the system gives none.
  init?(cell: PixelSize) {
    var end: Int32 = -1
    descriptor = inbox_pseudo_terminal_open(
      Self.side, Self.side * Int32(cell.width), Self.side * Int32(cell.height), &end)
    master = end
    guard descriptor >= 0 else { return nil }
  }

  // Also after an initializer that returns nil.
  deinit {
    for end in [master, descriptor] where end >= 0 { close(end) }
  }
}
