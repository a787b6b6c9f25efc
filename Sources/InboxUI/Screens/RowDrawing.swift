public import InboxCore

/// Draws the rows of a list in a host's own way.
///
/// A row may start from the standard one, ``RowLayout/lines(of:in:states:)``, and add to it:
///
///     struct Numbered: RowDrawing {
///       func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line] {
///         [Line([Span("\(row.number) \(row.title ?? "")", roles: states)], fill: states)]
///       }
///     }
public protocol RowDrawing: Sendable {
  /// The lines of one row, top first.
  ///
  /// How many they are may depend on the row, the theme and the columns, on nothing else: the
  /// list scrolls by them. What is missing is left blank, what is too many or too wide is cut.
  ///
  /// - Parameters:
  ///   - row: The message; its texts come from outside, ``Span/init(_:roles:)`` makes them safe.
  ///   - context: Theme, columns, the moment, and what is searched for.
  ///   - states: Roles over the whole row: marked, pending, selected.
  /// - Returns: At least one line.
  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line]
}
