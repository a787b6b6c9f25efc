import InboxCore
import InboxText

/// A cache of the lines of rows, so that an unchanged row is not laid out for each frame.
///
/// It keeps the rows of one frame, at most one for each line of the screen.
package struct DrawnRows: Sendable {
  /// The part of a context that the lines of all rows depend on.
  private struct Basis: Sendable, Hashable {
    let theme: Theme
    let columns: Int
    let options: RowOptions
    let searched: SearchedTexts
    let measure: TextMeasure
  }

  /// A row and its other inputs, with the cached lines.
  private struct DrawnRow: Sendable {
    let row: MessageRow
    let states: RoleSet
    let look: RuledLook
    let picture: CharacterPicture?
    let time: String
    let lines: [Line]
  }

  private var basis: Basis?
  private var earlier: [MessageNumber: DrawnRow] = [:]
  private var present: [MessageNumber: DrawnRow] = [:]

  /// Creates an empty cache.
  package init() {}

  /// Begins a frame; a change of the context invalidates the cache.
  mutating func beginFrame(in context: RowContext) {
    let basis = Basis(
      theme: context.theme, columns: context.columns, options: context.options,
      searched: context.searched, measure: .current)
    earlier = self.basis == basis ? present : [:]
    self.basis = basis
    present = [:]
  }

  /// The lines of a row, each a click target for it.
  mutating func lines(
    of row: MessageRow, in context: RowContext, states: RoleSet, by drawing: ListRows
  ) -> [Line] {
    // Not cached: rows drawn by a host, and phases, whose texts change with time.
    guard drawing.isBuiltIn, RowPhase(of: row) == nil else {
      return Self.aimedLines(of: row, in: context, states: states, by: drawing)
    }
    let time = context.time(of: row)
    if let known = earlier[row.number], known.states == states, known.look == context.look,
      known.time == time, known.picture == context.picture, known.row == row
    {
      present[row.number] = known
      return known.lines
    }
    let lines = Self.aimedLines(of: row, in: context, states: states, by: drawing)
    present[row.number] = DrawnRow(
      row: row, states: states, look: context.look, picture: context.picture, time: time,
      lines: lines)
    return lines
  }

  private static func aimedLines(
    of row: MessageRow, in context: RowContext, states: RoleSet, by drawing: ListRows
  ) -> [Line] {
    var lines = drawing.lines(of: row, in: context, states: states)
    for place in lines.indices { lines[place].aim(at: .row(row.number)) }
    return lines
  }
}
