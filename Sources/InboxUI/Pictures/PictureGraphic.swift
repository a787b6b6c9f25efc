import InboxCore

/// The setting of how pictures are drawn in the reader.
package enum GraphicsChoice: String, CaseIterable, Sendable, Hashable {
  /// With pixels if the terminal reports support, else with characters.
  case auto
  /// With kitty's graphics protocol, without a query.
  case kitty
  /// With sixels, without a query.
  case sixel
  /// With characters only.
  case characters
}

/// A size in pixels.
package struct PixelSize: Sendable, Hashable {
  /// Pixels in a row.
  package var width: Int
  /// Number of rows.
  package var height: Int

  /// Creates a size.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }
}

/// The graphics support of a terminal: its protocol and the size of a cell in pixels.
package struct TerminalGraphics: Sendable, Hashable {
  /// A graphics protocol.
  package enum Form: Sendable, Hashable {
    /// The graphics protocol of kitty.
    case kitty
    /// DEC sixels, with the number of color registers.
    case sixel(colors: Int)
  }

  /// The protocol.
  package var form: Form
  /// The size of a cell in pixels.
  package var cell: PixelSize

  /// Creates the graphics support.
  package init(_ form: Form, cell: PixelSize) {
    (self.form, self.cell) = (form, cell)
  }
}

/// A pixel image, validated and encoded for a terminal; it covers a picture of characters.
///
/// Two are compared by their numbers only, as the data may be megabytes.
package struct PictureGraphic: Sendable {
  /// The encoding of the pixels.
  package enum Encoding: Sendable, Hashable {
    /// Base64 for kitty's protocol, with the number of bits per pixel.
    case kitty(bits: Int)
    /// Sixel data, from after its raster attributes to its end.
    case sixel
  }

  /// The number, unique for each graphic.
  package let number: Int
  /// The encoding.
  package let encoding: Encoding
  /// The size in pixels.
  package let pixels: PixelSize
  /// The columns and rows that it covers.
  package let size: Size
  /// The encoded pixels.
  package let data: [UInt8]

  /// Creates a graphic from validated data.
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

/// A graphic with its position on the screen.
package struct PlacedGraphic: Sendable, Hashable {
  /// The graphic.
  package var graphic: PictureGraphic
  /// The cell of its top left corner.
  package var position: Position

  /// Creates a placed graphic.
  package init(_ graphic: PictureGraphic, at position: Position) {
    (self.graphic, self.position) = (graphic, position)
  }

  /// The rows of the screen that it covers.
  package var rows: Range<Int> { position.row..<(position.row + graphic.size.rows) }
}

extension Frame {
  /// Places a graphic over the cells of its picture, if all of them are visible and uncovered.
  ///
  /// - Parameters:
  ///   - graphic: The graphic.
  ///   - size: The columns and rows of the picture of characters.
  ///   - message: The message in whose row of the list it is; nil in the reader.
  mutating func place(
    _ graphic: PictureGraphic, over size: Size, of message: MessageNumber? = nil
  ) {
    guard let top = lines.firstIndex(where: { $0.pictureCells(of: message)?.row == 0 }),
      let first = lines[top].pictureCells(of: message)?.columns, top + size.rows <= lines.count
    else { return }
    let isWhole = (0..<size.rows).allSatisfy { row in
      let cells = lines[top + row].pictureCells(of: message)
      return cells?.row == row && cells?.columns == first
    }
    guard isWhole, first.count == size.columns, first.upperBound <= self.size.columns,
      top + size.rows <= self.size.rows
    else { return }
    graphics.append(
      PlacedGraphic(graphic, at: Position(column: first.lowerBound, row: top)))
  }
}

extension Line {
  /// The row of a picture in the line, with its columns; nil if there is none or only a part of it.
  fileprivate func pictureCells(
    of message: MessageNumber?
  ) -> (row: Int, columns: Range<Int>)? {
    var found: (row: Int, columns: Range<Int>)?
    var column = 0
    for span in spans {
      defer { column += span.columns }
      guard let cell = span.pictureRow, cell.message == message, span.columns > 0 else { continue }
      let end = column + span.columns
      guard let earlier = found else {
        found = (cell.row, column..<end)
        continue
      }
      guard earlier.row == cell.row, earlier.columns.upperBound == column else { return nil }
      found = (cell.row, earlier.columns.lowerBound..<end)
    }
    return found
  }
}
