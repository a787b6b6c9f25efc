import ArgumentParser
import BellboardSupport
import InboxCore
import InboxTOML
import InboxUI

struct Man: ReportingCommand {
  static let name = "man"
  static let abstract = "Print a manual page."
  static let discussion = "To read it: bellboard man | man -l -"

  @Argument(help: "Page.")
  var page = ManualPage.program

  func run(to output: StandardOutput) throws {
    let tree = try CommandTree(json: Bellboard._dumpHelp())
    try output.write(page.text(commands: tree))
  }
}

extension ManualPage: ExpressibleByArgument {}

/// A manual page, generated from the tables of commands, keys, filter words and settings.
enum ManualPage: String, CaseIterable {
  /// The program: commands, keys, filter words.
  case program = "bellboard"
  case configuration = "bellboard-config"

  /// The source of the page, in roff.
  func text(commands tree: CommandTree) -> String {
    switch self {
    case .program: Self.program(tree.command)
    case .configuration: Self.configuration()
    }
  }

  private static func program(_ command: CommandTree.Command) -> String {
    var page = Roff(
      title: "bellboard", section: 1, name: "bellboard",
      summary: "the notification inbox for your terminal")
    page.heading("Synopsis")
    page.paragraph("bellboard [screen options]")
    page.paragraph("bellboard <command> [options]")
    page.heading("Description")
    page.paragraph(command.discussion ?? "")
    page.heading("Examples")
    for (line, meaning) in examples { page.term(line, meaning) }
    page.heading("Commands")
    for command in command.shownSubcommands { page.describe(command, below: "bellboard") }
    page.heading("Keys")
    describeKeys(in: &page)
    page.heading("Filter words")
    page.paragraph(
      "Of words with the same key any one has to match, of different keys all of them. Without "
        + "a status, unread and read messages match.")
    for word in FilterWord.all { page.term(word.name + (word.argument ?? ""), word.summary) }
    describeSurroundings(in: &page)
    return page.text
  }

  /// The ten commands that are used most.
  static let examples = [
    ("bellboard", "Open the inbox on the screen; ? shows the keys, q quits."),
    ("bellboard demo", "Try the keys on a throw-away inbox."),
    ("bellboard setup", "Choose a theme and keys, and where messages come from."),
    ("bellboard push 'Backup finished' --source cron/backup", "Store a message."),
    ("bellboard run -- make test", "Run a command and push how it ended."),
    ("bellboard ask 'Deploy now?' --timeout 10m", "Ask a question and wait for the answer."),
    ("bellboard list --filter 'is:unread source:ci'", "List the unread messages of a source."),
    ("bellboard show @42", "Print a message."),
    ("bellboard snooze @42 --until 'tomorrow 9am'", "Hide a message until a time."),
    ("bellboard mute ci --for 2h", "Mute a source for two hours."),
  ]

  private static func describeKeys(in page: inout Roff) {
    for place in KeySection.all {
      page.subheading(place.title)
      for row in Keymap.default.rows(in: place) {
        page.term(row.text, "\(row.summary) (\(row.commandName))")
      }
    }
  }

  private static func describeSurroundings(in page: inout Roff) {
    page.heading("Exit status")
    for (code, meaning) in ExitCode.meanings { page.term("\(code.rawValue)", meaning) }
    page.heading("Environment")
    page.describeInboxVariable()
    page.term("BELLBOARD_THEME", "The theme that is used when --theme does not name one.")
    page.term("BELLBOARD_HOME", "One folder for configuration, themes and inboxes.")
    page.term(
      "BELLBOARD_PAGER, PAGER",
      "The command that shows output longer than the terminal; empty or 'cat' for none.")
    page.term("NO_COLOR", "Not empty: attributes only, no colors.")
    page.heading("Files")
    page.term("$XDG_CONFIG_HOME/bellboard/config.toml", "The configuration: bellboard-config(5).")
    page.term("$XDG_CONFIG_HOME/bellboard/mutes.toml", "The mutes of 'bellboard mute'.")
    page.term("$XDG_CONFIG_HOME/bellboard/themes/", "Themes of your own.")
    page.term(
      "$XDG_DATA_HOME/bellboard/inboxes/NAME/\(Inbox.fileName)", "The inbox of that name.")
    page.heading("See also")
    page.paragraph("bellboard-config(5), bellboardd(1)")
  }

  private static func configuration() -> String {
    var page = Roff(
      title: "bellboard-config", section: 5, name: "bellboard-config",
      summary: "the configuration file of bellboard")
    page.heading("Description")
    page.paragraph(
      "A file in TOML 1.1. 'bellboard config init' writes one with every setting at its default, "
        + "'bellboard config check' reports its errors. " + Settings.following)
    page.heading("Settings")
    for row in Settings.rows {
      page.term("\(row.path) = \(row.defaultValue)", row.sentence)
    }
    page.heading("Rules")
    page.paragraph(
      "Each [[rules]] table is applied to every new message, in the order of the file, and may "
        + "have these keys; mutes.toml beside the configuration has those of 'bellboard mute'.")
    for key in RuleKey.all { page.term(key.name, key.sentence) }
    page.heading("Keys")
    page.paragraph(Settings.keysHelp)
    page.verbatim(Settings.keysExample)
    page.heading("See also")
    page.paragraph("bellboard(1), bellboardd(1)")
    return page.text
  }
}
