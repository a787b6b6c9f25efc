import InboxUI

/// A parser of the output of `chafa --format sixels`: one sixel image.
///
/// The rules are those of DEC's "VT330/VT340 Programmer Reference Manual", volume 2, chapter 14:
/// the image is `DCS` numbers `q`, raster attributes, and a body of `#` colors, `!` repetitions,
/// `$` returns, `-` new lines and characters from `?` to `~`, each of them six pixels; `ST` ends
/// it. Parsing fails at pixels beyond the raster attributes, and at any other byte.
struct SixelOutput {
  /// Maximum numbers before `q`, and maximum bytes of them.
  private static let mostHeadBytes = 16
  /// Maximum pixels of a side.
  private static let mostPixels = 10_000
  /// Pixel rows of a sixel line.
  private static let lineHeight = 6
  private static let sixels: ClosedRange<UInt8> = 0x3F...0x7E

  private var rest: ArraySlice<UInt8>
  private let colors: Int

  /// The graphic in chafa's output, for a size of cells and a number of colors.
  static func graphic(
    in output: [UInt8], for graphics: TerminalGraphics, number: Int
  ) -> PictureGraphic? {
    guard case .sixel(let colors) = graphics.form else { return nil }
    var parser = SixelOutput(rest: output[...], colors: colors)
    guard let pixels = parser.head(), let data = parser.body(within: pixels),
      parser.rest.allSatisfy({ $0 == 0x0A })
    else { return nil }
    let height = Self.lines(of: pixels) * lineHeight
    return PictureGraphic(
      number: number, encoding: .sixel, pixels: pixels,
      size: Size(
        columns: (pixels.width + graphics.cell.width - 1) / graphics.cell.width,
        rows: (height + graphics.cell.height - 1) / graphics.cell.height),
      data: data)
  }

  private static func lines(of pixels: PixelSize) -> Int {
    (pixels.height + lineHeight - 1) / lineHeight
  }

  /// Parses the head: `DCS` numbers `q "` and an aspect ratio of 1.
  private mutating func head() -> PixelSize? {
    guard take(0x1B), take(UInt8(ascii: "P")) else { return nil }
    let numbers = rest.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
    rest = rest[numbers.endIndex...]
    guard numbers.count <= Self.mostHeadBytes, take(UInt8(ascii: "q")), take(UInt8(ascii: "\"")),
      let raster = takeNumbers(), raster.count == 4, raster[0] == 1, raster[1] == 1,
      raster[2] > 0, raster[3] > 0
    else { return nil }
    return PixelSize(width: raster[2], height: raster[3])
  }

  /// Parses the body with its end; nil where it exceeds the raster or has another byte.
  private mutating func body(within pixels: PixelSize) -> [UInt8]? {
    let whole = rest
    let lines = Self.lines(of: pixels)
    var (column, line) = (0, 0)
    while let byte = rest.popFirst() {
      var count = 0
      switch byte {
      case Self.sixels: count = 1
      case UInt8(ascii: "!"):
        guard let number = takeNumber(), let next = rest.popFirst(), Self.sixels.contains(next)
        else { return nil }
        count = number
      case UInt8(ascii: "#"): guard takeColor() else { return nil }
      case UInt8(ascii: "$"): column = 0
      case UInt8(ascii: "-"): (column, line) = (0, line + 1)
      case 0x1B:
        let data = whole[..<(rest.startIndex - 1)]
        return take(UInt8(ascii: "\\")) ? Array(data) : nil
      default: return nil
      }
      column += count
      guard column <= pixels.width, line < lines || (line == lines && column == 0) else {
        return nil
      }
    }
    return nil
  }

  /// Parses a color's number, with red, green and blue in percent where it is defined.
  private mutating func takeColor() -> Bool {
    guard let numbers = takeNumbers(), numbers[0] < colors else { return false }
    guard numbers.count > 1 else { return true }
    return numbers.count == 5 && numbers[1] == 2 && numbers[2...].allSatisfy { $0 <= 100 }
  }

  private mutating func takeNumbers() -> [Int]? {
    guard let first = takeNumber() else { return nil }
    var numbers = [first]
    while rest.first == UInt8(ascii: ";"), numbers.count < 5 {
      rest = rest.dropFirst()
      guard let next = takeNumber() else { return nil }
      numbers.append(next)
    }
    return numbers
  }

  private mutating func takeNumber() -> Int? {
    let digits = rest.prefix(6).prefix { (0x30...0x39).contains($0) }
    rest = rest[digits.endIndex...]
    return DecimalNumber.value(digits, upTo: Self.mostPixels)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }
}
