import CInboxSystem
import Foundation
import InboxUI

/// A pseudo-terminal that tells chafa the size of a cell in pixels.
///
/// chafa queries the terminal of its standard error, which is never that of the screen.
final class RulerTerminal {
  /// Columns and rows; their pixels must fit into 16 bits.
  private static let side: Int32 = 255

  /// The descriptor for the program.
  let descriptor: Int32
  private let master: Int32

  /// Opens one with this size of a cell; nil when the system has none left.
  init?(cell: PixelSize) {
    var end: Int32 = -1
    descriptor = inbox_pseudo_terminal_open(
      Self.side, Self.side * Int32(cell.width), Self.side * Int32(cell.height), &end)
    master = end
    guard descriptor >= 0 else { return nil }
  }

  // Also runs after an initializer that returns nil.
  deinit {
    for end in [master, descriptor] where end >= 0 { close(end) }
  }
}
