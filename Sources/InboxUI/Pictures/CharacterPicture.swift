import InboxText

/// A picture of characters with colors of their own, for a terminal that shows text alone.
package struct CharacterPicture: Sendable, Hashable {
  /// Characters in the same colors, one column each.
  package struct Run: Sendable, Hashable {
    /// The characters.
    package var text: String
    /// Their colors; nil where they are the text's around.
    package var colors: SpanColors?

    /// Makes a run.
    package init(_ text: String, colors: SpanColors? = nil) {
      (self.text, self.colors) = (text, colors)
    }

    /// Columns of the run.
    var columns: Int { text.unicodeScalars.count }
  }

  /// The rows, top first.
  package var rows: [[Run]]

  /// Columns of the widest row.
  var columns: Int { rows.reduce(0) { max($0, Self.columns(of: $1)) } }

  private static func columns(of row: [Run]) -> Int { row.reduce(0) { $0 + $1.columns } }

  /// Makes a picture from its rows.
  package init(rows: [[Run]]) {
    self.rows = rows
  }

  /// Takes the output of a program that draws with the sequences SGR of ECMA-48.
  ///
  /// It is nil for whatever is wider, higher or other than such a picture.
  ///
  /// - Parameters:
  ///   - output: What it printed.
  ///   - size: Most columns and rows.
  package init?(parsing output: [UInt8], within size: Size) {
    var parser = PictureParser(output, size: size)
    guard let rows = parser.rows() else { return nil }
    self.rows = rows
  }

  /// Columns and rows; nil where a row is shorter than others.
  package var size: Size? {
    let columns = columns
    guard rows.allSatisfy({ Self.columns(of: $0) == columns }) else { return nil }
    return Size(columns: columns, rows: rows.count)
  }

  /// Whether a graphic covers no other cells than those of the picture.
  func holds(_ graphic: PictureGraphic) -> Bool {
    guard let size else { return false }
    return graphic.size.columns <= size.columns && graphic.size.rows <= size.rows
  }

  /// The spans of each row, over the roles of the text around.
  func lines(roles: RoleSet) -> [[Span]] {
    rows.enumerated().map { index, row in
      row.map { run in
        var span = Span(run.text, columns: run.columns, roles: roles)
        (span.colors, span.pictureRow) = (run.colors, index)
        return span
      }
    }
  }
}

extension CharacterPicture {
  /// The picture of an image, shown below what the message has of it.
  struct Shown: Sendable, Hashable {
    /// Where the message has the image.
    var place: MessageImage.Place
    /// The picture.
    var picture: CharacterPicture
  }
}
