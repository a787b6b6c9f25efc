/// A cell of the screen, from 0 at the top left.
public struct Position: Sendable, Hashable {
  /// Column from the left.
  public var column: Int
  /// Row from the top.
  public var row: Int

  /// Makes a position.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
