import CNcurses

/// A style in the terms of ncurses: attributes, and the number of a colour pair.
struct CellStyle {
  /// Bold, dim, italic, underline, reverse.
  var attributes: attr_t
  /// Number of the pair; 0 is the terminal's own colours.
  var pair: Int32
}
