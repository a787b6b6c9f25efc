import InboxCore
import InboxText

/// Lays out a message line by line: fields in two columns, texts over the whole width.
struct ReaderLayout {
  /// The role below the whole reader.
  static let base = RoleSet(.reader)

  /// The lines so far.
  private(set) var rows: [ReaderRow] = []
  /// The numbers of the links so far.
  var numbers = LinkNumbers()
  /// Whether a blank line precedes the next one.
  private var isSeparating = false

  /// The parameters of the layout.
  let form: ReaderForm
  /// Blank columns on either side.
  let margin: Int
  /// The width of text in columns.
  let width: Int
  /// The columns of field names, with the gap after them.
  let labelWidth: Int

  /// The columns of field values.
  var valueWidth: Int { max(width - labelWidth, 1) }

  init(_ form: ReaderForm) {
    self.form = form
    margin = form.columns >= 24 ? 1 : 0
    width = max(min(form.columns - 2 * margin, form.textColumns), 1)
    labelWidth = min(11, width / 2)
  }

  /// Writes a text over the whole width.
  mutating func write(_ text: String?, roles: RoleSet = base) {
    guard let text, !text.isEmpty else { return }
    let shown = text.printable(keepingNewlines: true)
    for spans in RichText(shown, roles: roles).lines(width: width) {
      append([blank(margin)] + spans)
    }
  }

  /// Writes a field unless it is empty.
  ///
  /// - Parameters:
  ///   - label: Its name.
  ///   - value: Its value.
  ///   - link: The target of the value as a link.
  mutating func write(_ label: String, _ value: String?, link: String? = nil) {
    guard let value, !value.isEmpty else { return }
    let roles = link == nil ? Self.base : Self.base.union(RoleSet(.link))
    let target = link.flatMap { numbers.link(to: $0) }
    var text = RichText()
    text.append(value.printable(), roles: roles, link: target)
    if let target { text.append(numberOf: target, over: Self.base) }
    for (index, spans) in text.lines(width: valueWidth).enumerated() {
      append(self.label(index == 0 ? label : "") + spans)
    }
  }

  /// Writes the lines of a time.
  mutating func write(_ moments: [ReaderMoment]) {
    for moment in moments { append(.moment(moment)) }
  }

  /// Writes a line about the occurrences.
  mutating func write(_ occurrence: OccurrenceLine.Content) {
    append(.occurrence(OccurrenceLine(content: occurrence, width: width)))
  }

  /// Writes the line below the choices of a question.
  mutating func write(_ hint: AnswerHint) { append(.hint(hint)) }

  /// Writes a line of keys.
  mutating func write(_ keys: ReaderKeys?) { if let keys { append(.keys(keys)) } }

  /// Writes the lines of a picture.
  mutating func write(_ picture: CharacterPicture) {
    for spans in picture.lines(roles: Self.base) {
      append(.picture(Line([blank(margin)].filter { $0.columns > 0 } + spans, fill: Self.base)))
    }
  }

  /// Writes the body of a message.
  mutating func write(body: String?, format: BodyFormat) {
    guard let body, !body.isEmpty else { return }
    var layout = BodyLayout(columns: width, wraps: form.wraps, numbers: numbers)
    if case .text(let link)? = form.picture?.place { layout.imageLink = link }
    let isPlain = format == .plain || form.isRaw
    layout.showsNumbers = format == .plain || !form.isRaw
    if isPlain { layout.add(plain: body) } else { layout.add(markdown: body) }
    numbers = layout.numbers
    guard let shown = form.picture, layout.imageLink != nil else {
      return write(layout.lines[...])
    }
    // In raw text the picture is placed at the end.
    let end = layout.imageEnd ?? layout.lines.count
    write(layout.lines[..<end])
    write(shown.picture)
    write(layout.lines[end...])
  }

  private mutating func write(_ lines: ArraySlice<[Span]>) {
    for line in lines { append([blank(margin)] + line) }
  }

  /// Separates the lines above from the next ones by one blank line.
  mutating func separate() { isSeparating = !rows.isEmpty }

  /// The margin and the padded name of a field.
  func label(_ text: String) -> [Span] {
    guard labelWidth > 1 else { return [blank(margin + labelWidth)] }
    let shown = TextLayout.pad(
      TextLayout.truncate(text, columns: labelWidth - 1), columns: labelWidth)
    let roles = Self.base.union(RoleSet(.readerField))
    return [blank(margin), Span(shown, columns: labelWidth, roles: roles)]
  }

  /// A span of blanks in the role of the reader.
  func blank(_ count: Int) -> Span { .blank(count, roles: Self.base) }

  /// Writes the spans of a line.
  mutating func append(_ spans: [Span]) {
    append(.line(Line(spans.filter { $0.columns > 0 }, fill: Self.base)))
  }

  private mutating func append(_ row: ReaderRow) {
    if isSeparating { rows.append(.line(Line(fill: Self.base))) }
    isSeparating = false
    rows.append(row)
  }
}
