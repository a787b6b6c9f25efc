import InboxCore

/// Writes a message line by line: fields in two columns, then texts over the whole width.
struct ReaderLayout {
  /// Role under all of the reader.
  static let base = RoleSet(.reader)

  /// The lines so far.
  private(set) var rows: [ReaderRow] = []
  /// Whether a blank line comes before the next one.
  private var isSeparating = false

  /// Columns that stay free at the left and at the right.
  let margin: Int
  /// Columns of a text.
  let width: Int
  /// Columns of the names of fields, the gap behind them included.
  let labelWidth: Int

  /// Columns of what a field holds.
  var valueWidth: Int { max(width - labelWidth, 1) }

  init(columns: Int) {
    margin = columns >= 24 ? 1 : 0
    width = max(columns - 2 * margin, 1)
    labelWidth = min(10, width / 2)
  }

  /// Writes text of any kind over the whole width.
  mutating func write(_ text: String?, roles: RoleSet = base) {
    guard let text, !text.isEmpty else { return }
    for spans in LinkedText.lines(text, width: width, roles: roles) {
      append([blank(margin)] + spans)
    }
  }

  /// Writes a field; an empty one is left out.
  ///
  /// - Parameters:
  ///   - label: Its name.
  ///   - value: What it holds.
  ///   - isLink: Whether all of it is a link, whatever its scheme.
  mutating func write(_ label: String, _ value: String?, isLink: Bool = false) {
    guard let value, !value.isEmpty else { return }
    let roles = isLink ? Self.base.union(RoleSet(.link)) : Self.base
    let lines = LinkedText.lines(value, width: valueWidth, roles: roles)
    for (index, spans) in lines.enumerated() {
      append(self.label(index == 0 ? label : "") + spans)
    }
  }

  /// Writes lines that tell a time.
  mutating func write(_ moments: [ReaderMoment]) {
    for moment in moments { append(.moment(moment)) }
  }

  /// Writes the line below the choices of a question.
  mutating func write(_ hint: AnswerHint) {
    append(.hint(hint))
  }

  /// Leaves a line blank before what comes next, unless nothing does or nothing is above.
  mutating func separate() {
    isSeparating = !rows.isEmpty
  }

  /// The margin and the name of a field, up to where what it holds begins.
  func label(_ text: String) -> [Span] {
    guard labelWidth > 1 else { return [blank(margin + labelWidth)] }
    let shown = TextLayout.pad(
      TextLayout.truncate(text, columns: labelWidth - 1), columns: labelWidth)
    let roles = Self.base.union(RoleSet(.readerField))
    return [blank(margin), Span(shown, columns: labelWidth, roles: roles)]
  }

  /// Blanks under the role of the reader.
  func blank(_ count: Int) -> Span {
    .blank(count, roles: Self.base)
  }

  private mutating func append(_ spans: [Span]) {
    append(.line(Line(spans.filter { $0.columns > 0 }, fill: Self.base)))
  }

  private mutating func append(_ row: ReaderRow) {
    if isSeparating { rows.append(.line(Line(fill: Self.base))) }
    isSeparating = false
    rows.append(row)
  }
}
