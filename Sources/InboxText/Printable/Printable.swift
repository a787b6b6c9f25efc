extension String {
  /// Sanitizes a text for a terminal: replaces control and invisible characters by visible symbols.
  ///
  /// Control characters become their pictures (`␛`), other invisible ones their number
  /// (`⟨U+202E⟩`), unassigned or too new ones `�`. Combining marks beyond four on a character are
  /// dropped. Where terminals join no graphemes, an emoji of many scalars becomes its first one,
  /// a flag its two letters.
  ///
  /// - Parameters:
  ///   - keepingNewlines: Keeps line ends, and expands tabs to multiples of eight columns;
  ///     otherwise a line end becomes `⏎` and a tab one space.
  ///   - keepingGraphemes: Keeps emoji, flags, marks and unknown characters whole, for output
  ///     that is not laid out in columns.
  /// - Returns: The text; its ``columns`` in the current measure are right unless graphemes are
  ///   kept.
  package func printable(keepingNewlines: Bool = false, keepingGraphemes: Bool = false) -> String {
    if isPlain { return self }
    var writer = PrintableWriter(
      keepsNewlines: keepingNewlines, keepsGraphemes: keepingGraphemes, measure: .current)
    writer.text.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      writer.write(scalar)
    }
    writer.finish()
    return writer.text
  }
}

/// A writer that sanitizes each scalar for a terminal.
struct PrintableWriter {
  /// Maximum combining marks on one character, which is ncurses' limit for a cell.
  static let maximumMarks = 4

  /// What has been written.
  var text = ""

  private let keepsNewlines: Bool
  private let keepsGraphemes: Bool
  private let measure: TextMeasure
  private var base = Base.none
  private var marks = 0
  /// Whether a joiner follows an emoji, so that the next emoji is part of the same one.
  private var isJoining = false
  /// Whether a carriage return is pending, which is a line end if a line feed follows.
  private var isReturning = false
  /// The columns of the line so far.
  private var line: ColumnCounter
  /// What is joined to the last character.
  private var parts = GraphemeParts()
  /// The first letter of a flag, until the second one follows.
  private var indicator: Unicode.Scalar?

  /// The kind of character that a mark would combine with.
  private enum Base {
    case none, ascii, letter, emoji
  }

  /// Creates a writer.
  init(keepsNewlines: Bool, keepsGraphemes: Bool, measure: TextMeasure) {
    self.keepsNewlines = keepsNewlines
    self.keepsGraphemes = keepsGraphemes
    self.measure = measure
    line = ColumnCounter(measure)
  }

  /// Appends a scalar or its replacement.
  mutating func write(_ scalar: Unicode.Scalar) {
    finish(before: scalar)
    if scalar.value < 0x7F {
      writeASCII(scalar)
    } else if !joins(scalar) {
      writeOther(scalar)
    }
  }

  /// Writes what is pending, a carriage return or half of a flag, unless the next scalar completes
  /// it.
  mutating func finish(before next: Unicode.Scalar? = nil) {
    if isReturning, next != "\n" { append("␍", base: .ascii) }
    isReturning = false
    if let indicator, next?.isRegionalIndicator != true { appendLetter(of: indicator) }
  }

  private mutating func writeASCII(_ scalar: Unicode.Scalar) {
    isJoining = false
    switch scalar {
    case "\n": endLine()
    case "\r": isReturning = true
    case "\t":
      repeat { append(" ", base: .ascii) } while keepsNewlines && line.columns % 8 != 0
    case "\0"..<" ": appendPicture(0x2400 + scalar.value)
    default: append(scalar, base: .ascii)
    }
  }

  private mutating func endLine() {
    guard keepsNewlines else { return append("⏎", base: .ascii) }
    text.unicodeScalars.append("\n")
    base = .none
    line = ColumnCounter(measure)
  }

  /// Joins a scalar to the emoji or digit before it; false if it is a character of its own.
  private mutating func joins(_ scalar: Unicode.Scalar) -> Bool {
    guard isPart(scalar) else { return false }
    if keepsGraphemes {
      if base != .none { text.unicodeScalars.append(scalar) }
    } else if measure.joinsGraphemes {
      for part in parts.taken(scalar, after: text.unicodeScalars.last ?? " ", in: measure) {
        text.unicodeScalars.append(part)
        line.add(part)
      }
    }
    return true
  }

  private mutating func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return true
    case 0x20E3 where base == .ascii: return true
    case 0x200D where base == .emoji:
      isJoining = true
      return true
    case 0x1F3FB...0x1F3FF where base == .emoji, 0xE0020...0xE007F where base == .emoji:
      return true
    default:
      let isPart = isJoining && scalar.isPictograph
      isJoining = false
      return isPart
    }
  }

  private mutating func writeOther(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x7F: append("␡", base: .ascii)
    case 0xAD: append("-", base: .ascii)
    case 0x200C, 0x200D:
      if base == .letter { appendMark(scalar) } else { appendNumber(scalar) }
    case 0x1F1E6...0x1F1FF where keepsGraphemes: append(scalar, base: .emoji)
    case 0x1F1E6...0x1F1FF where measure.joinsGraphemes: takeIndicator(scalar)
    case 0x1F1E6...0x1F1FF: appendLetter(of: scalar)
    default:
      switch scalar.visibility {
      case .shown where isMark(scalar): appendMark(scalar)
      case .shown: append(scalar, base: scalar.isPictograph ? .emoji : .letter)
      case .numbered: appendNumber(scalar)
      case .unknown where keepsGraphemes && !scalar.properties.isNoncharacterCodePoint:
        append(scalar, base: .letter)
      case .unknown: append("\u{FFFD}", base: .ascii)
      }
    }
  }

  private func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isMark || measure.spacingMarkColumns == 0 && scalar.isSpacingMark
  }

  /// Keeps the first letter of a flag until the second one follows.
  private mutating func takeIndicator(_ scalar: Unicode.Scalar) {
    guard let first = indicator else { return indicator = scalar }
    indicator = nil
    append(first, base: .ascii)
    append(scalar, base: .ascii)
  }

  private mutating func appendLetter(of scalar: Unicode.Scalar) {
    indicator = nil
    appendPicture(0x41 + scalar.value - 0x1F1E6)
  }

  private mutating func appendMark(_ scalar: Unicode.Scalar) {
    if base == .none { append("◌", base: .letter) }
    guard marks < Self.maximumMarks || keepsGraphemes else { return }
    text.unicodeScalars.append(scalar)
    marks += 1
    // Only marks without a width may stand between an emoji and a joiner.
    if base == .emoji, !scalar.isPlainMark { base = .letter }
  }

  private mutating func appendNumber(_ scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let padding = String(repeating: "0", count: max(0, 4 - digits.count))
    for symbol in "⟨U+\(padding)\(digits)⟩".unicodeScalars {
      append(symbol, base: .ascii)
    }
  }

  private mutating func appendPicture(_ value: UInt32) {
    if let symbol = Unicode.Scalar(value) { append(symbol, base: .ascii) }
  }

  private mutating func append(_ scalar: Unicode.Scalar, base: Base) {
    text.unicodeScalars.append(scalar)
    self.base = base
    marks = 0
    parts = GraphemeParts(base: scalar)
    line.add(scalar)
  }
}

extension Unicode.Scalar {
  /// How an untrusted scalar is shown.
  enum Visibility {
    /// As itself.
    case shown
    /// By its number: it is invisible, or affects the text around it.
    case numbered
    /// Replaced by `�`: systems disagree on what it is.
    case unknown
  }

  /// How the scalar can be shown.
  var visibility: Visibility {
    switch value {
    case 0xA1..<0x300, 0x370..<0x378, 0x400..<0x483, 0x2010..<0x2028: return .shown
    case 0x3041...0x3096, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return .shown
    // Private use, but common for the symbols of patched fonts, one column everywhere.
    case 0xE000...0xF8FF, 0xF0000...0xFFFFD: return .shown
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return .numbered
    case .unassigned, .privateUse, .surrogate: return .unknown
    default: break
    }
    guard let age = properties.age, age.major <= ScalarWidths.newestUnicode else { return .unknown }
    return .shown
  }
}
