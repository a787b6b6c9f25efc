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
    abstract: "Print whole messages without changing them.",
    discussion: """
      On a terminal messages look as in the reader, through $BELLBOARD_PAGER or $PAGER if they \
      exceed the screen; piped, they are plain, and times are RFC 3339 in UTC.
      """)
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "Messages: @number, id, or the start of an id.")
  var ids: [String]

  @Flag(name: .long, help: "Print a JSON array of messages.")
  var json = false

  func run() throws {
    try reporting { output in
      let environment = try inbox.environment()
      let inbox = try environment.openExisting()
      defer { inbox.closeQuietly() }
      let resolution = try inbox.resolve(ids)
      let messages = try inbox.messages(resolution.numbers)
      if json {
        var printer = MessagePrinter(.json, to: output, files: inbox.attachments)
        try printer.begin()
        for message in messages { try printer.print(message) }
        try printer.end()
      } else {
        let files = inbox.attachments
        try show(messages.map { $0.withFiles(in: files) }, to: output, in: environment)
      }
      let problems = ErrorText.problems(of: resolution)
      problems.forEach(StandardError.printError)
      if !problems.isEmpty { throw ExitCode.failed }
    }
  }

  private func show(
    _ messages: [Message], to output: StandardOutput, in environment: UserEnvironment
  ) throws {
    let now = Date()
    guard let styled = StyledMessage(for: output, in: environment, at: now) else {
      let sheets = messages.map { MessageSheet(message: $0, now: now, zone: nil).text }
      return try output.write(sheets.map { $0 + "\n" }.joined(separator: "\n"))
    }
    try output.paged(in: environment.variables) {
      let texts = messages.map { styled.text(of: $0) + "\n" }
      try output.write(texts.joined(separator: "\n"))
    }
  }
}
