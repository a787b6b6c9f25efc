import InboxUI

/// A parser of SGR mouse reports such as `<0;20;9M`.
///
/// They are decoded here because ncurses leaves bytes of cut or unknown reports behind, which
/// would be keys.
enum MouseReport {
  /// Enables reports of buttons, wheel and drags (mode 1002) in the SGR form (mode 1006).
  static let on = "\u{1B}[?1002h\u{1B}[?1006h"
  /// Disables them.
  static let end = "\u{1B}[?1006l\u{1B}[?1002l"

  /// Maximum digits of a number; no screen has more columns.
  private static let mostDigits = 5
  /// The bits of Shift, Alt and Control.
  private static let modifiers = 4 | 8 | 16
  private static let motion = 32
  /// The button at the right.
  private static let secondButton = 2
  private static let wheel = 64

  /// The event in a control sequence; nil for another sequence, button or modifier.
  static func event(inSequence bytes: [UInt8]) -> MouseEvent? {
    guard bytes.first == UInt8(ascii: "<"), let end = bytes.last,
      end == UInt8(ascii: "M") || end == UInt8(ascii: "m")
    else { return nil }
    let fields = bytes.dropFirst().dropLast()
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { $0.count > mostDigits ? nil : DecimalNumber.value($0, upTo: .max) }
    guard fields.count == 3, let button = fields[0], let column = fields[1], let row = fields[2],
      column > 0, row > 0, let kind = kind(of: button, isUp: end == UInt8(ascii: "m"))
    else { return nil }
    return MouseEvent(kind, at: Position(column: column - 1, row: row - 1))
  }

  private static func kind(of button: Int, isUp: Bool) -> MouseEvent.Kind? {
    switch button {
    case wheel where !isUp: return .wheel(-1)
    case wheel + 1 where !isUp: return .wheel(1)
    case secondButton where !isUp: return .secondPress
    // The first button; release and drag count with any modifier.
    case _ where button & ~(modifiers | motion) == 0:
      if isUp { return .release }
      if button & motion != 0 { return .drag }
      return button == 0 ? .press : nil
    default: return nil
    }
  }
}
