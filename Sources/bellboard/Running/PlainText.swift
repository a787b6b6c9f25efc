/// What a line for a terminal says, without how it looks.
enum PlainText {
  /// The text without escape sequences.
  static func text(of line: String) -> String {
    var plain = ""
    var scalars = line.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{1B}": skipSequence(&scalars)
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }

  /// Passes over what follows an escape: a control sequence, a string for the terminal, a letter.
  private static func skipSequence(_ scalars: inout Substring.UnicodeScalarView) {
    switch scalars.popFirst() {
    case " ", "#", "%", "(", ")", "*", "+": _ = scalars.popFirst()
    case "[":
      while let scalar = scalars.popFirst(), !("@"..."~").contains(scalar) {}
    case "]", "P", "X", "^", "_":
      while let scalar = scalars.popFirst(), scalar != "\u{7}" {
        guard scalar == "\u{1B}" else { continue }
        if scalars.first == "\\" { scalars.removeFirst() }
        return
      }
    default: break
    }
  }
}
