/// Two colours as ncurses numbers them; -1 is the terminal's own.
struct PairColors: Hashable {
  /// Colour of the text.
  var foreground: Int32
  /// Colour behind it.
  var background: Int32
}
