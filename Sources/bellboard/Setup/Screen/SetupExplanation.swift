import InboxUI

/// The right side of the page of sources: what a source brings, changes and needs.
struct SetupExplanation {
  private let state: SetupState
  private let source: SetupSource

  init(_ state: SetupState) {
    self.state = state
    source = state.sources[state.cursor]
  }

  /// The lines of the explanation.
  func lines(columns: Int) -> [Line] {
    let facts = state.facts
    let texts = source.explanation(facts).flatMap {
      SetupText.paragraph($0, columns: columns)
    }
    let title = SetupText.heading(source.title(facts), columns: columns)
    return title + texts + needs(columns: columns) + effect(columns: columns)
  }

  /// The files that the source changes, or would change.
  private func effect(columns: Int) -> [Line] {
    guard source != .cron else { return [] }
    guard !source.isSettled(state.facts) else {
      return [Line()] + SetupText.paragraph("It is set up already.", columns: columns)
    }
    let now = SetupPlan(state.choices, state.facts, for: source)
    let plan = now.files.isEmpty ? SetupPlan(chosen, state.facts, for: source) : now
    guard !plan.files.isEmpty else { return [] }
    let heading = now.files.isEmpty ? "Space would change" : "Changes"
    return [Line()] + SetupText.heading(heading, columns: columns)
      + SetupText.files(plan, columns: columns)
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
