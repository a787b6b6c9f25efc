import Foundation
import InboxSystem

/// Waits for changes of the files in a folder and in those beside it, on a thread of its own.
final class FolderWatch: Sendable {
  /// Seconds between two looks: the system does not report what another machine changes in a network
  /// file system, nor that another folder is at the path, as after a mount.
  private static let (remoteInterval, interval) = (10.0, 60.0)

  private let changes: AsyncStream<Void>
  private let end: WakePipe

  /// Begins to watch; changes from here on are reported.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - parent: The folder around it, in which others may appear.
  /// - Throws: ``ExchangeError/badFolder(_:)``.
  init(_ path: String, in parent: String) throws(ExchangeError) {
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
      let parentWatch = Self.watch(parent, by: events)
      let pause = isWatched && !Self.isRemote(path) ? Self.interval : Self.remoteInterval
      isWatching.signal()
      var interests = [Descriptors.Interest.readable(end.reading)]
      if let events, isWatched { interests.append(.readable(events.fileDescriptor)) }
      while true {
        let ready = Descriptors.wait(for: interests, atMost: pause)
        if ready.all.contains(end.reading) { return }
        var hasNewFolders = false
        events?.drain { event in
          if event.watch == parentWatch || event.kind == .lost { hasNewFolders = true }
        }
        // Before the change is told, so that whoever looks then misses no later file.
        if hasNewFolders { _ = Self.watch(parent, by: events) }
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

  /// Watches a folder, and those in it; again where they are watched already.
  ///
  /// - Returns: The id of the folder's watch; nil if there is none.
  private static func watch(_ parent: String, by events: FileEvents?) -> Int32? {
    guard let events else { return nil }
    let watch = events.watch(parent, withWrites: false)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
      _ = events.watch("\(parent)/\(name)", withWrites: true)
    }
    return watch
  }

  private static func isRemote(_ path: String) -> Bool {
    #if os(Linux)
      MountTable.current.networkFileSystem(at: path) != nil
    #else
      true
    #endif
  }
}
