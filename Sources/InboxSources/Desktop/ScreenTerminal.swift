import Foundation
import InboxSystem
import Logging

/// The terminal that opens with a screen when an alert is clicked while none is open.
struct ScreenTerminal: Sendable, Hashable {
  /// The configured terminal; empty to find one.
  let words: [String]
  /// The command that opens a screen.
  let screen: [String]

  /// The commands to try, in order.
  ///
  /// `xdg-terminal-exec` is the draft of a standard for the user's preferred terminal; `TERMINAL`
  /// is an older convention, whose terminals take a command after `-e`.
  func commands(variables: [String: String]) -> [[String]] {
    guard words.isEmpty else { return [words + screen] }
    let named = variables["TERMINAL"].flatMap { $0.isEmpty ? nil : [$0, "-e"] + screen }
    return [["xdg-terminal-exec"] + screen, named].compactMap(\.self)
  }

  /// Starts the first of the commands that is found, without waiting for it.
  func open(log: Logger) {
    var reason = ""
    for command in commands(variables: ProcessInfo.processInfo.environment) {
      do throws(SystemError) {
        return try ChildProcess(command, in: .detached).reapLater()
      } catch {
        reason = "; \(command[0]): \(error.reason)"
      }
    }
    log.warning("no terminal opens for an alert\(reason); set desktop.terminal")
  }
}
