import InboxUI

/// How chafa draws a graphic for a terminal, and the parser of its output.
extension TerminalGraphics {
  /// Maximum pixels to transmit; kitty itself enlarges smaller images.
  private static let mostPixels = 1 << 19
  /// Minimum number of colors that chafa chooses itself; for fewer it has a fixed palette.
  private static let mostColors = 256

  /// chafa's name of the format, the pixels of a cell that it uses, and its further options, for a
  /// picture of a size in cells.
  func chafaForm(in size: Size) -> (name: String, cell: PixelSize, options: [String]) {
    // Its cells are all covered, also where the picture of characters is a part of one off.
    let filling = ["--scale", "max", "--stretch"]
    switch form {
    case .kitty: return ("kitty", reducedCell(in: size), filling)
    case .sixel(let colors):
      let isFull = colors >= Self.mostColors
      let palette = isFull ? ["full"] : ["16", "--dither", "diffusion"]
      return ("sixels", cell, filling + ["--colors"] + palette)
    }
  }

  /// The graphic in chafa's output; nil for anything else.
  func graphic(in output: [UInt8], number: Int) -> PictureGraphic? {
    switch form {
    case .kitty: KittyOutput.graphic(in: output, number: number)
    case .sixel: SixelOutput.graphic(in: output, for: self, number: number)
    }
  }

  /// The size of a cell in pixels, reduced where all cells have too many.
  private func reducedCell(in size: Size) -> PixelSize {
    let count = Double(size.columns * cell.width) * Double(size.rows * cell.height)
    guard count > Double(Self.mostPixels) else { return cell }
    let factor = (Double(Self.mostPixels) / count).squareRoot()
    return PixelSize(
      width: max(Int(Double(cell.width) * factor), 1),
      height: max(Int(Double(cell.height) * factor), 1))
  }
}
