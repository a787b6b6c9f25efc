import ArgumentParser
import BellboardSupport
import InboxText

struct Setup: ReportingCommand {
  static let name = "setup"
  static let abstract = "Choose a look, keys and sources, and write the configuration."
  static let discussion = """
    A screen with four pages: the look with a preview, the keys, where messages come from \
    (desktop, ntfy, GitHub, cron, long commands, programs), and all changes with their files. \
    Enter on the last page writes them and can start the daemon; q or Esc leaves with nothing \
    written. On a terminal smaller than 60x18, or with --lines, it asks one question a line. It \
    can be run again: other settings and comments of the file are kept.
    """

  @Flag(help: "Ask one question a line instead of showing a screen.")
  var lines = false

  @Flag(help: "Start bellboardd, now and at each login, and change nothing else.")
  var daemon = false

  func run(to output: StandardOutput) throws {
    guard !daemon else {
      return try SetupService.startDaemon(in: try UserEnvironment(inboxName: nil), output)
    }
    guard output.isTerminal, StandardInput.isTerminal else {
      throw Failure(
        "setup asks questions and needs a terminal; "
          + "'bellboard config init' writes a configuration without any")
    }
    let environment = try UserEnvironment(inboxName: nil)
    let messages = environment.configurationMessages
    guard messages.isEmpty else {
      let lines = ["the configuration has errors; fix them first:"] + messages
      throw Failure(lines.map { $0.printable() }.joined(separator: "\n"))
    }
    let path = environment.paths.configuration
    guard !SetupFacts.isBrokenLink(path) else {
      throw Failure(
        "\(path.printable()) is a link to a file that does not exist; "
          + "make that file, or remove the link")
    }
    let facts = SetupFacts(environment, service: SetupService(environment))
    if !lines, SetupScreen.isPossible {
      let screen = SetupScreen(environment: environment, facts: facts)
      guard let choices = try screen.run() else { return try output.line("Nothing was changed.") }
      try apply(choices, facts, output)
    } else {
      try ask(facts, environment, output)
    }
  }

  /// Asks line by line, and writes what is agreed to.
  private func ask(
    _ facts: SetupFacts, _ environment: UserEnvironment, _ output: StandardOutput
  ) throws {
    let dialog = SetupDialog(output: output)
    try dialog.write("Enter accepts the default in brackets; Ctrl-C quits without changes.")
    try output.line("")
    var choices = SetupChoices(facts)
    let isPlain = ["", "dumb"].contains(environment.variables["TERM"] ?? "")
    try SetupQuestions(
      facts: facts, dialog: dialog, depth: isPlain ? nil : environment.outputColors
    ).ask(&choices)
    let plan = SetupPlan(choices, facts)
    guard plan.unplaced.isEmpty else { throw SetupError.unplaced(plan.unplaced) }
    if !plan.isEmpty {
      try output.line("\n" + plan.summary)
      guard try dialog.isWanted("Write it?", usual: true) else {
        return try output.line("Nothing was changed.")
      }
    }
    if facts.service.state == .startable, plan.needsDaemon {
      choices.startsDaemon = try dialog.isWanted(
        "Start bellboardd now, and at each login?", usual: !plan.isEmpty)
    }
    try apply(choices, facts, output)
  }

  /// Writes the plan, starts the daemon if that is chosen, and reports what was done.
  private func apply(
    _ choices: SetupChoices, _ facts: SetupFacts, _ output: StandardOutput
  ) throws {
    let plan = SetupPlan(choices, facts)
    let starts = choices.startsDaemon && facts.service.state == .startable && plan.needsDaemon
    if plan.isEmpty { try output.line("Nothing to change.") }
    try plan.write { try output.line("wrote \($0.printable())") }
    try output.flush()
    let hasStarted = starts ? facts.service.start() : nil
    let hasSteps = !plan.isEmpty || starts || choices.showsCronLine || plan.isIncomplete
    guard hasSteps else { return }
    let dialog = SetupDialog(output: output)
    for line in plan.nextSteps(hasStarted: hasStarted) {
      // Indented lines are commands to copy, so they stay whole.
      if line.hasPrefix(" ") { try output.line(line) } else { try dialog.write(line) }
    }
  }
}

/// Error: setup could not write.
enum SetupError: Reportable, Hashable {
  /// The file was changed while the questions were asked.
  case changedMeanwhile(String)
  /// Settings could not be inserted into the file without changing others.
  case unplaced([String])

  var report: String {
    switch self {
    case .changedMeanwhile(let path):
      "\(path.printable()) was saved meanwhile; nothing was changed; run setup again"
    case .unplaced(let lines):
      "nothing was written: the configuration has no place for these lines, add them by hand: "
        + lines.map { $0.printable() }.joined(separator: "; ")
    }
  }
}
