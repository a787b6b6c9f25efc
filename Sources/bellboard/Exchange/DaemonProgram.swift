import BellboardSupport
import Foundation
import InboxSystem

/// The daemon's program, which alone can talk to the server of an exchange.
enum DaemonProgram {
  /// The program beside this one, else the one that is found by `PATH`.
  static var path: String {
    let beside = (SetupFacts.ownPath as NSString).deletingLastPathComponent + "/bellboardd"
    return access(beside, X_OK) == 0 ? beside : "bellboardd"
  }

  /// Replaces this process by the daemon's program, under the name of this one.
  ///
  /// - Throws: ``MissingDaemon``; it does not return otherwise.
  static func replaceThisOne(with words: [String]) throws {
    var arguments = ([StandardError.programName] + words).map { strdup($0) } + [nil]
    execvp(path, &arguments)
    throw MissingDaemon(error: SystemError(call: "execvp"))
  }

  /// Error: the daemon's program cannot be started.
  struct MissingDaemon: Reportable {
    var error: SystemError

    var report: String {
      "cannot start bellboardd, which talks to the server: \(error.reason); install it beside bellboard"
    }
  }
}
