import CNcurses
import Foundation
import InboxSystem
import InboxUI

/// Runs programs in the foreground of the terminal while the screen is suspended.
struct ForegroundRun {
  /// The exit status of a program.
  enum End {
    case ended(ExitStatus)
    /// A signal that terminates this program; its number.
    case interrupted(Int32)
  }

  /// Timeout in seconds for a program to exit after a signal.
  private static let timeout = 2.0
  /// Enter, Ctrl-C, Ctrl-D, Esc and q.
  private static let leavingKeys: Set<UInt8> = [10, 13, 3, 4, 27, UInt8(ascii: "q")]

  /// Nil where a host handles the signals; then only the child is waited for.
  let signals: SignalSource?

  /// Runs the programs of a plan in order, until one of them fails.
  ///
  /// - Returns: The result, and the number of the signal that terminates this program.
  func run(_ plan: LaunchPlan) -> (result: HostResult, signal: Int32?) {
    for command in plan.commands {
      do throws(SystemError) {
        switch try run(command, of: plan) {
        case .interrupted(let number): return (.done, number)
        case .ended(let status):
          let message = plan.message(for: status, of: command)
          let failure = status.isSuccess ? "" : message + ". "
          if plan.pauses || !status.isSuccess, let number = pause(after: failure) {
            return (.done, number)
          }
          guard status.isSuccess else { return (plan.result(for: status, of: command), nil) }
        }
      } catch {
        return (plan.result(for: error, of: command), nil)
      }
    }
    return (plan.note.map(HostResult.noted) ?? .done, nil)
  }

  /// Runs one program, which receives all keys, Ctrl-C too.
  ///
  /// Ctrl-Z stops it and this program, as a shell does with a pipeline; both resume together.
  ///
  /// - Throws: ``SystemError`` when it did not start.
  private func run(_ command: [String], of plan: LaunchPlan) throws(SystemError) -> End {
    let settings = Foreground.settings
    let file = try plan.input.map { text throws(SystemError) in try UnnamedFile(text) }
    let streams = file.map { [STDIN_FILENO: $0.descriptor] } ?? [:]
    let inherited = ProcessInfo.processInfo.environment
    let child = try ChildProcess(
      command, in: .foreground, replacing: streams,
      environment: plan.variables.isEmpty
        ? nil : inherited.merging(plan.variables) { $1 })
    child.takeForeground()
    defer { Foreground.take(settings: settings) }
    while true {
      switch child.takeChange(isWaiting: signals == nil) {
      case .ended(let status): return .ended(status)
      case .stopped: stop(child, settings)
      case nil: if let number = handleSignals(child, settings) { return .interrupted(number) }
      }
    }
  }

  /// Waits for the child to exit; returns the signal that terminates this program, if any.
  private func handleSignals(_ child: ChildProcess, _ settings: termios) -> Int32? {
    for number in awaitSignals().signals {
      switch number {
      case SIGTSTP: stop(child, settings)
      // A Ctrl-C from before the child had the terminal was meant for the child.
      case SIGINT: child.send(SIGINT)
      case _ where SignalSource.requestsEnd(number):
        child.send(SIGTERM)
        child.send(SIGCONT)
        _ = child.wait(killingAfter: Self.timeout)
        return number
      default: break
      }
    }
    return nil
  }

  /// Waits for a key, so that the program's output can be read.
  ///
  /// - Returns: The signal that ends the wait; nil for a key.
  private func pause(after failure: String) -> Int32? {
    let settings = Foreground.settings
    defer {
      Foreground.take(settings: settings)
      try? Descriptors.write("\n".utf8, to: STDOUT_FILENO)
    }
    var keys = settings
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    // Keys that were typed while the program ran are dropped; those after the prompt count.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &keys)
    // Where the terminal is gone, nobody is left to press Enter.
    let words = "\n\(failure)Press Enter to continue."
    do { try Descriptors.write(words.utf8, to: STDOUT_FILENO) } catch { return nil }
    while true {
      let (numbers, hasKey) = awaitSignals(or: STDIN_FILENO)
      if let number = numbers.first(where: SignalSource.requestsEnd) { return number }
      guard hasKey else { continue }
      var byte: UInt8 = 0
      let isKey = read(STDIN_FILENO, &byte, 1) == 1
      guard isKey, !Self.leavingKeys.contains(byte) else { return nil }
    }
  }

  private func stop(_ child: ChildProcess, _ settings: termios) {
    Foreground.take(settings: settings)
    signals?.stopProcess()
    child.takeForeground()
  }

  /// Waits until a signal arrives or a descriptor is readable.
  private func awaitSignals(or descriptor: Int32 = -1) -> (signals: [Int32], hasInput: Bool) {
    guard signals != nil || descriptor >= 0 else { return ([], false) }
    let interests = [signals?.descriptor ?? -1, descriptor].map(Descriptors.Interest.readable)
    let ready = Descriptors.wait(for: interests, atMost: nil)
    return (signals?.take() ?? [], ready.all.contains(descriptor))
  }
}
