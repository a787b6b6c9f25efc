import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxPayloads

/// `bellboard import`.
struct Import: NamedCommand {
  static let name = "import"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Take in JSON lines as 'export' prints them, and print how many.",
    discussion: """
      Status, pin and snooze come along; a message that is known keeps its own unless --replace \
      is given. An import that would go over the maximum is refused unless --prune is given.

      With --from it takes in the history that another notification program prints, as read: \
      dunstctl history | bellboard import --from dunst; makoctl history | bellboard import --from \
      mako (from mako 1.10 on: busctl --user -j call org.freedesktop.Notifications \
      /fr/emersion/Mako fr.emersion.Mako ListHistory); for gotify what its /message answers, for \
      ntfy what /TOPIC/json?poll=1 does. \
      A history that is taken in again adds nothing. swaync prints none.
      """)
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "File to read; '-' means standard input.", completion: .file())
  var file = "-"

  @Flag(name: .long, help: "Replace the status of messages that are known.")
  var replace = false

  @Flag(name: .long, help: "Remove the oldest messages when there are too many.")
  var prune = false

  @Option(name: .long, help: "Take in the history of another program.")
  var from: History?

  func run() throws {
    try reporting { output in
      let file = try InputFile(path: file)
      let inbox = try inbox.open()
      defer { inbox.closeQuietly() }
      var importer = Importer(inbox: inbox, isReplacing: replace, isPruning: prune)
      do {
        if let from { try importer.take(file, from: from) } else { try importer.take(file) }
      } catch {
        try output.line(String(importer.storedCount))
        throw error
      }
      try output.line(String(importer.storedCount))
      try importer.finish()
    }
  }
}

extension History: ExpressibleByArgument {}

/// `bellboard export`.
struct Export: NamedCommand {
  static let name = "export"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Print everything as JSON lines, the trash included; 'import' takes them back.")
  @OptionGroup var inbox: InboxOptions

  func run() throws {
    try reporting { output in
      let inbox = try inbox.openExisting()
      defer { inbox.closeQuietly() }
      try inbox.exportMessages { message in
        try output.write(MessageJSON(message, as: .export).bytes)
        try output.write("\n")
      }
    }
  }
}
