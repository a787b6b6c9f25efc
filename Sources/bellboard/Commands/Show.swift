import BellboardSupport
import InboxText
import ArgumentParser
import Foundation
import InboxCore
import InboxUI

/// `bellboard show`.
struct Show: NamedCommand {
  static let name = "show"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Print messages whole; they stay as they are.",
    discussion: "On a terminal times are local; piped, they are RFC 3339 in UTC.")
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "Messages: @number, id, or the beginning of one.")
  var ids: [String]

  @Flag(name: .long, help: "Print a JSON array of messages.")
  var json = false

  func run() throws {
    try reporting { output in
      let inbox = try inbox.openExisting()
      defer { inbox.closeQuietly() }
      let resolution = try inbox.resolve(ids)
      let messages = try inbox.messages(resolution.numbers)
      if json {
        var printer = MessagePrinter(.json, to: output)
        try printer.begin()
        for message in messages { try printer.print(message) }
        try printer.end()
      } else {
        let zone = output.isTerminal ? TimeZone.current : nil
        let sheets = messages.map { MessageSheet(message: $0, now: Date(), zone: zone).text }
        try output.write(sheets.map { $0 + "\n" }.joined(separator: "\n"))
      }
      let problems = ErrorText.problems(of: resolution)
      problems.forEach(StandardError.printError)
      if !problems.isEmpty { throw ExitCode.failed }
    }
  }
}
