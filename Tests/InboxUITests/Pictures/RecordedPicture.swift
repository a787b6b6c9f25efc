import Testing

@testable import InboxUI

/// What chafa 1.12 printed for a red circle: `--format symbols --size 20x5 --colors 240`.
enum RecordedPicture {
  static let output = """
    \u{1B}[0m  \u{1B}[38;5;160m▃\u{1B}[38;5;196m▅▆▆▅\u{1B}[38;5;160m▃\u{1B}[0m  \u{1B}[0m
    \u{1B}[38;5;88m▗\u{1B}[48;5;196m▘\u{1B}[0m\u{1B}[38;5;196m██████\u{1B}[38;5;88;48;5;196m\
    ▝\u{1B}[0m\u{1B}[38;5;88m▖\u{1B}[0m
    \u{1B}[38;5;196m▐████████\u{1B}[7m▐\u{1B}[0m
    \u{1B}[38;5;88m▝\u{1B}[48;5;196m▖\u{1B}[0m\u{1B}[38;5;196m██████\u{1B}[38;5;88;48;5;196m\
    ▗\u{1B}[0m\u{1B}[38;5;88m▘\u{1B}[0m
      \u{1B}[7m\u{1B}[38;5;160m▅\u{1B}[38;5;196m▃▂▂▃\u{1B}[38;5;160m▅\u{1B}[0m  \u{1B}[0m

    """

  static let size = Size(columns: 20, rows: 5)

  static var picture: CharacterPicture {
    get throws { try #require(CharacterPicture(parsing: Array(output.utf8), within: size)) }
  }
}

extension Frame {
  /// The only graphic; nil for none.
  var graphic: PlacedGraphic? {
    get { graphics.first }
    set { graphics = newValue.map { [$0] } ?? [] }
  }
}
