import InboxUI

/// The form in which chafa makes a graphic: its options, and how what it prints is read.
struct GraphicForm {
  /// Most pixels that are transmitted one by one; kitty itself enlarges what has fewer.
  private static let mostPixels = 1 << 19
  /// Fewest colors that chafa chooses itself; of fewer it has a palette of its own.
  private static let mostColors = 256

  /// What chafa calls it.
  let name: String
  /// The pixels of a cell by which chafa measures.
  let cell: PixelSize
  /// Its further options.
  let options: [String]
  private let graphics: TerminalGraphics

  /// Chooses the form for a terminal and a picture of so many cells.
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

  /// The graphic in what chafa has printed; nil for anything else.
  func graphic(in output: [UInt8], number: Int) -> PictureGraphic? {
    switch graphics.form {
    case .kitty: KittyOutput.graphic(in: output, number: number)
    case .sixel: SixelOutput.graphic(in: output, for: graphics, number: number)
    }
  }

  /// The pixels of a cell, fewer where all cells have too many.
  private static func reduced(_ cell: PixelSize, in size: Size) -> PixelSize {
    let count = Double(size.columns * cell.width) * Double(size.rows * cell.height)
    guard count > Double(mostPixels) else { return cell }
    let factor = (Double(mostPixels) / count).squareRoot()
    return PixelSize(
      width: max(Int(Double(cell.width) * factor), 1),
      height: max(Int(Double(cell.height) * factor), 1))
  }
}
