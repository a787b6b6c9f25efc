/// Quotes words for a POSIX shell.
package enum ShellQuoting {
  /// Quotes a text with single quotes.
  package static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// A text as one shell word, quoted only if necessary.
  package static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte.isWordByte || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// Whether all quotes of a shell command line are closed.
  package static func isClosed(_ line: String) -> Bool {
    line.wholeMatch(of: /(?s)(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^'"\\])*/) != nil
  }
}
