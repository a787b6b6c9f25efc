import InboxUI

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
