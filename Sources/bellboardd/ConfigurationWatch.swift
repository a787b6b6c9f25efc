import Foundation
import InboxSettings
import InboxSystem
import Synchronization

/// Observes saves of the configuration, and of files that it names, on a dedicated thread.
///
/// State: what the thread is asked to do. Guard: the mutex. Reason: the paths change with the
/// configuration, and only the thread may touch its watch.
final class ConfigurationWatch: Sendable {
  private struct Orders: Sendable {
    /// The paths to watch from now on, and what is signaled then; nil for no change.
    var paths: (all: [String], isWatching: DispatchSemaphore)?
    var isEnded = false
  }

  private let wake: WakePipe
  private let orders = Mutex(Orders())

  /// Starts watching; nil if the system gives no watch.
  init?(paths: [String], changed: @escaping @Sendable () -> Void) {
    guard let wake = try? WakePipe() else { return nil }
    self.wake = wake
    let isWatching = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      let watch = SettingsWatch(paths: paths)
      isWatching.signal()
      while true {
        let ready = Descriptors.wait(
          for: [.readable(watch.fileDescriptor), .readable(wake.reading)], atMost: nil)
        if ready.all.contains(wake.reading) {
          guard follow(with: watch) else { return }
        }
        if watch.take() { changed() }
      }
    }
    // Saves from here on are reported.
    isWatching.wait()
  }

  /// Watches other files, which need not exist, in place of those before.
  ///
  /// Saves that come after the return are reported. It must not be called after ``end()``.
  func watch(_ paths: [String]) {
    let isWatching = DispatchSemaphore(value: 0)
    orders.withLock { $0.paths = (paths, isWatching) }
    wake.wake()
    isWatching.wait()
  }

  /// Ends the thread.
  func end() {
    orders.withLock { $0.isEnded = true }
    wake.wake()
  }

  /// Does what was asked for; false at the end.
  private func follow(with watch: SettingsWatch) -> Bool {
    wake.drain()
    let orders = self.orders.withLock { orders in
      defer { orders.paths = nil }
      return orders
    }
    if let (paths, isWatching) = orders.paths {
      watch.paths = paths
      isWatching.signal()
    }
    return !orders.isEnded
  }
}
