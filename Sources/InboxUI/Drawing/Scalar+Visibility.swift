extension Unicode.Scalar {
  /// How a scalar from outside can be shown.
  enum Visibility {
    /// As itself.
    case shown
    /// By its number: it is invisible, or changes what stands around it.
    case numbered
    /// Not at all: no two systems agree on what it is.
    case unknown
  }

  /// How the scalar can be shown.
  var visibility: Visibility {
    switch value {
    case 0xA1..<0x300, 0x370..<0x378, 0x400..<0x483, 0x2010..<0x2028: return .shown
    case 0x3041...0x3096, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return .shown
    // Private, but in wide use for the symbols of patched fonts, one column everywhere.
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

  /// Whether it is an emoji that joiners and modifiers can make part of a larger one.
  var isPictograph: Bool {
    value >= 0x203C && properties.isEmoji
  }
}
