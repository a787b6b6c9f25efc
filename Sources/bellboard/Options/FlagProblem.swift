import InboxText
import ArgumentParser
import Foundation
import InboxCore
import InboxUI

/// A flag whose value is no moment, or none that will do.
struct FlagError: Error {
  /// The flag as it is written.
  var flag: String
  /// What is wrong with its value.
  var problem: TimeExpressionError
  /// The time zone in which times are read and shown.
  var timeZone: TimeZone
}

extension FlagError: Reportable {
  var report: String {
    "\(flag), character \(problem.column): \(problem.message(in: timeZone))"
  }
  var exitCode: ExitCode { .wrongUsage }
}
