import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore

struct Watch: ReportingCommand {
  static let name = "watch"
  static let takesFilterWords = true
  static let abstract = "Stream changes as JSON lines, until interrupted."
  static let discussion = """
    Each line has 'seq', its sequence in the inbox's log; --since resumes after the last one \
    that was seen. A line with 'gap' means that older entries are gone: reload the list. With \
    filter words it prints the entries of messages that match, and only those in 'numbers'; \
    messages that are gone match nothing.

    With --metrics it prints a line for each new metric: 'event', its 'count', its 'source', \
    'category' and 'detail', and the 'day' in UTC. 'bellboard stats' has the sums.
    """
  @OptionGroup var inbox: InboxOptions

  @OptionGroup var filter: FilterWordOptions

  @Option(help: "Start after this sequence of the log; 0 is the beginning.")
  var since: Int64?

  @Flag(help: "Stream metrics instead: opened, read, shown, and so on.")
  var metrics = false

  @Option(name: .limit, help: "Stop after N lines.")
  var limit: Int?

  func validate() throws {
    if let since, since < 0 { throw ValidationError("--since takes 0 or more.") }
    if metrics, since != nil {
      throw ValidationError("--metrics cannot start in the past; 'bellboard stats' has the past.")
    }
    if metrics, !filter.isEmpty { throw ValidationError("--metrics takes no filter.") }
    if let limit, limit < 1 { throw ValidationError("--limit takes 1 or more.") }
  }

  func run(to output: StandardOutput) throws {
    let inbox = try inbox.environment().openFollowing()
    defer { inbox.closeQuietly() }
    guard !metrics else { return try inbox.printMetrics(limit: limit, to: output) }
    // Report a mistake in the filter before the first change.
    _ = try filter.filter(at: Date())
    try inbox.printChanges(
      after: since ?? inbox.lastSequence(), matching: filter.isEmpty ? nil : filter, limit: limit,
      to: output)
  }
}
