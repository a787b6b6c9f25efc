import InboxCore

/// The rows of a list, drawn by the host where it does that, always as high as they scroll.
struct ListRows: Sendable {
  /// The host's drawing; nil for the standard one.
  let drawing: (any RowDrawing)?
  /// The form that the person chose.
  let options: RowOptions

  /// How many lines a row takes, at least 1.
  func height(of row: MessageRow, theme: Theme, columns: Int) -> Int {
    guard let drawing else {
      return RowLayout.height(of: row, theme: theme, columns: columns, options: options)
    }
    let context = RowContext(
      theme: theme, columns: columns, now: row.sortDate, options: options)
    return max(drawing.lines(of: row, in: context, states: []).count, 1)
  }

  /// The lines of a row, as many as its height.
  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line] {
    guard let drawing else { return RowLayout.lines(of: row, in: context, states: states) }
    let height = height(of: row, theme: context.theme, columns: context.columns)
    let drawn = drawing.lines(of: row, in: context, states: states).prefix(height)
    let missing = repeatElement(Line(fill: states), count: height - drawn.count)
    return drawn.map { $0.fitted(to: context.columns) } + missing
  }
}

extension Line {
  /// The line made safe and no wider than so many columns.
  func fitted(to columns: Int) -> Line {
    var left = columns
    var fitted: [Span] = []
    for span in spans where left > 0 {
      var span = Span(span.text, roles: span.roles)
      if span.columns > left {
        span = Span(TextLayout.truncate(span.text, columns: left), roles: span.roles)
      }
      left -= span.columns
      fitted.append(span)
    }
    return Line(fitted, fill: fill)
  }
}
