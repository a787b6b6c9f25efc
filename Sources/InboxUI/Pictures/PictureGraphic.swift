import InboxText

/// The choice of how the pictures of the reader are drawn.
package enum GraphicsChoice: String, CaseIterable, Sendable, Hashable {
  /// In pixels where the terminal answers that it shows them, else of characters.
  case auto
  /// By the graphics protocol of kitty, without a question.
  case kitty
  /// In sixels, without a question.
  case sixel
  /// Of characters alone.
  case characters
}

/// A size in pixels.
package struct PixelSize: Sendable, Hashable {
  /// Pixels of a row.
  package var width: Int
  /// Rows of pixels.
  package var height: Int

  /// Makes a size.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }
}

/// The graphics of a terminal: the form in which it takes pixels, and how many a cell has.
package struct TerminalGraphics: Sendable, Hashable {
  /// A form in which terminals take pixels.
  package enum Form: Sendable, Hashable {
    /// The graphics protocol of kitty.
    case kitty
    /// Sixels of DEC, in so many colors at once.
    case sixel(colors: Int)
  }

  /// The form.
  package var form: Form
  /// The pixels of a cell.
  package var cell: PixelSize

  /// Makes them.
  package init(_ form: Form, cell: PixelSize) {
    (self.form, self.cell) = (form, cell)
  }
}

/// A picture in pixels, checked and encoded for a terminal; it lies over one of characters.
///
/// Two are equal by their numbers alone, as the data may be megabytes.
package struct PictureGraphic: Sendable {
  /// The encoding of the pixels.
  package enum Encoding: Sendable, Hashable {
    /// So many bits a pixel in base64, as kitty's protocol transmits them.
    case kitty(bits: Int)
    /// The characters of a sixel image, from behind its raster attributes to its end.
    case sixel
  }

  /// The number, another one for each graphic that is made.
  package let number: Int
  /// The encoding.
  package let encoding: Encoding
  /// The size in pixels.
  package let pixels: PixelSize
  /// The cells that it covers.
  package let size: Size
  /// The encoded pixels.
  package let data: [UInt8]

  /// Makes a graphic of data that has been checked.
  package init(
    number: Int, encoding: Encoding, pixels: PixelSize, size: Size, data: [UInt8]
  ) {
    (self.number, self.encoding, self.pixels) = (number, encoding, pixels)
    (self.size, self.data) = (size, data)
  }
}

extension PictureGraphic: Hashable {
  /// Compares the numbers.
  package static func == (left: PictureGraphic, right: PictureGraphic) -> Bool {
    left.number == right.number
  }

  /// Hashes the number.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}

/// A graphic with its place on the screen.
package struct PlacedGraphic: Sendable, Hashable {
  /// The graphic.
  package var graphic: PictureGraphic
  /// Its upper left cell.
  package var position: Position

  /// Places a graphic.
  package init(_ graphic: PictureGraphic, at position: Position) {
    (self.graphic, self.position) = (graphic, position)
  }

  /// The rows of the screen that it covers.
  package var rows: Range<Int> { position.row..<(position.row + graphic.size.rows) }
}

extension Frame {
  /// Puts a graphic over the cells of its picture, if each of them is in sight and uncovered.
  ///
  /// - Parameters:
  ///   - graphic: The graphic.
  ///   - size: Columns and rows of the picture of characters.
  mutating func place(_ graphic: PictureGraphic, over size: Size) {
    guard let top = lines.firstIndex(where: { $0.pictureCells?.row == 0 }),
      let first = lines[top].pictureCells?.columns, top + size.rows <= lines.count
    else { return }
    let isWhole = (0..<size.rows).allSatisfy { row in
      let cells = lines[top + row].pictureCells
      return cells?.row == row && cells?.columns == first
    }
    guard isWhole, first.count == size.columns, first.upperBound <= self.size.columns,
      top + size.rows <= self.size.rows
    else { return }
    self.graphic = PlacedGraphic(graphic, at: Position(column: first.lowerBound, row: top))
  }
}

extension Line {
  /// The row of a picture that the line has, and where; nil for none, or for pieces of one.
  fileprivate var pictureCells: (row: Int, columns: Range<Int>)? {
    var found: (row: Int, columns: Range<Int>)?
    var column = 0
    for span in spans {
      defer { column += span.columns }
      guard let row = span.pictureRow, span.columns > 0 else { continue }
      let end = column + span.columns
      guard let earlier = found else {
        found = (row, column..<end)
        continue
      }
      guard earlier.row == row, earlier.columns.upperBound == column else { return nil }
      found = (row, earlier.columns.lowerBound..<end)
    }
    return found
  }
}
