/// How a terminal draws text that is more than one scalar per character.
///
/// Layout and drawing read ``current``, which the screen sets from its environment for each update
/// and each frame. Text is printable, and its columns are right, for one measure only.
package struct TextMeasure: Sendable, Hashable {
  /// Whether joined emoji, flags and keycaps are one character of two columns.
  package var joinsGraphemes: Bool
  /// Whether emoji with joiners, such as `👩‍💻`, are joined as well.
  package var joinsSequences: Bool
  /// Columns of a spacing vowel sign, as in `का`: 1, or 0 where it shares the cell of its letter.
  package var spacingMarkColumns: Int

  /// Creates a measure; by default that of a terminal that is not known to join anything.
  package init(
    joinsGraphemes: Bool = false, joinsSequences: Bool = true, spacingMarkColumns: Int = 1
  ) {
    self.joinsGraphemes = joinsGraphemes
    self.joinsSequences = joinsSequences
    self.spacingMarkColumns = spacingMarkColumns
  }

  /// The measure of the text that is laid out or drawn in the running task.
  @TaskLocal package static var current = TextMeasure()
}
