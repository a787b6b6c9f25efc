import Foundation
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
    let (outcomes, outcome) = AsyncStream.makeStream(of: Swift.Result<Value, any Error>.self)
    let task = Task {
      do {
        outcome.yield(.success(try await work()))
      } catch {
        outcome.yield(.failure(error))
      }
    }
    let descriptor = signals.descriptor
    Thread.detachNewThread {
      let interests: [Descriptors.Interest] = [.readable(descriptor), .readable(end.reading)]
      while Descriptors.wait(for: interests, atMost: nil).all.isEmpty {}
      outcome.finish()
    }
    let first = await outcomes.first { _ in true }
    if let number = signals.take().first {
      task.cancel()
      throw EndedBySignal(number: number)
    }
    guard let first else { throw CancellationError() }
    return try first.get()
  }
}
