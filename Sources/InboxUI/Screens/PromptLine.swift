/// A line that is being typed; a long text is scrolled so that the cursor stays in sight.
struct PromptLine {
  /// Most lines that tell what is wrong with the text.
  private static let problemLines = 3

  private let label: String
  private let before: String
  private let after: String
  private let example: String

  init(_ prompt: PromptState, columns: Int) {
    let isNarrow = 2 * prompt.purpose.label.columns > columns
    label = " " + (isNarrow ? prompt.purpose.shortLabel : prompt.purpose.label)
    let end = prompt.text.index(prompt.text.startIndex, offsetBy: prompt.cursor)
    let room = max(columns - label.columns - 1, 0)
    before = String(prompt.text[..<end]).printable().ending(columns: room)
    after = String(prompt.text[end...]).printable()
      .beginning(columns: room + 1 - before.columns)
    let isEmpty = prompt.text.isEmpty && prompt.problem == nil
    example = isEmpty ? TextLayout.truncate(prompt.purpose.example ?? "", columns: room) : ""
  }

  /// Column of the cursor.
  var cursor: Int { label.columns + before.columns }

  var line: Line {
    let text =
      example.isEmpty
      ? Span(before + after, columns: before.columns + after.columns, roles: [])
      : Span(example, roles: RoleSet(.help))
    return Line([Span(label, columns: label.columns, roles: RoleSet(.prompt)), text])
  }

  /// Why a text was not accepted, with the place in it.
  static func lines(of problem: PromptError, columns: Int) -> [Line] {
    let roles = RoleSet(.error)
    let text = TextLayout.oneLine(
      "character \(problem.column): \(problem.message)", columns: problemLines * columns)
    return TextLayout.wrap(text, width: columns - 2, lines: problemLines).map {
      Line([Span(" " + $0, columns: $0.columns + 1, roles: roles)], fill: roles)
    }
  }
}
