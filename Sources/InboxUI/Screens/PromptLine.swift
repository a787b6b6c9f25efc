/// A line that is being typed; a long text is scrolled so that the cursor stays in sight.
struct PromptLine {
  private let label: String
  private let before: String
  private let after: String

  init(_ prompt: PromptState, columns: Int) {
    label = prompt.purpose.label
    let end = prompt.text.index(prompt.text.startIndex, offsetBy: prompt.cursor)
    let room = max(columns - label.columns - 1, 0)
    before = String(prompt.text[..<end]).printable().ending(columns: room)
    after = String(prompt.text[end...]).printable()
      .beginning(columns: room + 1 - before.columns)
  }

  /// Column of the cursor.
  var cursor: Int { label.columns + before.columns }

  var line: Line {
    Line([
      Span(label, columns: label.columns, roles: RoleSet(.prompt)),
      Span(before + after, columns: before.columns + after.columns, roles: []),
    ])
  }

  /// Why a text was not accepted, with the place in it.
  static func line(of problem: PromptProblem, columns: Int) -> Line {
    let text = TextLayout.oneLine("column \(problem.column): \(problem.message)", columns: columns)
    return Line([
      Span(" " + TextLayout.truncate(text, columns: columns - 2), roles: RoleSet(.error))
    ])
  }
}
