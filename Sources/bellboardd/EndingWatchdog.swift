import Dispatch
import Foundation
import Logging

/// Ends the process when it does not end by itself after a signal.
///
/// The orderly end needs the threads of Swift's tasks, which costly work may occupy. What was
/// acknowledged is on disk; programs that were started are ended by the orphan guard.
struct EndingWatchdog {
  /// Time from the signal to the end, in seconds; units of systemd allow ten.
  static let grace = 5.0

  private let sources: [any DispatchSourceSignal]

  /// Starts watching for signals.
  ///
  /// - Parameters:
  ///   - signals: The signals that ask the process to end.
  ///   - grace: Seconds from the first of them to the end.
  ///   - end: Ends the process, on a thread of its own.
  init(
    _ signals: [Int32], grace: Double = grace, end: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "ending", qos: .userInitiated)
    sources = signals.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: grace)
          end()
        }
      }
      source.resume()
      return source
    }
  }

  /// Stops watching.
  func stop() {
    sources.forEach { $0.cancel() }
  }

  /// Writes the last log line and ends the process at once.
  static func endProcess(logging log: Logger) {
    log.error("did not end within \(Int(grace)) s, so it is ended now")
    LogOutput.standard.finish(within: 0.3)
    _exit(EXIT_FAILURE)
  }
}
