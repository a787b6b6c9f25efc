import CNcurses
import Foundation

/// Runs programs that have the terminal until they end, while the screen is suspended.
struct ForegroundRun {
  /// How it ended.
  enum End {
    case ended(ExitStatus)
    /// A signal asks this program to end; its number.
    case interrupted(Int32)
  }

  /// How long a program may take to end when it is asked to, in seconds.
  private static let patience = 2.0
  /// Enter, Ctrl-C, Ctrl-D, Esc and q.
  private static let leaving: Set<UInt8> = [10, 13, 3, 4, 27, UInt8(ascii: "q")]

  /// Nil where the signals belong to a program around; then only the child is waited for.
  let signals: SignalPipe?

  /// Runs one program; its keys, Ctrl-C too, are its own.
  ///
  /// Ctrl-Z stops it and this program, as a shell does with a line of several; both go on together.
  ///
  /// - Throws: ``SystemError`` when it did not start.
  func run(_ command: [String], input: String?) throws(SystemError) -> End {
    let settings = Foreground.settings
    let file = try input.map { text throws(SystemError) in try TextFile(text) }
    let child = try ChildProcess(command, in: .foreground, input: file?.descriptor)
    child.takeForeground()
    defer { Foreground.take(settings: settings) }
    while true {
      switch child.takeChange(isWaiting: signals == nil) {
      case .ended(let status): return .ended(status)
      case .stopped: stop(child, settings)
      case nil:
        for signal in awaitSignals() {
          if signal == .stop { stop(child, settings) }
          guard case .terminate(let number) = signal else { continue }
          // A Ctrl-C that came before the child had the keys was meant for it.
          guard number != SIGINT else {
            child.send(SIGINT)
            continue
          }
          end(child)
          return .interrupted(number)
        }
      }
    }
  }

  /// Says something and waits for Enter or a key that leaves; nil, or the signal that asks this
  /// program to end.
  func waitForEnter(saying words: String) -> Int32? {
    let settings = Foreground.settings
    defer { Foreground.take(settings: settings) }
    var keys = settings
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    // What was typed while the program ran was not meant for this, what follows the words is.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &keys)
    // Nobody is left to read it where the terminal is gone.
    guard TerminalOutput.send(words) else { return nil }
    while true {
      for case .terminate(let number) in awaitSignals(or: STDIN_FILENO) { return number }
      guard [STDIN_FILENO].ready().contains(STDIN_FILENO) else { continue }
      var byte: UInt8 = 0
      guard read(STDIN_FILENO, &byte, 1) == 1, !Self.leaving.contains(byte) else { return nil }
    }
  }

  private func stop(_ child: ChildProcess, _ settings: termios) {
    Foreground.take(settings: settings)
    signals?.stop()
    child.takeForeground()
  }

  private func end(_ child: ChildProcess) {
    child.send(SIGTERM)
    child.send(SIGCONT)
    guard child.wait(upTo: Self.patience) == nil else { return }
    child.send(SIGKILL)
    _ = child.wait()
  }

  /// Sleeps until a signal has come, or something can be read.
  private func awaitSignals(or descriptor: Int32 = -1) -> [Signal] {
    guard signals != nil || descriptor >= 0 else { return [] }
    var waiting = [signals?.descriptor ?? -1, descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    _ = poll(&waiting, nfds_t(waiting.count), -1)
    return signals?.take() ?? []
  }
}
