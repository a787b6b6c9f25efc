extension Unicode.Scalar {
  /// Terminal columns of a printable scalar: 0 for marks, 2 for wide ones, else 1.
  package var columns: Int {
    switch value {
    case ..<0x300, 0x370..<0x483, 0x2010..<0x20D0, 0x2190..<0x231A, 0x2500..<0x25FD: 1
    case 0x3041...0x3096, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    default: ScalarWidths.isWide(value) ? 2 : isMark ? 0 : 1
    }
  }

  /// Whether it combines with the previous scalar and takes no column of its own.
  var isMark: Bool {
    switch value {
    case ..<0x300: return false
    // Vowels and finals of a Hangul syllable; the joiners that some scripts need inside words.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB, 0x200C, 0x200D: return true
    default: return isPlainMark
    }
  }

  /// Whether it is a mark of no width by its category.
  package var isPlainMark: Bool {
    let category = properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  /// Whether it is a spacing mark, such as most vowel signs of Indic scripts.
  package var isSpacingMark: Bool {
    value >= 0x903 && properties.generalCategory == .spacingMark
  }
}

extension Character {
  /// Terminal columns of a printable grapheme.
  package func columns(in measure: TextMeasure) -> Int { String(self).columns(in: measure) }
}

extension StringProtocol {
  /// Terminal columns of a printable text, in the current measure.
  ///
  /// The text must be a result of `printable()` in the same measure.
  package var columns: Int {
    isASCII ? utf8.count : columns(in: .current)
  }

  /// Terminal columns of a printable text.
  package func columns(in measure: TextMeasure) -> Int {
    var counter = ColumnCounter(measure)
    unicodeScalars.forEach { counter.add($0) }
    return counter.columns
  }

  /// Whether every byte is ASCII, so that bytes are columns once the text is printable.
  package var isASCII: Bool {
    allBytes { $0 < 0x80 }
  }

  /// Whether every byte is a printable ASCII character, so that the text is printable as it is.
  var isPlain: Bool {
    allBytes { $0 &- 0x20 < 0x5F }
  }

  /// Tests every byte without an early exit, so that the compiler can vectorize the loop.
  @inline(__always)
  private func allBytes(_ isGood: (UInt8) -> Bool) -> Bool {
    let fast = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.reduce(into: true) { $0 = $0 && isGood($1) }
    }
    return fast ?? utf8.allSatisfy(isGood)
  }
}

/// The widths of scalars, whatever the C library knows of them.
///
/// East Asian Wide and Fullwidth of Unicode 17, and U+3248 to U+324F, which C libraries make wide
/// too. Where terminals differ it is the larger width, so that no character is cut. Ranges include
/// scalars that are never printable, which keeps the table short.
enum ScalarWidths {
  /// The newest major version of Unicode whose scalars are printable.
  static let newestUnicode: UInt16 = 17

  /// Whether a scalar takes two columns.
  static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2630...0x2637, 0x2648...0x2653,
    0x267F...0x267F, 0x268A...0x268F, 0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB,
    0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
    0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705,
    0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755,
    0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C,
    0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x3029, 0x302E...0x303E, 0x3041...0x3096,
    0x309B...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAD9, 0xFE10...0xFE19,
    0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE3, 0x16FF0...0x1B2FB,
    0x1D300...0x1D376, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A,
    0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
    0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440,
    0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A,
    0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
    0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0,
    0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAF8, 0x20000...0x33479,
  ]
}
