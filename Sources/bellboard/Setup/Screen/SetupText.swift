import InboxText
import InboxUI

/// Lays out the texts of setup's screen.
enum SetupText {
  /// A paragraph, wrapped, with a blank at both margins and later lines as deep as asked.
  static func paragraph(
    _ text: String, columns: Int, roles: RoleSet = [], indent: Int = 0
  ) -> [Line] {
    let margin = String.blanks(1 + indent)
    return TextLayout.wrap(text.printable(), width: max(columns - 2 - indent, 1), lines: .max)
      .map { Line([Span(margin + $0, roles: roles)]) }
  }

  static func heading(_ text: String, columns: Int) -> [Line] {
    paragraph(text, columns: columns, roles: RoleSet(.readerTitle))
  }

  static func files(_ files: [SetupFile], _ facts: SetupFacts, columns: Int) -> [Line] {
    files.flatMap { file in
      paragraph(
        file.heading(facts.shown(file.path)), columns: columns, roles: RoleSet(.strong))
        + file.lines.flatMap {
          paragraph($0, columns: columns, roles: RoleSet(.added), indent: 2)
        }
    }
  }

  /// The lines that have no place in the configuration; none without any.
  static func unplaced(_ lines: [String], _ facts: SetupFacts, columns: Int) -> [Line] {
    guard !lines.isEmpty else { return [] }
    let reason = "\(facts.shown(facts.path)) has no place for these lines; add them by hand:"
    return paragraph(reason, columns: columns, roles: RoleSet(.error))
      + lines.flatMap { paragraph($0, columns: columns, roles: RoleSet(.error), indent: 2) }
  }

  /// The lines that fit, with an ellipsis in place of those that do not.
  static func cut(_ lines: [Line], to rows: Int) -> [Line] {
    guard lines.count > rows else { return lines }
    return lines.prefix(rows - 1) + [Line([Span(" " + TextLayout.ellipsis, roles: RoleSet(.help))])]
  }
}

extension Line {
  /// The spans with blanks up to a width.
  func padded(to columns: Int) -> [Span] {
    let free = columns - spans.reduce(0) { $0 + $1.columns }
    return free > 0 ? spans + [Span(.blanks(free), columns: free, roles: fill)] : spans
  }
}

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
    let now = SetupPlan(state.choices, state.facts, of: source)
    let plan = now.hasChanges ? now : SetupPlan(chosen, state.facts, of: source)
    guard plan.hasChanges else { return [] }
    let heading = now.hasChanges ? "Changes" : "Space would change"
    let files = plan.files()
    let title = files.isEmpty ? [] : SetupText.heading(heading, columns: columns)
    let isShort = !hasLines && files.contains { !$0.lines.isEmpty }
    let rest = isShort ? SetupText.paragraph("(page 4 shows the lines)", columns: columns) : []
    let shown = isShort ? files.map(\.withoutLines) : files
    return [Line()] + title + SetupText.files(shown, state.facts, columns: columns) + rest
      + SetupText.unplaced(plan.unplaced, state.facts, columns: columns)
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

/// The last page: the plan, and whether the daemon is started.
struct SetupDone {
  private let state: SetupState
  private let plan: SetupPlan

  init(_ state: SetupState) {
    self.state = state
    plan = state.plan
  }

  /// The rows for the plan above the lines on the daemon.
  static func planRows(_ state: SetupState) -> Int {
    SetupFrame.contentRows(state.size) - 1 - SetupDone(state).daemon.count
  }

  /// The lines of the plan, which may be more than fit.
  var plannedLines: [Line] {
    let columns = state.size.columns
    guard plan.unplaced.isEmpty else { return blocked }
    let title = plan.isEmpty ? "No file is changed" : "Enter writes"
    let files = SetupText.files(plan.files, plan.facts, columns: columns)
    let steps = plan.nextSteps(hasStarted: state.offersDaemon && state.choices.startsDaemon)
    return SetupText.heading(title, columns: columns) + files + [Line()]
      + SetupText.heading("Then", columns: columns)
      + steps.flatMap { SetupText.paragraph($0, columns: columns) }
  }

  /// What is shown where a line has no place, so that nothing can be written.
  private var blocked: [Line] {
    let columns = state.size.columns
    let advice = "Or go back and undo the choice. Until then nothing is written."
    return SetupText.heading("Nothing can be written yet", columns: columns)
      + SetupText.unplaced(plan.unplaced, plan.facts, columns: columns)
      + [Line()] + SetupText.paragraph(advice, columns: columns)
  }

  func lines(rows: Int) -> [Line] {
    let room = Self.planRows(state)
    let rest = plannedLines.dropFirst(state.scroll)
    var lines = Array(rest.prefix(room))
    if rest.count > room {
      lines[room - 1] = Line([Span(" ↓ j shows more", roles: RoleSet(.help))])
    }
    lines += repeatElement(Line(), count: rows - daemon.count - lines.count)
    return lines + daemon
  }

  /// The content line of the box that starts the daemon; nil without one.
  var daemonLine: Int? {
    state.offersDaemon ? SetupFrame.contentRows(state.size) - daemon.count : nil
  }

  private var daemon: [Line] {
    // What else there is to know about the daemon is among the next steps.
    guard state.offersDaemon else { return [] }
    let mark = state.choices.startsDaemon ? "x" : " "
    let box = " [\(mark)] Start bellboardd now, and at each login "
    let writes = state.facts.service.unit.map { "writes \(state.facts.shown($0)), and " } ?? ""
    return [Line([Span(box, roles: .chosen)])]
      + SetupText.paragraph(
        "\(writes)runs systemctl --user enable --now bellboardd", columns: state.size.columns,
        roles: RoleSet(.help), indent: 4)
  }
}
