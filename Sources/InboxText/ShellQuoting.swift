/// The quoting of words for a shell.
package enum ShellQuoting {
  /// The text between single quotes, within which a shell changes nothing.
  package static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// The text as one word of a shell, quoted only where a shell would change it.
  package static func word(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/._-".unicodeScalars.contains(scalar)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
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
