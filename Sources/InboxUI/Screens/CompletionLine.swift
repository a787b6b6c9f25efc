/// The ways to go on with a typed line, in one line above it; the chosen one is always in sight.
struct CompletionLine {
  private static let roles = RoleSet(.help)
  private static let more = "…"

  let completion: Completion
  /// The candidate in the prompt.
  let index: Int?

  /// What is to be shown for a prompt; nil when nothing is, or a problem has its place.
  init?(_ state: UIState) {
    guard let prompt = state.prompt, prompt.problem == nil else { return nil }
    if let cycle = prompt.cycle {
      completion = cycle.completion
      index = cycle.index
      return
    }
    // On a low screen the line would cover a message before anybody asked for it.
    guard state.areas.hasBorders, let completion = state.completion, completion.isUseful else {
      return nil
    }
    self.completion = completion
    index = nil
  }

  /// The candidates around the chosen one that fit.
  func line(columns: Int) -> Line {
    let texts = completion.candidates.map { TextLayout.oneLine($0.text, columns: columns) }
    let room = columns - 2 * (Self.more.columns + 1)
    var first = 0
    while let index, first < index, width(texts[first...index]) > room { first += 1 }
    var last = first + 1
    while last < texts.count, width(texts[first...last]) <= room { last += 1 }
    let lead = first > 0 ? Self.more : " "
    var spans = [Span(lead, columns: 1, roles: Self.roles)]
    for place in first..<min(last, texts.count) {
      let text = TextLayout.truncate(texts[place], columns: room)
      let roles = place == index ? RoleSet(.selected) : Self.roles
      if place > first { spans.append(.blank(2, roles: Self.roles)) }
      spans.append(Span(text, roles: roles))
    }
    if last < texts.count { spans.append(Span(" " + Self.more, roles: Self.roles)) }
    return Line(spans, fill: Self.roles)
  }

  private func width(_ texts: ArraySlice<String>) -> Int {
    texts.reduce(2 * (texts.count - 1)) { $0 + $1.columns }
  }
}
