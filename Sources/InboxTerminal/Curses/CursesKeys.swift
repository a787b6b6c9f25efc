import CNcurses
import InboxUI

/// The numbers by which ncurses names keys, and what they are to us.
enum CursesKeys {
  /// The key of a number above all bytes.
  static func key(_ code: Int32) -> Key {
    if let key = table[code] { return key }
    let function = code - KEY_F0
    return (1...63).contains(function) ? .function(Int(function)) : .unknown
  }

  private static let table: [Int32: Key] = [
    KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right,
    KEY_HOME: .home, KEY_FIND: .home, KEY_END: .end, KEY_SELECT: .end, KEY_LL: .end,
    KEY_A1: .home, KEY_A3: .pageUp, KEY_C1: .end, KEY_C3: .pageDown,
    KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_ENTER: .enter,
    KEY_BTAB: .backTab, KEY_STAB: .tab, KEY_BACKSPACE: .backspace,
    KEY_DC: .delete, KEY_IC: .insert,
  ]
}
