import InboxText

/// The drawn line of a prompt, scrolled so that the cursor is visible.
struct PromptLine {
  /// Maximum lines of an error.
  private static let errorLines = 3

  private let label: String
  private let before: String
  private let after: String
  private let example: String
  private let note: String
  private let columns: Int

  /// Lays out a prompt, with a right-aligned note if there is room.
  init(_ prompt: PromptState, columns: Int, note: String = "") {
    self.columns = columns
    let isNarrow = 2 * prompt.purpose.label.columns > columns
    label = " " + (isNarrow ? prompt.purpose.shortLabel : prompt.purpose.label)
    let end = prompt.text.index(prompt.text.startIndex, offsetBy: prompt.cursor)
    let whole = max(columns - label.columns - 1, 0)
    self.note = note.columns + 20 > whole ? "" : note
    let room = whole - (self.note.isEmpty ? 0 : self.note.columns + 2)
    before = String(prompt.text[..<end]).printable().ending(columns: room)
    after = String(prompt.text[end...]).printable()
      .beginning(columns: room + 1 - before.columns)
    let isEmpty = prompt.text.isEmpty && prompt.error == nil
    example = isEmpty ? TextLayout.truncate(prompt.purpose.example ?? "", columns: room) : ""
  }

  /// The column of the cursor.
  var cursor: Int { label.columns + before.columns }

  var line: Line {
    let text =
      example.isEmpty
      ? Span(before + after, columns: before.columns + after.columns, roles: [])
      : Span(example, roles: RoleSet(.help))
    let spans = [Span(label, columns: label.columns, roles: RoleSet(.prompt)), text]
    let free = columns - spans.columns - note.columns - 1
    guard !note.isEmpty, free > 0 else { return Line(spans) }
    return Line(spans + [.blank(free, roles: []), Span(note, roles: RoleSet(.help))])
  }

  /// The error of a rejected line, with its column unless that is the first.
  static func lines(of error: PromptError, columns: Int) -> [Line] {
    let roles = RoleSet(.error)
    let place = error.column > 1 ? "character \(error.column): " : ""
    let text = TextLayout.oneLine(place + error.message, columns: errorLines * columns)
    return TextLayout.wrap(text, width: columns - 2, lines: errorLines).map {
      Line([Span(" " + $0, columns: $0.columns + 1, roles: roles)], fill: roles)
    }
  }
}

/// The completion line above the prompt of a screen without borders, which has no room for a
/// ``CompletionMenu``; the current candidate is always visible.
struct CompletionLine {
  private static let roles = RoleSet(.help)
  private static let more = "…"

  let completion: Completion
  /// The index of the current candidate.
  let index: Int?

  /// The completion to show; nil if there is none, or while an error is shown.
  init?(_ state: UIState) {
    guard let prompt = state.prompt, prompt.error == nil, !state.areas.hasBorders else {
      return nil
    }
    if let cycle = prompt.cycle {
      completion = cycle.completion
      index = cycle.index
      return
    }
    // The line covers a message: show it only for a typed command.
    guard prompt.purpose == .command, !prompt.text.isEmpty,
      let completion = prompt.completion(among: CompletionNames(state)), completion.isUseful
    else { return nil }
    self.completion = completion
    index = nil
  }

  /// The candidates that fit, around the current one.
  func line(columns: Int) -> Line {
    let texts = completion.candidates.map { candidate in
      let detail = candidate.detail.isEmpty ? "" : " " + candidate.detail
      return TextLayout.oneLine(candidate.text + detail, columns: columns)
    }
    let room = columns - 2 * (Self.more.columns + 1)
    var first = 0
    while let index, first < index, width(texts[first...index]) > room { first += 1 }
    var last = first + 1
    while last < texts.count, width(texts[first...last]) <= room { last += 1 }
    let lead = first > 0 ? Self.more : " "
    var spans = [Span(lead, columns: 1, roles: Self.roles)]
    for place in first..<min(last, texts.count) {
      let text = TextLayout.truncate(texts[place], columns: room)
      let roles = place == index ? RoleSet.chosen : Self.roles
      if place > first { spans.append(.blank(2, roles: Self.roles)) }
      spans += Self.spans(text, completion.candidates[place].detail, roles)
    }
    if last < texts.count { spans.append(Span(" " + Self.more, roles: Self.roles)) }
    return Line(spans, fill: Self.roles)
  }

  /// A candidate and its key, highlighted as in help.
  private static func spans(_ text: String, _ detail: String, _ roles: RoleSet) -> [Span] {
    guard !detail.isEmpty, text.hasSuffix(" " + detail) else { return [Span(text, roles: roles)] }
    let name = String(text.dropLast(detail.count))
    return [Span(name, roles: roles), Span(detail, roles: roles.union(RoleSet(.helpKey)))]
  }

  private func width(_ texts: ArraySlice<String>) -> Int {
    texts.reduce(2 * (texts.count - 1)) { $0 + $1.columns }
  }
}
