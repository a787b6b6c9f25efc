import ArgumentParser
import BellboardSupport

/// `bellboardd man`.
struct Man: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Print the manual page, made from the program's own tables.",
    discussion: "To read it: bellboardd man | man -l -")

  func run() throws {
    try reporting { output in
      let tree = try CommandTree(json: BellboardDaemon._dumpHelp())
      try output.write(DaemonManual.text(of: tree.command))
    }
  }
}

/// `bellboardd completions`.
struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a shell completion script.",
    discussion: """
      bash: source <(bellboardd completions bash); zsh: save it as _bellboardd in a folder of \
      $fpath; fish: save it as bellboardd.fish in ~/.config/fish/completions.
      """)

  @Argument(help: "Which shell.")
  var shell: CompletingShell

  func run() throws {
    try reporting { output in
      try output.line(BellboardDaemon.completionScript(for: shell.shell))
    }
  }
}

/// The manual page of the daemon.
enum DaemonManual {
  /// The page for `man`.
  static func text(of command: CommandTree.Command) -> String {
    var page = Roff(
      title: "bellboardd", section: 1, name: "bellboardd",
      summary: "receive notifications into bellboard's inbox")
    page.heading("Synopsis")
    page.paragraph("bellboardd [options]")
    page.paragraph("bellboardd <command> [options]")
    page.heading("Description")
    page.paragraph(command.discussion ?? "")
    let receive = command.shownSubcommands.first { $0.commandName == "receive" }
    page.heading("Options")
    page.describe(receive?.shownArguments ?? [])
    page.heading("Commands")
    for command in command.shownSubcommands where command.commandName != "receive" {
      page.describe(command, below: "bellboardd")
    }
    describeSurroundings(in: &page)
    return page.text
  }

  private static func describeSurroundings(in page: inout Roff) {
    page.heading("Signals")
    page.term("SIGTERM, SIGINT", "End within three seconds; nothing that was acknowledged is lost.")
    page.term("SIGHUP", "Read the configuration again, and try failed sources at once.")
    page.heading("Environment")
    page.describeInboxVariable()
    page.term("BELLBOARD_HOME", "One folder for configuration and inboxes.")
    page.term("LISTEN_FDS, LISTEN_PID", "Sockets of systemd that are listened on for HTTP.")
    page.heading("Files")
    page.term("$XDG_CONFIG_HOME/bellboard/config.toml", "The configuration: bellboard-config(5).")
    page.term(
      "$XDG_DATA_HOME/bellboard/daemon.json",
      "The state of the sources, which 'bellboard sources' prints.")
    page.term("$XDG_CONFIG_HOME/systemd/user/bellboardd.*", "The units of 'install-service'.")
    page.heading("See also")
    page.paragraph("bellboard(1), bellboard-config(5)")
  }
}
