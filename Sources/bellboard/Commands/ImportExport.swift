import ArgumentParser
import BellboardSupport
import InboxCore
import InboxPayloads

struct Import: ReportingCommand {
  static let name = "import"
  static let abstract = "Import JSON lines that 'export' printed, and print how many."
  static let discussion = """
    Status, pin and snooze are imported too; an existing message keeps its own unless --replace \
    is given. An import that would exceed maximum_notifications is refused before anything is \
    stored; raise that setting, or let --prune remove the oldest messages.

    With --from it imports the history of another notification program, as read messages: \
    dunstctl history | bellboard import --from dunst; makoctl history | bellboard import --from \
    mako (from mako 1.10 on: busctl --user -j call org.freedesktop.Notifications \
    /fr/emersion/Mako fr.emersion.Mako ListHistory); for gotify the response of /message, for \
    ntfy that of /TOPIC/json?poll=1. Importing a history again adds nothing. swaync cannot print \
    its history.
    """
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "File to read; '-' means standard input.", completion: .file())
  var file = "-"

  @Flag(help: "Replace the status of existing messages.")
  var replace = false

  @Flag(help: "Remove the oldest messages if there are too many.")
  var prune = false

  @Option(help: "Import the history of another program.")
  var from: History?

  func run(to output: StandardOutput) throws {
    let file = try InputFile(path: file)
    let environment = try inbox.environment()
    var importer = try Importer(into: environment, isReplacing: replace, isPruning: prune)
    defer { importer.inbox?.closeQuietly() }
    do {
      if let from {
        try importer.take(file, from: from)
      } else {
        try importer.take(
          prune ? file : ImportCheck(of: importer.inbox, environment).checked(file))
      }
    } catch {
      try output.line(String(importer.storedCount))
      throw error
    }
    try output.line(String(importer.storedCount))
    try importer.finish()
  }
}

extension History: ExpressibleByArgument {}

struct Export: ReportingCommand {
  static let name = "export"
  static let abstract = "Print all messages as JSON lines for 'import', including the trash."
  @OptionGroup var inbox: InboxOptions

  func run(to output: StandardOutput) throws {
    let inbox = try inbox.openExisting()
    defer { inbox.closeQuietly() }
    try inbox.exportMessages { message in
      try output.write(MessageJSON(message, as: .export).bytes)
      try output.write("\n")
    }
  }
}
