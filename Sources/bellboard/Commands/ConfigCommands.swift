import ArgumentParser
import BellboardSupport
import InboxCore
import InboxText

/// `bellboard config …`.
struct ConfigCommands: NamedCommand {
  static let name = "config"
  static let abstract = "Write a configuration, check it, and print the paths of files."
  static var commands: [any NamedCommand.Type] {
    [ConfigInit.self, ConfigCheck.self, ConfigPath.self]
  }
}

/// `bellboard config path`.
struct ConfigPath: ReportingCommand {
  static let name = "path"
  static let abstract = "Print the files and folders in use."
  static let discussion = "One per line: kind, tab, path. They need not exist."
  @OptionGroup var inbox: InboxOptions

  func run(to output: StandardOutput) throws {
    let environment = try inbox.environment()
    try output.line("configuration\t\(environment.paths.configuration.printable())")
    try output.line("mutes\t\(environment.paths.mutes.printable())")
    for folder in environment.paths.themeFolders {
      try output.line("themes\t\(folder.printable())")
    }
    try output.line("inbox\t\(environment.folder.printable())/\(Inbox.fileName)")
  }
}

/// `bellboard config check`.
struct ConfigCheck: ReportingCommand {
  static let name = "check"
  static let abstract = "Check the configuration and print errors with path, line and column."
  static let discussion = """
    It also reports files, programs and addresses that the screen, rules and the sources of \
    bellboardd could not use; 'bellboardd --check-config' does the same for the settings of the \
    daemon.
    """

  func run(to output: StandardOutput) throws {
    try StandardError.complain(UserEnvironment(inboxName: nil).problems)
    try output.sentence("ok")
  }
}

/// `bellboard config init`.
struct ConfigInit: ReportingCommand {
  static let name = "init"
  static let abstract =
    "Write a configuration file with every setting, commented out at its default."
  static let discussion = "An existing file is kept; --print prints the text instead."

  @Flag(name: .customLong("print"), help: "Print the text and write no file.")
  var isPrinted = false

  func run(to output: StandardOutput) throws {
    guard !isPrinted else { return try output.write(Settings.template) }
    let path = try UserEnvironment(inboxName: nil).paths.configuration
    try NewFile.write(Settings.template, to: path)
    try output.line(path.printable())
  }
}
