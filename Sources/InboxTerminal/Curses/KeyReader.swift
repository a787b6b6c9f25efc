import CNcurses
import Foundation
import InboxSystem
import InboxUI

/// A reader of keys and whole pastes from an ncurses window.
struct KeyReader {
  /// Timeout in seconds for the rest of a report after its first byte.
  private static let patience = 0.1
  /// Timeout in seconds after which the end of a response or paste counts as lost, if a single
  /// byte follows.
  private static let endTimeout = 1.0

  private var decoder = KeyDecoder()
  /// When the last mouse event was read; nil once other input was read.
  private var lastMouse: ContinuousClock.Instant?
  /// When input paused within the response or paste that is still incomplete.
  private var endlessPause: ContinuousClock.Instant?
  /// Whether the next byte is the first after a pause.
  private var followsPause = false

  /// The next input of a window in no-delay mode, and nil when there is none; tells of a resized
  /// screen before it.
  mutating func next(
    from window: CursesWindow, resized: () -> Void = {}
  ) -> TerminalInput? {
    while true {
      let code = wgetch(window)
      guard code != ERR else {
        if isAmidReport() { continue }
        let input = decoder.flush()
        endlessPause = decoder.awaitsEnd ? endlessPause ?? .now : nil
        followsPause = true
        return input
      }
      if followsPause, let endlessPause, .now - endlessPause > .seconds(Self.endTimeout) {
        decoder.suspectLostEnd()
      }
      // A paste may take any time while bytes arrive.
      if decoder.isAmidPaste { endlessPause = nil }
      followsPause = false
      if code == KEY_RESIZE { resized() }
      guard code != KEY_RESIZE, code != KEY_MOUSE else { continue }
      let input =
        code < 256
        ? decoder.take(byte: UInt8(truncatingIfNeeded: code))
        : decoder.take(key: CursesKeys.key(code))
      guard let input else { continue }
      if case .mouse = input { lastMouse = .now } else { lastMouse = nil }
      return input
    }
  }

  /// Whether more input follows an Esc right after mouse events: a congested line splits reports
  /// anywhere, and the Esc of a split report is no key.
  private mutating func isAmidReport() -> Bool {
    guard let last = lastMouse, decoder.isAtEscape,
      .now - last < .seconds(2 * Self.patience)
    else { return false }
    lastMouse = nil
    let ready = Descriptors.wait(for: [.readable(STDIN_FILENO)], atMost: Self.patience)
    return !ready.all.isEmpty
  }
}

/// The keys of ncurses key codes.
enum CursesKeys {
  /// The key of an ncurses key code, which is above all bytes.
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
