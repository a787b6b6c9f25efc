import Foundation
import InboxSystem

/// A pager for long output.
package final class Pager {
  /// The writing end of its input pipe.
  let descriptor: Int32
  private let process: ChildProcess

  /// Starts a pager by its command line.
  ///
  /// - Throws: ``SystemError``.
  init(_ line: String, environment: [String: String]) throws(SystemError) {
    // The options show attributes in `less`, unless `LESS` is set.
    (process, descriptor) = try ChildProcess.piping(
      STDIN_FILENO, of: ["sh", "-c", line], in: .inherited,
      environment: environment.merging(["LESS": "FRX", "LV": "-c"]) { chosen, _ in chosen })
    // Ctrl-C is for the pager while it runs.
    signal(SIGINT, SIG_IGN)
  }

  /// Closes its input and waits until it exits.
  func finish() {
    close(descriptor)
    _ = process.wait()
    signal(SIGINT, SIG_DFL)
  }

  /// The command line of the chosen pager; nil for none.
  ///
  /// - Parameter environment: `BELLBOARD_PAGER` takes precedence over `PAGER`; an empty value or
  ///   `cat` means none.
  /// - Returns: The command line, if its program exists; `less` by default.
  package static func line(in environment: [String: String]) -> String? {
    let line = environment["BELLBOARD_PAGER"] ?? environment["PAGER"] ?? "less"
    guard let program = line.split(separator: " ").first, line != "cat" else { return nil }
    let isThere = ProgramSearch(path: environment["PATH"]).finds(String(program))
    return isThere || program.contains("=") ? line : nil
  }
}
