package import InboxCore
package import InboxText

/// Layout of the foldable parts: further fields and earlier occurrences.
extension ReaderLayout {
  private static let fieldRoles = base.union(RoleSet(.readerField))

  /// Writes the further fields: their names if they are folded, else names and values.
  mutating func writeFurtherFields(of message: Message) {
    let own = message.ownFields
    if !form.showsFields, own.isEmpty { return }
    let fields = form.showsFields ? own + message.minorFields : own
    guard !fields.isEmpty else { return }
    let count = fields.count.counted("more field")
    guard form.showsFields else {
      return writeFolded("\(count): " + fields.map(\.name).joined(separator: ", "))
    }
    write("▾ \(count)", roles: Self.fieldRoles)
    for line in FieldLine.lines(of: fields) { write(line, indent: 2) }
  }

  /// Writes a line for folded content.
  mutating func writeFolded(_ text: String) {
    let line = "▸ " + TextLayout.oneLine(text, columns: 4_000).printable()
    write(TextLayout.truncate(line, columns: width), roles: Self.fieldRoles)
  }

  /// Writes a name and its value after it, or below it if the name is long.
  mutating func write(_ line: FieldLine, indent: Int) {
    let indent = min(indent + 2 * line.depth, width / 2)
    let name = line.name.printable()
    let left = blank(margin + indent)
    let head = Span(name, roles: Self.fieldRoles)
    guard let text = line.text else {
      return writeWrapped(name, after: left)
    }
    let column = max(labelWidth - indent, name.columns + 2)
    let isBelow = indent + column > width * 2 / 3
    if isBelow { writeWrapped(name, after: left) }
    let room = max(width - indent - (isBelow ? 2 : column), 1)
    let lines = RichText(text.printable(keepingNewlines: true), roles: Self.base).lines(width: room)
    for (index, spans) in lines.enumerated() {
      let start: [Span] =
        isBelow
        ? [left, blank(2)]
        : index == 0 ? [left, head, blank(column - name.columns)] : [left, blank(column)]
      append(start + spans)
    }
  }

  private mutating func writeWrapped(_ name: String, after left: Span) {
    let room = max(width - left.columns + margin, 1)
    for spans in RichText(name, roles: Self.fieldRoles).lines(width: room) {
      append([left] + spans)
    }
  }

  /// Maximum earlier occurrences that are shown while they are folded.
  private static let mostEarlier = 10

  /// Writes the earlier occurrences, newest first: time and text on a line, unfolded all of the text.
  mutating func writeEarlier(of message: Message) {
    let groups = message.earlier.grouped
    guard !groups.isEmpty else { return }
    separate()
    let shown = form.showsFields ? groups[...] : groups.prefix(Self.mostEarlier)
    for group in shown {
      let text = group.latest.line(before: message)
      let isOnLine = !form.showsFields || isWhole(text, of: group.latest)
      write(.earlier(group.latest.date, count: group.count, text: isOnLine ? text : ""))
      if !isOnLine, !group.latest.isRepeated(by: message) { writeTexts(of: group.latest) }
    }
    let rest = groups.dropFirst(shown.count).reduce(0) { $0 + $1.count }
    if rest > 0 { writeFolded("\(rest) earlier") }
  }

  /// Maximum columns of the time of an earlier occurrence, and of the gap after it.
  private static let timeColumns = 26

  /// Whether the text of an occurrence behind its time leaves nothing out.
  private func isWhole(_ text: String, of occurrence: Occurrence) -> Bool {
    let texts = [occurrence.title, occurrence.subtitle, occurrence.body].compactMap(\.self)
    return text.columns <= width - Self.timeColumns && occurrence.ownFields.isEmpty
      && !texts.contains { $0.contains(where: \.isNewline) }
  }

  private mutating func writeTexts(of occurrence: Occurrence) {
    let texts = [occurrence.title, occurrence.subtitle, occurrence.body].compactMap(\.self)
    for text in texts where !text.isEmpty {
      let lines = RichText(text.printable(keepingNewlines: true), roles: Self.base)
        .lines(width: valueWidth)
      for spans in lines { append(label("") + spans) }
    }
    for line in FieldLine.lines(of: occurrence.ownFields) { write(line, indent: labelWidth) }
  }
}

extension Occurrence {
  /// What the message has changed since, on one line: texts, then names of fields.
  fileprivate func line(before message: Message) -> String {
    guard !isRepeated(by: message) else { return "" }
    let texts = [(title, message.title), (subtitle, message.subtitle), (body, message.body)]
    let changed = texts.compactMap { $0 == $1 ? nil : $0 }.filter { !$0.isEmpty }
    let names = fields.keys.sorted().joined(separator: ", ")
    let parts = changed + (names.isEmpty ? [] : ["▸ \(names)"])
    return TextLayout.oneLine(parts.joined(separator: " — "), columns: 4_000)
  }

  /// Its further fields by name; those of `custom` by their own names.
  package var ownFields: [(name: String, value: JSONValue)] {
    fields.sorted { $0.key < $1.key }.flatMap { name, value -> [(name: String, value: JSONValue)] in
      guard name == "custom", case .object(let object) = value else { return [(name, value)] }
      return object.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }
  }
}
