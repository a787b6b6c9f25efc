/// The parts of an emoji that are kept where terminals join graphemes.
///
/// What a terminal would not join is dropped: a selector, modifier or tag that the emoji does not
/// take, and a joiner without an emoji behind it.
struct GraphemeParts {
  /// Maximum parts of an emoji; a family with skin tones has ten.
  private static let maximum = 15
  private static let selector: Unicode.Scalar = "\u{FE0F}"
  private static let joiner: Unicode.Scalar = "\u{200D}"

  private let base: Unicode.Scalar
  private var count = 0

  /// Creates the parts of a character that has none yet.
  init(base: Unicode.Scalar = " ") {
    self.base = base
  }

  /// Takes a part of the emoji.
  ///
  /// - Parameters:
  ///   - scalar: A selector, keycap, modifier, tag, joiner or joined emoji.
  ///   - last: The last scalar that was appended.
  ///   - measure: How the terminal draws text.
  /// - Returns: The scalars to append; none where the part is dropped.
  mutating func taken(
    _ scalar: Unicode.Scalar, after last: Unicode.Scalar, in measure: TextMeasure
  ) -> [Unicode.Scalar] {
    let (isJoined, scalars) =
      switch scalar.value {
      case 0xFE0F, 0x1F3FB...0x1F3FF: (last.isJoinable, [scalar])
      case 0x20E3: (last.isKeycapBase, [Self.selector, scalar])
      case 0xE0020...0xE007F: (base.value == 0x1F3F4, [scalar])
      default:
        (measure.joinsSequences && base.isJoinable && scalar.isJoinable, [Self.joiner, scalar])
      }
    guard isJoined, count + scalars.count <= Self.maximum else { return [] }
    count += scalars.count
    return scalars
  }
}
