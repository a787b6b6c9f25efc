import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import InboxTOML
import InboxUI
import Testing

@testable import bellboard

/// What setup writes.
@Suite struct SetupPlanTests {
  @Test func `GitHub's program is installed with the tables that run it`() throws {
    let machine = try SetupMachine(configuration: "theme = \"indigo\" # mine\n")
    let plan = try machine.plan { $0.readsGitHub = true }
    let program = machine.home.path + "/.local/share/bellboard/github-notifications"
    #expect(try plan.write() == [program, machine.facts().path])
    #expect(access(program, X_OK) == 0)
    #expect(
      machine.text(of: ".local/share/bellboard/github-notifications")?.contains("GITHUB_TOKEN_FILE")
        == true)
    let environment = try machine.environment()
    #expect(environment.configurationMessages == [] && environment.daemonMessages == [])
    #expect(environment.receiving.values.commands.map(\.command) == [[program]])
    #expect(environment.rules.first?.actions.readProgram == [program, "--read"])
    #expect(
      machine.text(of: ".config/bellboard/config.toml")?.hasPrefix("theme = \"indigo\" # mine\n")
        == true)
    #expect(
      plan.nextSteps(hasStarted: true).contains { $0.contains("scope=") || $0.contains("scopes=") })
    let again = try machine.facts()
    let unchanged = SetupPlan(SetupChoices(again), again)
    #expect(again.github.isThere && unchanged.isEmpty && unchanged.isIncomplete)
    var state = try machine.screen()
    try state.press("4")
    #expect(state.shown.contains("GitHub needs a token"))
    try machine.write("token", to: ".config/bellboard/github-token")
    #expect(try !machine.plan().isIncomplete)
  }

  @Test func `the token is looked for where the command that is there reads it`() throws {
    let machine = try SetupMachine(
      configuration: """
        [[command]]
        command = ["env", "GITHUB_TOKEN_FILE=~/token", "/opt/github-notifications"]
        """)
    #expect(try machine.facts().github.tokenFile == machine.home.path + "/token")
    #expect(try !machine.facts().github.hasToken)
    try machine.write("token", to: "token")
    #expect(try machine.facts().github.hasToken)
  }

  @Test func `the program is the one of the recipes`() throws {
    let recipe = BuiltProgram.packageFolder + "/Examples/Recipes/github-notifications"
    #expect(SetupGitHub.programText == (try String(contentsOfFile: recipe, encoding: .utf8)))
  }

  @Test func `a program that is there is kept`() throws {
    let machine = try SetupMachine(configuration: "")
    try machine.write("mine", to: ".local/share/bellboard/github-notifications")
    let written = try machine.plan { $0.readsGitHub = true }.write()
    #expect(try written == [machine.facts().path])
    #expect(machine.text(of: ".local/share/bellboard/github-notifications") == "mine")
  }

  @Test func `files that were written are told where a later one fails`() throws {
    let machine = try SetupMachine(configuration: "")
    try machine.write("", to: ".bashrc/file")
    let facts = try machine.facts()
    let plan = try machine.plan { ($0.readsGitHub, $0.hasHook) = (true, true) }
    var written: [String] = []
    #expect(throws: UnwritableFile.self) { try plan.write { written.append($0) } }
    #expect(written == [facts.github.program, facts.path])
  }

  @Test func `tables without a place write nothing at all`() throws {
    let text = "ntfy = []\ncommand = []\n"
    let machine = try SetupMachine(configuration: text)
    let plan = try machine.plan { ($0.readsGitHub, $0.topics) = (true, "https://ntfy.sh/alerts") }
    #expect(plan.unplaced.contains("[[ntfy]]") && !plan.summary.contains("[[ntfy]]"))
    #expect(throws: SetupError.self) { try plan.write() }
    #expect(machine.text(of: ".config/bellboard/config.toml") == text)
    #expect(machine.text(of: ".local/share/bellboard/github-notifications") == nil)
  }

  @Test func `a file whose lines end with a carriage return is changed as any other`() throws {
    let text = """
      keys = "mutt"
      sort = "oldest"
      # about http
      [http]
      enabled = false
      # keep me

      """
    func ended(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }
    let machine = try SetupMachine(configuration: String(decoding: ended(text), as: UTF8.self))
    try machine.plan {
      ($0.theme, $0.keys, $0.receivesHTTP) = ("indigo", .vim, true)
      $0.topics = "https://ntfy.sh/a"
    }.write()
    let result =
      text.replacing("\"mutt\"", with: "\"vim\"")
      .replacing("# about http", with: "theme = \"indigo\"\n# about http")
      .replacing("enabled = false", with: "enabled = true")
      + "\n[[ntfy]]\nserver = \"https://ntfy.sh\"\ntopics = [\"a\"]\n"
    let changed = try #require(machine.text(of: ".config/bellboard/config.toml"))
    #expect(Array(changed.utf8) == ended(result))
  }

  @Test func `settings of a table go below its header, in a new file and in an old one`() throws {
    for text in [nil, "sort = \"oldest\"\n", "keys = \"mutt\"\n", "[alerts]\nbanner = false\n"] {
      let machine = try SetupMachine(configuration: text)
      let plan = try machine.plan { ($0.keys, $0.alerts, $0.theme) = (.vim, .auto, "nord") }
      try plan.write()
      let result = try #require(machine.text(of: ".config/bellboard/config.toml"))
      let lines = result.split(separator: "\n")
      #expect(lines.contains("[alerts]") && lines.contains("desktop = \"auto\""))
      #expect(lines.contains("keys = \"vim\"") == (text?.hasPrefix("keys") == true))
      #expect(!lines.contains { $0.hasPrefix("alerts.") || $0.hasPrefix("keys.") })
      #expect(plan.summary.contains("[alerts]\n") && plan.summary.contains("theme = \"nord\"\n"))
      #expect(try machine.facts().settings.preferences.alerts.default.desktop == .auto)
      #expect(try machine.facts().settings.keyPreset == .vim)
    }
  }

  @Test func `a file that was saved meanwhile is kept`() throws {
    let machine = try SetupMachine(configuration: "")
    let facts = try machine.facts()
    try machine.write("sort = \"oldest\"\n", to: ".config/bellboard/config.toml")
    var choices = SetupChoices(facts)
    choices.keys = .vim
    #expect(throws: SetupError.changedMeanwhile(facts.path)) {
      try SetupPlan(choices, facts).write()
    }
    #expect(machine.text(of: ".config/bellboard/config.toml") == "sort = \"oldest\"\n")
  }

  @Test func `the next steps fit the state of the daemon`() throws {
    let machine = try SetupMachine(configuration: "")
    func steps(_ state: SetupService.State, _ hasStarted: Bool? = nil) throws -> String {
      let facts = try machine.facts(state)
      return SetupPlan(SetupChoices(facts), facts).nextSteps(hasStarted: hasStarted)
        .joined(separator: "\n")
    }
    #expect(try steps(.unavailable).contains("start bellboardd yourself"))
    #expect(try !steps(.unavailable).contains("install-service"))
    #expect(try steps(.startable).contains("install-service"))
    let enabled = SetupFacts(try machine.environment(), service: SetupService(.startable))
    let plan = SetupPlan(SetupChoices(enabled), enabled)
    #expect(
      !plan.nextSteps(hasStarted: nil).contains { $0.contains("install-service") }
        && plan.nextSteps(hasStarted: nil).contains { $0.contains("systemctl --user enable") })
    #expect(try !steps(.startable, true).contains("install-service"))
    #expect(try !steps(.running).contains("install-service"))
    #expect(try steps(.runningByHand).contains("at each login: bellboardd install-service"))
  }

  @Test func `cron's line is printed and no file is changed`() throws {
    let machine = try SetupMachine(configuration: "")
    let plan = try machine.plan { $0.showsCronLine = true }
    #expect(plan.isEmpty)
    #expect(
      plan.nextSteps(hasStarted: nil).contains(
        "  0 3 * * * /usr/bin/bellboard run --on-failure-only --source cron/NAME -- COMMAND"))
  }
}
