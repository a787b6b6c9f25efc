import ArgumentParser
import BellboardSupport
import Foundation
import InboxSystem
import InboxTerminal
import InboxUI

/// Setup's screen on the terminal.
struct SetupScreen {
  let environment: UserEnvironment
  let facts: SetupFacts

  /// Whether the terminal can show the screen; else the dialog of lines is used.
  static var isPossible: Bool {
    var size = winsize()
    guard (try? TerminalType()) != nil, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else {
      return false
    }
    return SetupFrame.fits(Size(columns: Int(size.ws_col), rows: Int(size.ws_row)))
  }

  /// Runs the screen until it is left, and restores the terminal.
  ///
  /// - Returns: The choices; nil if nothing is to be written.
  /// - Throws: `ExitCode` after a signal or Ctrl-C, any error that keeps it from opening.
  func run() throws -> SetupChoices? {
    let signals = try SignalSource.screen()
    let pane = SetupPane(facts, now: { Date() }, zone: .autoupdatingCurrent)
    let terminal = try NCursesTerminal(
      wantsColors: environment.wantsColors(), variables: environment.variables)
    let loop = UILoop(
      pane: pane, terminal: terminal, signals: signals,
      launcher: Launcher(environment: environment.variables), now: { Date() })
    let status = loop.run()
    if status != 0 { throw ExitCode(status) }
    switch pane.state.end {
    case .accepted: return pane.state.choices
    case .interrupted: throw ExitCode(128 + SIGINT)
    case .left, nil: return nil
    }
  }
}
