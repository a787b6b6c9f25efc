/// How many colours a terminal can show.
public enum ColorDepth: Sendable, Hashable, CaseIterable {
  /// None, or the user wants none: attributes only.
  case none
  /// The 16 palette colours.
  case ansi16
  /// The 256 of xterm.
  case indexed256
  /// Any red, green and blue.
  case direct
}
