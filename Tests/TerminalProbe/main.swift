import Foundation
import InboxSystem
import InboxTerminal
import InboxUI

// Shows what reaches a pane, and tells each piece on descriptor 3, for tests in a terminal.

func note(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = line.withUnsafeBytes { write(3, $0.baseAddress, $0.count) }
}

do {
  let signals = try SignalSource.screen()
  let colors = ProcessInfo.processInfo.environment["NO_COLOR"] == nil
  let terminal = try NCursesTerminal(wantsColors: colors)
  let pane = try ProbePane()
  let launcher = Launcher(environment: ProcessInfo.processInfo.environment)
  let loop = UILoop(
    pane: pane, terminal: terminal, signals: signals, launcher: launcher, now: { Date() })
  let status = loop.run()
  note("ended \(status)")
  exit(status)
} catch let problem as TerminalError {
  FileHandle.standardError.write(Data((problem.message + "\n").utf8))
  exit(1)
}
