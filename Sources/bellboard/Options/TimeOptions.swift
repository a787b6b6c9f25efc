import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxText

/// The options for the end of a snooze.
struct SnoozeOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help:
      "End: 'tomorrow 9am', tonight, monday, 17:30, 2h, resolved, repeat, next, here, 'on laptop'.")
  var until: String?

  @Option(parsing: .unconditional, help: "Duration: 10m, 1h30m, 2d.")
  var `for`: String?

  func validate() throws {
    guard (until == nil) != (`for` == nil) else {
      throw ValidationError(
        until == nil
          ? "Specify how long: --until 'tomorrow 9am', or --for 2h."
          : "Specify either --until or --for, not both.")
    }
  }

  /// Parses the end of the snooze, a time in the future or an event.
  ///
  /// - Throws: ``FlagError``.
  func end(by reader: TimeExpressionReader) throws(FlagError) -> SnoozeEnd {
    guard let until else {
      // One of the two is given: see `validate()`.
      return .date(try reader.end(for: `for`, until: nil) ?? reader.now)
    }
    return try FlagError.naming("--until", try SnoozeEnd(until, by: reader))
  }
}

extension TimeExpressionReader {
  /// Parses the value of `--for`, else that of `--until`, a time in the future; nil without both.
  ///
  /// - Throws: ``FlagError``.
  func end(for duration: String?, until time: String?) throws(FlagError) -> Date? {
    if let duration { return try FlagError.naming("--for", try futureDate(after: duration)) }
    guard let time else { return nil }
    return try FlagError.naming("--until", try futureDate(time))
  }

  /// Parses the time in a flag, which may be in the past; nil if it is not given.
  ///
  /// - Throws: ``FlagError``.
  static func localDate(_ text: String?, flag: String, at now: Date) throws(FlagError) -> Date? {
    guard let text else { return nil }
    let reader = TimeExpressionReader(now: now, timeZone: .current)
    return try FlagError.naming(flag, try reader.date(text))
  }

  /// Parses the duration in a flag, in seconds or with units; nil if it is not given.
  ///
  /// - Throws: ``FlagError``.
  static func seconds(_ text: String?, flag: String, at now: Date) throws(FlagError) -> Double? {
    guard let text else { return nil }
    let reader = TimeExpressionReader(now: now, timeZone: .current)
    let duration = Int(text) == nil ? text : text + "s"
    return try FlagError.naming(flag, try reader.futureDate(after: duration))
      .timeIntervalSince(now)
  }
}

/// Error: the value of a flag is not a valid time.
struct FlagError: Reportable {
  /// The flag as it is written.
  var flag: String
  var problem: TimeExpressionError

  /// Reads the value of a flag; an error names the flag.
  static func naming<Value>(
    _ flag: String, _ value: @autoclosure () throws(TimeExpressionError) -> Value
  ) throws(FlagError) -> Value {
    do {
      return try value()
    } catch {
      throw FlagError(flag: flag, problem: error)
    }
  }

  var report: String { "\(flag), character \(problem.column): \(problem.message)" }
  var exitCode: ExitCode { .wrongUsage }
}
