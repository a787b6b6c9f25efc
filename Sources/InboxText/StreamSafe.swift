/// Texts whose runs of combining marks are bounded (Unicode Standard Annex #15, section 13).
///
/// Comparing and hashing a `String` sorts each run of marks, at a cost that grows with the square of
/// its length: one key with 60 000 marks kept a processor busy for half a minute.
package enum StreamSafe {
  /// Maximum marks in a row.
  package static let mostMarks = 30
  /// What separates longer runs, without being seen: the combining grapheme joiner.
  private static let joiner: Unicode.Scalar = "\u{034F}"

  /// The text with a joiner in each run of marks that is too long.
  package static func text(_ text: String) -> String {
    // The first mark is U+0300.
    guard text.utf8.count > 2 * mostMarks, text.utf8.contains(where: { $0 >= 0xCC }) else {
      return text
    }
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      let isMark =
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      count = isMark ? count + 1 : 0
      if count > mostMarks {
        result.append(joiner)
        count = 1
      }
      result.append(scalar)
    }
    return String(result)
  }
}
