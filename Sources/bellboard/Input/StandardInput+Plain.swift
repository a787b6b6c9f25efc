import BellboardSupport

extension StandardInput {
  /// Everything up to the end as a terminal would show it: without colours, and of a line that was
  /// written over, as bars of progress are, the last state.
  ///
  /// - Throws: `InputError`.
  static func plainText() throws -> String {
    let text = try text()
    let shown = plain(text)
    // A last line end of two characters is one to Swift, and still there.
    let hasLineEnd = text.utf8.suffix(2).elementsEqual([0x0D, 0x0A])
    return hasLineEnd ? String(shown.dropLast()) : shown
  }

  /// A text as a terminal would show it.
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
