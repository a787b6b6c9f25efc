/// The picture of a screen: lines of text whose pieces say what they mean.
public struct Frame: Sendable, Hashable {
  /// Columns and rows.
  public var size: Size
  /// One line for each row of the screen, top first.
  public var lines: [Line]
  /// Where the cursor is shown, while a prompt has it.
  public var cursor: Position?

  /// Makes a frame; missing lines are blank.
  public init(size: Size, lines: [Line], cursor: Position? = nil) {
    self.size = size
    self.lines = lines
    self.cursor = cursor
  }
}
