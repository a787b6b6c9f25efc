import Foundation
import InboxExchange
import InboxSystem

/// The signals that ask a command of this program to end during asynchronous work.
enum EndingSignals {
  /// Runs work that a signal interrupts, such as that of Ctrl-C.
  ///
  /// Interrupted work is cancelled but not awaited, as a server may never answer. Before and after
  /// the work, a signal ends the program at once.
  ///
  /// - Parameter work: The work.
  /// - Returns: Its result.
  /// - Throws: `EndedBySignal` after a signal, `SystemError`, and what `work` throws.
  static func interrupting<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let signals = try SignalSource.ending()
    let end = try WakePipe()
    defer { end.wake() }
    let descriptor = signals.descriptor
    let value = try await UnawaitedWork.run(work) {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let interests: [Descriptors.Interest] = [.readable(descriptor), .readable(end.reading)]
          while Descriptors.wait(for: interests, atMost: nil).all.isEmpty {}
          continuation.resume()
        }
      }
    }
    if let number = signals.take().first { throw EndedBySignal(number: number) }
    guard let value else { throw CancellationError() }
    return value
  }
}
