import Foundation
import InboxSystem

/// Waits for changes of the files in a folder, on a thread of its own.
final class FolderWatch: Sendable {
  /// Seconds between two looks at a folder whose changes the system does not report.
  private static let interval = 10.0

  private let changes: AsyncStream<Void>
  private let end: WakePipe

  /// Begins to watch; changes from here on are reported.
  ///
  /// - Throws: ``ExchangeError/badFolder(_:)``.
  init(_ path: String) throws(ExchangeError) {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    do {
      end = try WakePipe()
    } catch {
      throw .badFolder("cannot watch \(path): \(error.reason)")
    }
    self.changes = changes
    let isWatching = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [end] in
      let events = FileEvents()
      let isWatched = events?.watch(path, withWrites: true) != nil
      let pause = isWatched && !Self.isRemote(path) ? nil : Self.interval
      isWatching.signal()
      var interests = [Descriptors.Interest.readable(end.reading)]
      if let events, isWatched { interests.append(.readable(events.fileDescriptor)) }
      while true {
        let ready = Descriptors.wait(for: interests, atMost: pause)
        if ready.all.contains(end.reading) { return }
        events?.drain { _ in }
        change.yield()
      }
    }
    isWatching.wait()
  }

  deinit { end.wake() }

  /// Waits for the next change, or for the time of the next look.
  ///
  /// - Throws: `CancellationError`.
  func change() async throws {
    for await _ in changes { break }
    try Task.checkCancellation()
  }

  private static func isRemote(_ path: String) -> Bool {
    #if os(Linux)
      MountTable.current.networkFileSystem(at: path) != nil
    #else
      true
    #endif
  }
}
