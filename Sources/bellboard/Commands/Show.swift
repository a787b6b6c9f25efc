import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxText
import InboxUI

struct Show: ReportingCommand {
  static let name = "show"
  static let abstract = "Print whole messages without changing them."
  static let discussion = """
    On a terminal messages look as in the reader, through $BELLBOARD_PAGER or $PAGER if they \
    exceed the screen; piped, they are plain, and times are RFC 3339 in UTC. --field prints one \
    field as it is, such as the body for another program: \
    \(Message.templateFields.map(\.name).joined(separator: ", ")).
    """
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "Messages: @number, id, or the start of an id.", completion: .messages)
  var ids: [String]

  @Flag(help: "Print a JSON array of messages.")
  var json = false

  @Option(
    help: "Print only this field, such as body.",
    completion: .list(Message.templateFields.map(\.name)), transform: Show.field(named:))
  var field: TemplateField<Message>?

  func validate() throws {
    if json, field != nil { throw ValidationError("Specify either --json or --field.") }
  }

  func run(to output: StandardOutput) throws {
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
    } else if let field {
      for message in messages {
        let text = field.text(of: message)
        try output.line(text.printable(keepingNewlines: true, keepingGraphemes: true))
      }
    } else {
      let files = inbox.attachments
      try show(messages.map { $0.withFiles(in: files) }, to: output, in: environment)
    }
    let problems = try inbox.problems(of: resolution)
    problems.forEach(StandardError.printError)
    if messages.isEmpty { throw ExitCode.nothingMatched }
    if !problems.isEmpty { throw ExitCode.failed }
  }

  /// Looks up a field by its name in JSON.
  ///
  /// - Throws: `ValidationError`.
  private static func field(named name: String) throws -> TemplateField<Message> {
    let fields = Message.templateFields
    guard let field = fields.first(where: { $0.name == name }) else {
      let nearest = NearestName.nearest(to: name, in: fields.map(\.name))
      throw ValidationError("There is no field '\(name)'" + NearestName.hint(nearest) + ".")
    }
    return field
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
