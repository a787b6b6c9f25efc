import CExpression

/// A regular expression of PCRE2 (<https://www.pcre.org/current/doc/html/pcre2pattern.html>).
///
/// A search that takes more steps or time than its limits is given up, so that no expression stops a
/// program.
package final class RegularExpression: Sendable {
  /// A syntax error in an expression.
  package struct SyntaxError: Error, Sendable, Hashable {
    /// The error message.
    package var message: String
    /// The offset of the error in characters.
    package var offset = 0
  }

  /// The expression as typed.
  let text: String
  // PCRE2 does not change a compiled expression, so that threads may share it.
  nonisolated(unsafe) private let code: OpaquePointer

  /// Compiles an expression; case-sensitive if it has a capital, but in an escape such as `\W`.
  ///
  /// - Throws: ``SyntaxError``.
  package init(_ text: String) throws(SyntaxError) {
    self.text = text
    var (error, offset): (Int32, Int) = (0, 0)
    let bytes = Array(text.utf8)
    let code = inbox_expression_compile(bytes, bytes.count, !Self.hasCapital(text), &error, &offset)
    guard let code else {
      throw SyntaxError(
        message: Self.words(of: error),
        offset: String(decoding: bytes.prefix(offset), as: UTF8.self).count)
    }
    self.code = code
  }

  deinit { inbox_expression_free(code) }

  private static func hasCapital(_ text: String) -> Bool {
    var isEscaped = false
    for character in text {
      if !isEscaped, character.isUppercase { return true }
      isEscaped = character == "\\" && !isEscaped
    }
    return false
  }

  private static func words(of error: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { words in
      inbox_expression_words(error, words.baseAddress, words.count)
      return words.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  /// Whether some part of a text matches; nil when the search is given up.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    var (start, end) = (0, 0)
    switch find(in: text, isValid: false, from: 0, &start, &end) {
    case inbox_expression_found: return true
    case inbox_expression_missing: return false
    case inbox_expression_no_text:
      var repaired = String(decoding: text, as: UTF8.self)
      return repaired.withUTF8 { matches($0) }
    default: return nil
    }
  }

  /// The non-empty matches in a line, without overlaps, up to where the search is given up.
  func matches(in line: String) -> [Range<String.Index>] {
    var line = line
    line.makeContiguousUTF8()
    let ranges = line.utf8.withContiguousStorageIfAvailable(matches) ?? []
    return ranges.map { range in
      line.utf8.index(
        line.startIndex, offsetBy: range.lowerBound)..<line.utf8.index(
          line.startIndex, offsetBy: range.upperBound)
    }
  }

  private func matches(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var matches: [Range<Int>] = []
    var (from, start, end) = (0, 0, 0)
    while from <= text.count,
      find(in: text, isValid: true, from: from, &start, &end) == inbox_expression_found
    {
      if start < end { matches.append(start..<end) }
      from = max(end, from)
      if start == end {
        from += 1
        while from < text.count, text[from] & 0xC0 == 0x80 { from += 1 }
      }
    }
    return matches
  }

  private func find(
    in text: UnsafeBufferPointer<UInt8>, isValid: Bool, from: Int, _ start: inout Int,
    _ end: inout Int
  ) -> inbox_expression_result {
    // An empty text has no address, and PCRE2 wants one.
    withUnsafePointer(to: UInt8(0)) { empty in
      inbox_expression_find(
        code, text.baseAddress ?? empty, text.count, isValid, from, &start, &end)
    }
  }
}

extension RegularExpression: Hashable {
  package static func == (one: RegularExpression, other: RegularExpression) -> Bool {
    one.text == other.text
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
