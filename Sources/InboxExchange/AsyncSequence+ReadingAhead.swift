extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Calls a closure with each element after a change, while the next element is read and changed.
  ///
  /// One element is ahead, not more, so that no more than two are in memory.
  ///
  /// - Parameters:
  ///   - transform: Changes an element.
  ///   - body: Called with one element after the other.
  /// - Throws: What the sequence and `body` throw; `CancellationError`.
  func readingAhead<Changed: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Changed,
    _ body: (Changed) async throws -> Void
  ) async throws {
    let (elements, element) = AsyncThrowingStream.makeStream(of: Changed.self)
    let (permissions, permission) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        do {
          var permitted = permissions.makeAsyncIterator()
          for try await next in self {
            element.yield(transform(next))
            // Nil once nobody uses the elements any more.
            guard await permitted.next() != nil else { break }
          }
          element.finish()
        } catch {
          element.finish(throwing: error)
        }
      }
      for try await next in elements {
        permission.yield()
        try await body(next)
      }
      try Task.checkCancellation()
    }
  }
}
