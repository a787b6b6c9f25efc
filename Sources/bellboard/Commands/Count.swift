import ArgumentParser
import Foundation
import InboxCore

/// `bellboard count`.
struct Count: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print how many messages are unread, or match a filter.")
  @OptionGroup var inbox: InboxOptions

  @Option(name: .shortAndLong, help: "Filter words. (default: is:unread)")
  var filter = "is:unread"

  func run() throws {
    try reporting { output in
      let now = Date()
      let inbox = try inbox.open()
      defer { inbox.closeQuietly() }
      let filter = try MessageFilter(parsing: filter, now: now, timeZone: .current)
      let count = try inbox.count(matching: filter, at: now)
      try output.line(String(count))
    }
  }
}
