import InboxCore

/// A picture drawn with colored characters, for terminals without graphics.
package struct CharacterPicture: Sendable, Hashable {
  /// A run of characters in the same colors, one column each.
  package struct Run: Sendable, Hashable {
    /// The characters.
    package var text: String
    /// Their colors; nil for those of the surrounding text.
    package var colors: SpanColors?

    /// Creates a run.
    package init(_ text: String, colors: SpanColors? = nil) {
      (self.text, self.colors) = (text, colors)
    }

    /// The columns of the run.
    var columns: Int { text.unicodeScalars.count }
  }

  /// The rows, top first.
  package var rows: [[Run]]

  /// The columns of the widest row.
  var columns: Int { rows.reduce(0) { max($0, Self.columns(of: $1)) } }

  private static func columns(of row: [Run]) -> Int { row.reduce(0) { $0 + $1.columns } }

  /// Creates a picture from its rows.
  package init(rows: [[Run]]) {
    self.rows = rows
  }

  /// Parses the output of a program that draws with SGR sequences of ECMA-48.
  ///
  /// It is nil for any other output, and for a picture that exceeds the size.
  ///
  /// - Parameters:
  ///   - output: The output of the program.
  ///   - size: Maximum columns and rows.
  package init?(parsing output: [UInt8], within size: Size) {
    var parser = PictureParser(output, size: size)
    guard let rows = parser.rows() else { return nil }
    self.rows = rows
  }

  /// The columns and rows; nil if the rows differ in width.
  package var size: Size? {
    let columns = columns
    guard rows.allSatisfy({ Self.columns(of: $0) == columns }) else { return nil }
    return Size(columns: columns, rows: rows.count)
  }

  /// Whether a graphic fits within the cells of the picture.
  func holds(_ graphic: PictureGraphic) -> Bool {
    guard let size else { return false }
    return graphic.size.columns <= size.columns && graphic.size.rows <= size.rows
  }

  /// The spans of each row, with the roles of the surrounding text; in the list, of a message's row.
  func lines(roles: RoleSet, of message: MessageNumber? = nil) -> [[Span]] {
    rows.enumerated().map { index, row in
      row.map { run in
        var span = Span(run.text, columns: run.columns, roles: roles)
        (span.colors, span.pictureRow) = (run.colors, PictureRow(row: index, message: message))
        return span
      }
    }
  }
}

/// A row of a picture, from 0, with the message in whose row of the list it is; nil in the reader.
struct PictureRow: Sendable, Hashable {
  let row: Int
  let message: MessageNumber?
}

extension CharacterPicture {
  /// A picture to show in the reader, with the place of its image in the message.
  struct Shown: Sendable, Hashable {
    /// The place of the image in the message.
    var place: MessageImage.Place
    /// The picture.
    var picture: CharacterPicture
  }
}
