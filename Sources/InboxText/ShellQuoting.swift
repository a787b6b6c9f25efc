/// The quoting of words for a shell.
package enum ShellQuoting {
  /// The text between single quotes, within which a shell changes nothing.
  package static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// Whether each quote of a shell's line has its end.
  package static func isClosed(_ line: String) -> Bool {
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      }
    }
    return quote == nil && !isEscaped
  }
}
