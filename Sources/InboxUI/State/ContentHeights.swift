/// How many lines the texts of the screens take, so that the state can scroll by lines.
enum ContentHeights {
  /// Lines of the message in the reader at a width; 0 until it was read.
  static func reader(_ reader: ReaderState, columns: Int) -> Int {
    reader.content(columns: columns)?.rows.count ?? 0
  }

  /// Lines of the keys that help lists for the screen below it.
  static func help(_ state: UIState) -> Int {
    HelpContent(state).lines.count
  }
}
