/// The layout of printable text in columns and lines; it never splits a grapheme.
package enum TextLayout {
  /// What stands for text that did not fit.
  package static let ellipsis = "…"

  /// Breaks a text between words into lines; what does not fit ends in `…`.
  ///
  /// A word longer than a line is broken where the line ends. Line ends in the text are kept, as
  /// are spaces at the beginning of its lines; spaces around a break are dropped.
  ///
  /// - Parameters:
  ///   - text: Printable text.
  ///   - width: Columns of each line; nothing fits into none.
  ///   - lines: Most lines.
  /// - Returns: The lines, without the spaces that stood at their ends.
  package static func wrap(_ text: String, width: Int, lines: Int) -> [String] {
    guard width > 0, lines > 0, !text.isEmpty else { return [] }
    guard text.isASCII else {
      return Wrapping(units: GraphemeUnits(text), width: width).lines(atMost: lines)
    }
    var text = text
    return text.withUTF8 {
      Wrapping(units: ASCIIUnits(bytes: $0), width: width).lines(atMost: lines)
    }
  }

  /// The text, or as much of its beginning as fits before a `…`.
  package static func truncate(_ text: String, columns: Int) -> String {
    guard columns > 0 else { return "" }
    guard text.columns > columns else { return text }
    return text.beginning(columns: columns - 1) + ellipsis
  }

  /// The text cut to exactly so many columns, spaces filling what it leaves free.
  package static func pad(_ text: String, columns: Int) -> String {
    let cut = truncate(text, columns: columns)
    return cut + String.blanks(columns - cut.columns)
  }

  /// Any text made one printable line, no longer than can matter for so many columns.
  ///
  /// Nobody walks through a long text to draw little of it: what has far more bytes than columns
  /// is cut and ends in `…`. Line ends and tabs become single spaces.
  package static func oneLine(_ text: String, columns: Int) -> String {
    let head = text.head(bytes: max(0, columns) * 8 + 64)
    return head.isPlain ? head : head.joiningLines().printable()
  }
}

extension String {
  /// The graphemes of the beginning that fit into so many columns.
  package func beginning(columns: Int) -> String {
    // Printable ASCII has a column for each byte.
    if isASCII { return String(decoding: utf8.prefix(max(columns, 0)), as: UTF8.self) }
    var left = columns
    return String(
      prefix { character in
        left -= character.columns
        return left >= 0
      })
  }

  /// The graphemes of the end that fit into so many columns.
  package func ending(columns: Int) -> String {
    if isASCII { return String(decoding: utf8.suffix(max(columns, 0)), as: UTF8.self) }
    var hidden = self.columns - columns
    return String(
      drop { character in
        guard hidden > 0 else { return false }
        hidden -= character.columns
        return true
      })
  }

  /// The text, or its first bytes up to a grapheme and a `…`.
  fileprivate func head(bytes limit: Int) -> String {
    guard let end = utf8.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
    else { return self }
    return self[..<end].dropLast() + TextLayout.ellipsis
  }

  /// The text with each run of line ends, tabs and spaces around them as one space.
  fileprivate func joiningLines() -> String {
    guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return self }
    let words = utf8.split { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return words.map { String(Substring($0)) }.joined(separator: " ")
  }
}

extension String {
  /// A text of blanks, made in one step, as rows need many; empty for a negative count.
  package static func blanks(_ count: Int) -> String {
    let count = Swift.max(0, count)
    return String(unsafeUninitializedCapacity: count) { buffer in
      buffer.initialize(repeating: UInt8(ascii: " "))
      return count
    }
  }

  /// A line of `─`, made in one step, as each frame has some; empty for a negative count.
  package static func rule(_ count: Int) -> String {
    let sign: [UInt8] = [0xE2, 0x94, 0x80]
    let count = Swift.max(0, count) * sign.count
    return String(unsafeUninitializedCapacity: count) { buffer in
      for place in 0..<count { buffer[place] = sign[place % sign.count] }
      return count
    }
  }
}
