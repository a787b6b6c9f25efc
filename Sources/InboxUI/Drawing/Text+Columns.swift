extension Unicode.Scalar {
  /// Terminal columns of a scalar that may be shown: 0 for marks, 2 for wide ones, else 1.
  var columns: Int {
    switch value {
    case ..<0x300, 0x370..<0x483, 0x2010..<0x20D0, 0x2190..<0x231A, 0x2500..<0x25FD: 1
    case 0x3041...0x3096, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    default: ScalarWidths.isWide(value) ? 2 : isMark ? 0 : 1
    }
  }

  /// Whether it is drawn onto the scalar before it and takes no column of its own.
  var isMark: Bool {
    switch value {
    case ..<0x300: return false
    // Vowels and finals of a Hangul syllable; the joiners that some scripts need inside words.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB, 0x200C, 0x200D: return true
    default:
      let category = properties.generalCategory
      return category == .nonspacingMark || category == .enclosingMark
    }
  }
}

extension Character {
  /// Terminal columns that the grapheme takes once it is printable.
  var columns: Int {
    unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}

extension StringProtocol {
  /// Terminal columns that the text takes.
  ///
  /// The text must be ``Swift/String/printable(keepingNewlines:)``: only then does the sum over
  /// its scalars, by which ncurses places them, equal what terminals draw.
  public var columns: Int {
    if isASCII { return utf8.count }
    return unicodeScalars.reduce(0) { $0 + $1.columns }
  }

  /// Whether every byte is ASCII, so that bytes are columns once the text is printable.
  var isASCII: Bool {
    allBytes { $0 < 0x80 }
  }

  /// Whether every byte is a printable ASCII character, so that nothing is to be done.
  var isPlain: Bool {
    allBytes { $0 &- 0x20 < 0x5F }
  }

  /// Asks of every byte without stopping early: that way the compiler asks many at once.
  @inline(__always)
  private func allBytes(_ isGood: (UInt8) -> Bool) -> Bool {
    let fast = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.reduce(into: true) { $0 = $0 && isGood($1) }
    }
    return fast ?? utf8.allSatisfy(isGood)
  }
}
