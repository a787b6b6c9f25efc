import CNcurses
import InboxUI

/// A reader of keys and whole pastes from an ncurses window.
struct KeyReader {
  /// A result of ncurses.
  enum Reading {
    case input(TerminalInput)
    /// The screen has another size.
    case resized
  }

  private var decoder = KeyDecoder()

  /// The next waiting input of a window without delay; nil when there is none.
  mutating func next(from window: CursesWindow) -> Reading? {
    while true {
      let code = wgetch(window)
      guard code != ERR else { return decoder.flush().map(Reading.input) }
      guard code != KEY_RESIZE else { return .resized }
      guard code != KEY_MOUSE else { continue }
      let input =
        code < 256
        ? decoder.take(byte: UInt8(truncatingIfNeeded: code))
        : decoder.take(key: CursesKeys.key(code))
      if let input { return .input(input) }
    }
  }
}

/// The keys of ncurses key codes.
enum CursesKeys {
  /// The key of a code above all bytes.
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
