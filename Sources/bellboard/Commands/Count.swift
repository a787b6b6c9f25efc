import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxText

struct Count: ReportingCommand {
  static let name = "count"
  static let takesFilterWords = true
  static let abstract = "Print how many messages are unread, or match a filter."
  static let discussion = """
    With --follow it prints a line whenever the number changes, until its reader closes the \
    pipe, as for status bars. --format prints text with \(CountReport.templateFieldNames): \
    {unread}, {read}, {total}, {deleted}, {done} and {hidden} are counts by status of what --filter \
    matches, ignoring its own status words; {class} is some or none, {title} and {source} are \
    those of the newest message, {titles} those of the newest \(CountReport.newestCount). \
    '{titles:json}' is a JSON string; the styles are \(TemplateStyle.names). Text between \
    '{?count}' and '{/}' is printed unless the count is 0; after '{!count}' only if it is 0.
    """
  @OptionGroup var inbox: InboxOptions

  @OptionGroup var filter: FilterWordOptions

  @Flag(help: "Keep running, and print a line whenever it changes.")
  var follow = false

  @Option(
    help: "Print text like '{unread} of {total}' instead of the number.",
    transform: CountReport.template(parsing:))
  var format: Template?

  static func plain(_ words: [String]) -> Count? {
    guard let words = PlainWords(words, options: ["--inbox", "--filter"]) else { return nil }
    var command = Count()
    command.inbox = .plain(inbox: words["--inbox"])
    command.filter = .plain(words: words.values, filter: words["--filter"])
    command.follow = false
    command.format = nil
    return command
  }

  func run(to output: StandardOutput) throws {
    let environment = try inbox.environment()
    let inbox = try follow ? environment.openFollowing() : environment.openExisting()
    defer { inbox.closeQuietly() }
    let words = try filter.text() ?? "is:unread"
    var lines = CountLines(of: inbox, matching: words, template: format)
    guard !follow else { return try lines.printChanges(to: output) }
    try output.line(lines.line(at: Date()))
    guard !filter.isEmpty else { return }
    let now = Date()
    let meant = try filter.filter(at: now)
    if try inbox.at(now).count(matching: meant) == 0 {
      try FilterHint.print(for: meant, in: inbox)
    }
  }
}
