import BellboardSupport

extension StandardInput {
  /// Reads all of standard input as plain text.
  ///
  /// Escape sequences are stripped; of an overwritten line, such as a progress bar, the last state
  /// is kept.
  ///
  /// - Throws: `InputError`.
  static func plainText() throws -> String {
    let text = try text()
    let shown = plain(text)
    // A trailing CR LF is still there; it is one Character in Swift.
    let hasLineEnd = text.utf8.suffix(2).elementsEqual([0x0D, 0x0A])
    return hasLineEnd ? String(shown.dropLast()) : shown
  }

  /// Converts a text to what a terminal would show of it, without colors.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x1B || $0 == 0x0D }) else { return text }
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.map { piece in
      var line = OpenLine(length: piece.count)
      line.append(piece)
      return line.text
    }.joined(separator: "\n")
  }
}
