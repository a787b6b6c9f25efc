import Foundation
import InboxSystem

/// A pager: a program that shows a long output page by page.
package final class Pager {
  /// The end of the pipe that it reads from.
  let descriptor: Int32
  private let process: ChildProcess

  /// Starts a command line.
  ///
  /// - Throws: ``SystemError``.
  init(_ line: String, environment: [String: String]) throws(SystemError) {
    let ends = try PipeEnds()
    defer { close(ends.reading) }
    descriptor = ends.writing
    do throws(SystemError) {
      process = try ChildProcess(
        ["sh", "-c", line], in: .inherited, replacing: [STDIN_FILENO: ends.reading],
        environment: Self.adding(to: environment))
    } catch {
      close(ends.writing)
      throw error
    }
    // Ctrl-C belongs to the pager, as long as it runs.
    signal(SIGINT, SIG_IGN)
  }

  /// Ends its input, and waits until a person has left it.
  func finish() {
    close(descriptor)
    _ = process.wait()
    signal(SIGINT, SIG_DFL)
  }

  /// The command line that a person has chosen; nil for none.
  ///
  /// - Parameter environment: `BELLBOARD_PAGER` wins over `PAGER`; an empty one, or `cat`, is none.
  /// - Returns: The line, if its program is there; `less` where nothing was chosen.
  package static func line(in environment: [String: String]) -> String? {
    let line = environment["BELLBOARD_PAGER"] ?? environment["PAGER"] ?? "less"
    guard let program = line.split(separator: " ").first, line != "cat" else { return nil }
    let isThere = ProgramSearch(path: environment["PATH"]).finds(String(program))
    return isThere || program.contains("=") ? line : nil
  }

  /// What `less` needs to show attributes, unless a person has told it otherwise.
  private static func adding(to environment: [String: String]) -> [String: String] {
    environment.merging(["LESS": "FRX", "LV": "-c"]) { chosen, _ in chosen }
  }
}
