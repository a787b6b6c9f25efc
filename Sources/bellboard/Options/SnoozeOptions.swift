import InboxText
import ArgumentParser
import Foundation
import InboxCore

/// Until when a message is put off.
struct SnoozeOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "The moment: 'tomorrow 9am', tonight, monday, 17:30, '2026-12-24 18:00', or 2h.")
  var until: String?

  @Option(name: .long, parsing: .unconditional, help: "How long: 10m, 1h30m, 2d.")
  var `for`: String?

  func validate() throws {
    guard (until == nil) != (`for` == nil) else {
      throw ValidationError(
        until == nil
          ? "Say how long: --until 'tomorrow 9am', or --for 2h."
          : "Say either --until or --for, not both.")
    }
  }

  /// The moment that is meant; it lies ahead.
  ///
  /// - Throws: ``FlagError``.
  func moment(by reader: TimeExpressionReader) throws(FlagError) -> Date {
    if let `for` {
      return try reader.value(of: "--for") { reader throws(TimeExpressionError) in
        try reader.futureDate(after: `for`)
      }
    }
    return try reader.value(of: "--until") { reader throws(TimeExpressionError) in
      try reader.futureDate(until ?? "")
    }
  }
}
