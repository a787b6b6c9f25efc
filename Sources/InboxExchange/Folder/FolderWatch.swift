import Dispatch
import InboxSystem

/// Waits for changes of the files in a folder.
final class FolderWatch {
  /// Seconds between two looks at a folder whose changes the system does not report.
  private static let interval = 10.0

  private let changes: AsyncStream<Void>
  private let events: (any DispatchSourceRead)?
  private let timer: (any DispatchSourceTimer)?

  /// Begins to watch.
  init(_ path: String) {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.changes = changes
    let queue = DispatchQueue(label: "exchange folder")
    events = Self.events(of: path, on: queue) { change.yield() }
    timer =
      events == nil || Self.isRemote(path) ? DispatchSource.makeTimerSource(queue: queue) : nil
    timer?.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
    timer?.setEventHandler { change.yield() }
    timer?.resume()
  }

  deinit {
    events?.cancel()
    timer?.cancel()
  }

  /// Waits for the next change, or for the time of the next look.
  ///
  /// - Throws: `CancellationError`.
  func change() async throws {
    for await _ in changes { break }
    try Task.checkCancellation()
  }

  /// The file events of a folder; nil if the system gives none.
  private static func events(
    of path: String, on queue: DispatchQueue, changed: @escaping @Sendable () -> Void
  ) -> (any DispatchSourceRead)? {
    guard let events = FileEvents(), events.watch(path, withWrites: true) != nil else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: events.fileDescriptor, queue: queue)
    // Only the handler uses the events; they are closed with it.
    nonisolated(unsafe) let handled = events
    source.setEventHandler {
      handled.drain { _ in }
      changed()
    }
    source.resume()
    return source
  }

  private static func isRemote(_ path: String) -> Bool {
    #if os(Linux)
      MountTable.current.networkFileSystem(at: path) != nil
    #else
      true
    #endif
  }
}
