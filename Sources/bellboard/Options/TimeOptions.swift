import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxText
import InboxUI

/// The options of a snooze: its end.
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
          ? "Specify how long: --until 'tomorrow 9am', or --for 2h."
          : "Specify either --until or --for, not both.")
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

extension TimeExpressionReader {
  /// Reads what a flag says, and names the flag when that is nothing sensible.
  ///
  /// - Throws: ``FlagError``.
  func value(
    of flag: String, _ read: (TimeExpressionReader) throws(TimeExpressionError) -> Date
  ) throws(FlagError) -> Date {
    do {
      return try read(self)
    } catch {
      throw FlagError(flag: flag, problem: error)
    }
  }

  /// The moment that a flag says, which may be over; nil when it is not given.
  ///
  /// - Throws: ``FlagError``.
  static func localDate(
    _ text: String?, flag: String, at now: Date
  ) throws(FlagError) -> Date? {
    guard let text else { return nil }
    return try TimeExpressionReader(now: now, timeZone: .current).value(of: flag) {
      reader throws(TimeExpressionError) in try reader.date(text)
    }
  }

  /// The length of time that a flag says, a bare number in seconds; nil when it is not given.
  ///
  /// - Throws: ``FlagError``.
  static func seconds(
    _ text: String?, flag: String, at now: Date
  ) throws(FlagError) -> Double? {
    guard let text else { return nil }
    let isBare = Int(text) != nil
    let end = try TimeExpressionReader(now: now, timeZone: .current).value(of: flag) {
      reader throws(TimeExpressionError) in
      try reader.futureDate(after: isBare ? text + "s" : text)
    }
    return end.timeIntervalSince(now)
  }
}

/// An error of a flag: its value is no moment, or none that will do.
struct FlagError: Error {
  /// The flag as it is written.
  var flag: String
  /// What is wrong with its value.
  var problem: TimeExpressionError
}

extension FlagError: Reportable {
  var report: String {
    "\(flag), character \(problem.column): \(problem.message)"
  }
  var exitCode: ExitCode { .wrongUsage }
}
