import InboxTestSupport
@testable import InboxUI
import Testing

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

extension PictureGraphic {
  /// A graphic over so many cells.
  static func make(_ number: Int = 1, columns: Int = 10, rows: Int = 5) -> PictureGraphic {
    PictureGraphic(
      number: number, encoding: .kitty(bits: 24), pixels: PixelSize(width: 1, height: 1),
      size: Size(columns: columns, rows: rows), data: [])
  }
}

extension TerminalGraphics {
  /// Those of a terminal with cells of 10 × 20 pixels.
  static let testing = TerminalGraphics(.kitty, cell: PixelSize(width: 10, height: 20))
}

extension ScreenDriver {
  /// Hands in what was drawn for a request; the recorded picture where nothing is named.
  mutating func draw(_ request: PictureRequest, _ pictures: DrawnPicture...) throws {
    let drawn = try pictures.isEmpty ? [.characters(RecordedPicture.picture)] : pictures
    for picture in drawn { send(.answered(request, picture)) }
  }
}
