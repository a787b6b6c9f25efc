import InboxUI

/// The right side of the page of sources: what a source brings, changes and needs.
struct SetupExplanation {
  private let state: SetupState
  private let source: SetupSource

  init(_ state: SetupState) {
    self.state = state
    source = state.sources[state.cursor]
  }

  /// The lines of the explanation; without room for the lines of files their names, before which the
  /// rest is cut.
  func lines(columns: Int, rows: Int) -> [Line] {
    let start = start(columns: columns)
    let whole = start + effect(columns: columns, withLinesOfFiles: true)
    guard whole.count > rows else { return whole }
    let end = effect(columns: columns, withLinesOfFiles: false)
    return Array((SetupText.cut(start, to: max(rows - end.count, 2)) + end).prefix(rows))
  }

  private func start(columns: Int) -> [Line] {
    let texts = source.texts(state.facts)
    return SetupText.heading(texts.title, columns: columns)
      + texts.explanation.flatMap { SetupText.paragraph($0, columns: columns) }
      + needs(columns: columns)
  }

  /// The files that the source changes, or would change.
  private func effect(columns: Int, withLinesOfFiles hasLines: Bool) -> [Line] {
    guard source != .cron else { return [] }
    guard !source.isSettled(state.facts) else {
      return [Line()] + SetupText.paragraph("It is set up already.", columns: columns)
    }
    let now = state.choices.changes(of: source, state.facts)
    let changes = now.isEmpty ? chosen.changes(of: source, state.facts) : now
    guard !changes.isEmpty else { return [] }
    let draft = SetupDraft(changes, state.facts)
    let heading = now.isEmpty ? "Space would change" : "Changes"
    let files = draft.files()
    let title = files.isEmpty ? [] : SetupText.heading(heading, columns: columns)
    let isShort = !hasLines && files.contains { !$0.lines.isEmpty }
    let rest = isShort ? SetupText.paragraph("(page 4 shows the lines)", columns: columns) : []
    let shown = isShort ? files.map(\.withoutLines) : files
    return [Line()] + title + SetupText.files(shown, state.facts, columns: columns) + rest
      + SetupText.unplaced(draft.unplaced, state.facts, columns: columns)
  }

  /// The choices with this source, to show what that would do.
  private var chosen: SetupChoices {
    var draft = state
    if source == .ntfy {
      draft.choices.topics = SetupState.topicsStart + "TOPIC"
    } else {
      draft.change()
    }
    return draft.choices
  }

  private func needs(columns: Int) -> [Line] {
    let needs = source.needs(state.choices, state.facts)
    guard !needs.isEmpty else { return [] }
    return [Line()] + SetupText.heading("Needs", columns: columns)
      + needs.flatMap { SetupText.paragraph($0, columns: columns) }
  }
}
