import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxText

struct Stats: ReportingCommand {
  static let name = "stats"
  static let abstract = "Print how often the inbox was opened, and how its messages were handled."
  static let discussion = """
    Counts are kept by day (UTC), source and category since the first message; deleting messages \
    does not reduce them, and undoing a step subtracts what it counted. A message is viewed each \
    time the reader shows it; the time for which the inbox was shown is counted when its screen \
    is closed. JSON also has openings soon after an alert, and conversion tags. On a terminal, bars show what was received, \
    and columns without counts are left out. 'bellboard watch --metrics' streams them live.
    """
  @OptionGroup var inbox: InboxOptions

  @Option(help: "Limit to the last N days, including today.")
  var days: Int?

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if let days, days < 1 { throw ValidationError("--days takes 1 or more.") }
  }

  func run(to output: StandardOutput) throws {
    let environment = try self.inbox.environment()
    let inbox = try environment.openExisting(durability: .normal)
    defer { inbox.closeQuietly() }
    let first = days.map { Date().addingTimeInterval(-86_400 * Double($0 - 1)) }
    let statistics = InboxStatistics(try inbox.metrics(since: first))
    guard !json else { return try output.line(statistics.json.json) }
    try output.paged(in: environment.variables) {
      try output.write(StatisticsTable(statistics, hasBars: output.isTerminal).text)
    }
  }
}
