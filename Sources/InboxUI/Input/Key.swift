/// A key as a person presses it.
public enum Key: Sendable, Hashable {
  /// A printable character.
  case character(Character)
  /// A letter with Control, in lower case.
  case control(Character)
  /// A character with Alt.
  case alt(Character)
  /// An arrow.
  case up, down, left, right
  /// A key that moves far.
  case home, end, pageUp, pageDown
  /// A key by its usual name; back-tab is Shift-Tab.
  case enter, tab, backTab, escape, backspace, delete, insert
  /// F1 and so on.
  case function(Int)
  /// A sequence that the terminal sent and nobody knows; it never acts.
  case unknown
}
