/// Work that is given up without waiting for its end, because a server may never answer.
package enum UnawaitedWork {
  /// Runs work until it ends, or until something else does.
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - end: Returns when the work is to be given up.
  /// - Returns: The result; nil if the work was given up: it is cancelled, but may still go on.
  /// - Throws: `CancellationError`, and what `work` throws.
  package static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value,
    until end: @escaping @Sendable () async throws -> Void
  ) async throws -> Value? {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
    let working = Task { try await work() }
    Task { outcome.yield(await working.result) }
    let ending = Task {
      try await end()
      outcome.finish()
    }
    defer {
      working.cancel()
      ending.cancel()
    }
    // The iteration ends also when this task is cancelled.
    let first = await outcomes.first { _ in true }
    try Task.checkCancellation()
    return try first?.get()
  }
}
