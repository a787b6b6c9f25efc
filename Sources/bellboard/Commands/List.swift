import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxText

struct List: ReportingCommand {
  static let name = "list"
  static let takesFilterWords = true
  static let abstract = "List messages, in the order of the configuration: newest first by default."
  static let discussion = """
    On a terminal it prints columns, through $BELLBOARD_PAGER or $PAGER if they exceed the \
    screen; piped, it prints number, status, time, source, title and first line of the body, \
    separated by tabs. --format prints \(Message.templateFieldNames); '{subtitle|title}' is the \
    first of them with a value, '{custom.run_id}' one of the sender's own. With --follow it prints \
    the last \(MessageStream.usualCount) messages, or --limit of them, and then each one that \
    arrives or comes again, until it is interrupted or its reader closes the pipe.

    \(FilterHelp.text)
    """
  @OptionGroup var inbox: InboxOptions

  @OptionGroup var filter: FilterWordOptions

  @Option(name: .limit, help: "Maximum number of messages to print.")
  var limit: Int?

  @Flag(help: "Keep running, and print messages as they arrive.")
  var follow = false

  @Option(name: .shortAndLong, help: "Order of the list.")
  var sort: MessageOrder?

  @Flag(help: "Print a JSON array of messages.")
  var json = false

  @Flag(help: "Print one JSON object per line.")
  var jsonl = false

  @Option(
    help: "Print a line like '{number} {title}' for each message.",
    transform: Message.template(parsing:))
  var format: Template?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes 0 or more.") }
    guard [json, jsonl, format != nil].count(where: \.self) <= 1 else {
      throw ValidationError("Specify one of --json, --jsonl and --format.")
    }
    guard follow else { return }
    if json { throw ValidationError("--follow prints lines: use --jsonl instead of --json.") }
    if sort != nil { throw ValidationError("--follow prints messages as they arrive, unsorted.") }
  }

  func run(to output: StandardOutput) throws {
    let now = Date()
    let environment = try inbox.environment()
    guard !follow else { return try followArrivals(in: environment, to: output, at: now) }
    let query = MessageQuery(
      filter: try filter.filter(at: now),
      order: sort ?? environment.settings.sort)
    let inbox = try environment.openExisting()
    defer { inbox.closeQuietly() }
    var printer = MessagePrinter(
      try form(for: output, at: now), to: output, files: inbox.attachments)
    try output.paged(in: environment.variables) {
      try printer.begin()
      try inbox.messages(matching: query, limit: limit) { try printer.print($0) }
      try printer.end()
    }
    if printer.count == 0, limit != 0 {
      try FilterHint.print(for: query.filter, in: inbox, words: json || jsonl ? filter.words : [])
    }
  }

  private func followArrivals(
    in environment: UserEnvironment, to output: StandardOutput, at now: Date
  ) throws {
    let form = try form(for: output, at: now)
    let inbox = try environment.openFollowing()
    defer { inbox.closeQuietly() }
    var stream = MessageStream(
      inbox: inbox, filter: filter,
      printer: MessagePrinter(form, to: output, files: inbox.attachments), output: output)
    try stream.run(from: limit ?? MessageStream.usualCount)
  }

  private func form(for output: StandardOutput, at now: Date) throws -> MessagePrinter.Form {
    if json { return .json }
    if jsonl { return .jsonLines }
    if let format { return .template(format) }
    return .lines(
      MessageLine(
        columns: output.columns, isStyled: output.isTerminal, now: now,
        filter: try filter.text() ?? ""))
  }
}
