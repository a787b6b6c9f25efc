/// Wraps, truncates and pads printable text by terminal columns, without splitting graphemes.
package enum TextLayout {
  /// The mark of truncated text.
  package static let ellipsis = "…"

  /// Wraps a text at words; beyond the maximum number of lines it is truncated with `…`.
  ///
  /// A word longer than a line is broken at its end. Line ends in the text are kept, as is
  /// indentation; spaces around a break are dropped.
  ///
  /// - Parameters:
  ///   - text: Printable text.
  ///   - width: Columns of a line.
  ///   - lines: Maximum number of lines.
  /// - Returns: The lines without trailing spaces; none if `width` or `lines` is 0.
  package static func wrap(_ text: String, width: Int, lines: Int) -> [String] {
    guard width > 0, lines > 0, !text.isEmpty else { return [] }
    return Wrapping(units: TextUnits(text), width: width).lines(atMost: lines)
  }

  /// Truncates a text to a number of columns, with `…` at the end.
  package static func truncate(_ text: String, columns: Int) -> String {
    guard columns > 0 else { return "" }
    guard text.columns > columns else { return text }
    return text.beginning(columns: columns - 1) + ellipsis
  }

  /// Truncates or pads a text to exactly a number of columns.
  package static func pad(_ text: String, columns: Int) -> String {
    let cut = truncate(text, columns: columns)
    return cut + String.blanks(columns - cut.columns)
  }

  /// Converts any text to one printable line, to be truncated to a number of columns.
  ///
  /// A text of far more bytes than columns is cut first, and ends in `…`, so that its length costs
  /// no time. Line ends and tabs become single spaces.
  package static func oneLine(_ text: String, columns: Int) -> String {
    let head = text.head(bytes: max(0, columns) * 8 + 64)
    return head.isPlain ? head : head.joiningLines().printable()
  }
}

extension String {
  /// The leading graphemes that fit into a number of columns.
  package func beginning(columns: Int) -> String {
    // Printable ASCII has a column for each byte.
    if isASCII { return String(decoding: utf8.prefix(max(columns, 0)), as: UTF8.self) }
    let measure = TextMeasure.current
    var left = columns
    return String(
      prefix { character in
        left -= character.columns(in: measure)
        return left >= 0
      })
  }

  /// The trailing graphemes that fit into a number of columns.
  package func ending(columns: Int) -> String {
    if isASCII { return String(decoding: utf8.suffix(max(columns, 0)), as: UTF8.self) }
    let measure = TextMeasure.current
    var hidden = self.columns(in: measure) - columns
    return String(
      drop { character in
        guard hidden > 0 else { return false }
        hidden -= character.columns(in: measure)
        return true
      })
  }

  /// Truncates a text to a number of bytes, at a grapheme and with `…`.
  fileprivate func head(bytes limit: Int) -> String {
    guard let end = utf8.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
    else { return self }
    return self[..<end].dropLast() + TextLayout.ellipsis
  }

  /// Replaces each run of line ends, tabs and spaces by one space.
  fileprivate func joiningLines() -> String {
    guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return self }
    let words = utf8.split { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return words.map { String(Substring($0)) }.joined(separator: " ")
  }
}

extension String {
  /// A string of blanks, built in one step, as rows need many; empty for a negative count.
  package static func blanks(_ count: Int) -> String {
    let count = Swift.max(0, count)
    return String(unsafeUninitializedCapacity: count) { buffer in
      buffer.initialize(repeating: UInt8(ascii: " "))
      return count
    }
  }

  /// A string of `─`; empty for a negative count.
  package static func rule(_ count: Int) -> String {
    String(repeating: "─", count: Swift.max(0, count))
  }
}
