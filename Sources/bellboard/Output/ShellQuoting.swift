/// The quoting of words for a shell.
enum ShellQuoting {
  /// The text between single quotes, within which a shell changes nothing.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
