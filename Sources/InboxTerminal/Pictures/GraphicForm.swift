import InboxUI

/// The output format of chafa for a graphic: its options, and the parser of its output.
struct GraphicForm {
  /// Maximum pixels to transmit; kitty itself enlarges smaller images.
  private static let mostPixels = 1 << 19
  /// Minimum number of colors that chafa chooses itself; for fewer it has a fixed palette.
  private static let mostColors = 256

  /// chafa's name of the format.
  let name: String
  /// The size of a cell in pixels that chafa uses.
  let cell: PixelSize
  /// Further options of chafa.
  let options: [String]
  private let graphics: TerminalGraphics

  /// Chooses the format for a terminal and a picture's size in cells.
  init(of graphics: TerminalGraphics, in size: Size) {
    self.graphics = graphics
    // Its cells are all covered, also where the picture of characters is a part of one off.
    let filling = ["--scale", "max", "--stretch"]
    switch graphics.form {
    case .kitty:
      name = "kitty"
      cell = Self.reduced(graphics.cell, in: size)
      options = filling
    case .sixel(let colors):
      name = "sixels"
      cell = graphics.cell
      options =
        filling
        + (colors >= Self.mostColors
          ? ["--colors", "full"] : ["--colors", "16", "--dither", "diffusion"])
    }
  }

  /// The graphic in chafa's output; nil for anything else.
  func graphic(in output: [UInt8], number: Int) -> PictureGraphic? {
    switch graphics.form {
    case .kitty: KittyOutput.graphic(in: output, number: number)
    case .sixel: SixelOutput.graphic(in: output, for: graphics, number: number)
    }
  }

  /// The size of a cell in pixels, reduced where all cells have too many.
  private static func reduced(_ cell: PixelSize, in size: Size) -> PixelSize {
    let count = Double(size.columns * cell.width) * Double(size.rows * cell.height)
    guard count > Double(mostPixels) else { return cell }
    let factor = (Double(mostPixels) / count).squareRoot()
    return PixelSize(
      width: max(Int(Double(cell.width) * factor), 1),
      height: max(Int(Double(cell.height) * factor), 1))
  }
}
