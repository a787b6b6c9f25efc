/// A counter of the columns of a printable text, scalar by scalar.
///
/// A grapheme that terminals join has the width of the whole: an emoji with joiners, modifiers or a
/// selector two columns, and what is joined to it none. In a measure that joins nothing, printable
/// texts have no such graphemes.
struct ColumnCounter {
  /// The columns so far.
  private(set) var columns = 0

  private let measure: TextMeasure
  /// The scalar that modifiers and joiners apply to.
  private var base: Unicode.Scalar = " "
  /// Columns of the grapheme of the base.
  private var width = 1
  /// Whether a joiner follows an emoji.
  private var isJoining = false

  /// Creates a counter.
  init(_ measure: TextMeasure) {
    self.measure = measure
  }

  /// Adds the next scalar.
  mutating func add(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case ..<0x300: begin(scalar, columns: 1)
    case 0xFE0F: if base.isJoinable || base.isKeycapBase { widen() }
    case 0x200D: isJoining = base.isJoinable
    case 0x1F3FB...0x1F3FF where base.isJoinable: widen()
    case 0xE0020...0xE007F: break
    default: addOther(scalar)
    }
  }

  private mutating func addOther(_ scalar: Unicode.Scalar) {
    let own =
      measure.spacingMarkColumns == 0 && scalar.isSpacingMark ? 0 : scalar.columns
    guard own > 0 else {
      // Only marks without a width may stand between an emoji and a joiner.
      if !scalar.isPlainMark, scalar.value != 0x200C { base = " " }
      return
    }
    if isJoining, scalar.isJoinable {
      isJoining = false
      base = scalar
      widen()
    } else {
      begin(scalar, columns: own)
    }
  }

  private mutating func begin(_ scalar: Unicode.Scalar, columns own: Int) {
    (base, width, isJoining) = (scalar, own, false)
    columns += own
  }

  /// Makes the grapheme of the base two columns wide.
  private mutating func widen() {
    columns += max(2 - width, 0)
    width = max(width, 2)
  }
}

extension Unicode.Scalar {
  /// Whether it is an emoji that joiners and modifiers can combine.
  var isPictograph: Bool {
    value >= 0x203C && properties.isEmoji
  }

  /// Whether a joiner can combine it with another emoji; a skin tone alone cannot be.
  var isJoinable: Bool {
    isPictograph && !(0x1F3FB...0x1F3FF).contains(value) && !isRegionalIndicator
  }

  /// Whether it is one of the letters of which two are a flag.
  package var isRegionalIndicator: Bool {
    (0x1F1E6...0x1F1FF).contains(value)
  }

  /// Whether it is a digit or sign of a keycap.
  var isKeycapBase: Bool {
    (0x30...0x39).contains(value) || value == 0x23 || value == 0x2A
  }
}
