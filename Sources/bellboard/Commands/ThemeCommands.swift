import ArgumentParser
import BellboardSupport
import InboxSettings
import InboxTOML
import InboxText
import InboxUI

/// `bellboard theme …`.
struct ThemeCommands: NamedCommand {
  static let name = "theme"
  static let abstract = "List, check and print themes."
  static var commands: [any NamedCommand.Type] {
    [ThemeList.self, ThemeCheck.self, ThemeShow.self]
  }
}

/// `bellboard theme list`.
struct ThemeList: ReportingCommand {
  static let name = "list"
  static let abstract = "Print the names of the themes and where each is found."
  static let discussion = "The theme in use is marked with a '*'."

  func run(to output: StandardOutput) throws {
    let environment = try UserEnvironment(inboxName: nil)
    let themes = environment.themes
    let names = themes.names
    let width = names.map(\.columns).max() ?? 0
    let chosen = environment.themeName()
    for name in names {
      let path = (try? themes.find(name).path) ?? "unreadable"
      let mark = name == chosen ? "*" : " "
      let label = TextLayout.pad(name.printable(), columns: width)
      try output.line("\(mark) \(label)  \(path.printable())")
    }
  }
}

/// `bellboard theme check`.
struct ThemeCheck: ReportingCommand {
  static let name = "check"
  static let abstract = "Check theme files and print errors with path, line and column."
  static let discussion = """
    Also warns about texts with too little contrast (below 4.5 to 1, or below 3 to 1 where they \
    are dim on purpose), about rows without a line for title and message, and where read and \
    unread rows are the same without colors. Warnings leave the exit status at 0.
    """

  @Argument(help: "Theme files, or names of themes.", completion: .file(extensions: ["toml"]))
  var files: [String]

  func run(to output: StandardOutput) throws {
    let environment = try UserEnvironment(inboxName: nil)
    var isGood = true
    for file in files {
      do throws(ThemeLookupError) {
        let loaded = try environment.theme(named: file)
        let problems = loaded.messages
        problems.forEach(StandardError.printLine)
        loaded.warnings.forEach(StandardError.printLine)
        isGood = isGood && problems.isEmpty
      } catch {
        StandardError.printError(error.report)
        isGood = false
      }
    }
    if !isGood { throw ExitCode.failed }
    try output.sentence("ok")
  }
}

/// `bellboard theme show`.
struct ThemeShow: ReportingCommand {
  static let name = "show"
  static let abstract = "Print a theme as one complete file, with every role."
  static let discussion = "A good start for a theme of your own."

  @Argument(help: "Name or file of the theme. (default: the one in use)", completion: .themeNames)
  var theme: String?

  func run(to output: StandardOutput) throws {
    let environment = try UserEnvironment(inboxName: nil)
    let loaded = try environment.theme(option: theme)
    try output.write(loaded.theme.toml)
    try StandardError.complain(loaded.messages)
  }
}
