import ArgumentParser
import Foundation
import InboxCore

/// `bellboard export`.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
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
