import Foundation
import InboxSystem
import Synchronization

/// Observes saves of the configuration, and of files that it names, on a dedicated thread.
///
/// State: the watch of the files. Guard: the mutex. Reason: the paths change with the
/// configuration, while the thread takes events. Neither waits for the other, as
/// the system queues the events of new paths.
package final class ConfigurationWatch: Sendable {
  private let wake: WakePipe
  private let files: Mutex<SettingsWatch>

  /// Starts watching; nil if the system cannot provide a watch.
  ///
  /// Saves after the initializer returns are reported.
  ///
  /// - Parameters:
  ///   - paths: The files, which need not exist.
  ///   - changed: Called on the thread after each save.
  package init?(paths: [String], changed: @escaping @Sendable () -> Void) {
    guard let wake = try? WakePipe() else { return nil }
    let watch = SettingsWatch(paths: paths)
    let events = watch.fileDescriptor
    self.wake = wake
    files = Mutex(watch)
    Thread.detachNewThread { [self] in
      while true {
        let ready = Descriptors.wait(
          for: [.readable(events), .readable(wake.reading)], atMost: nil)
        guard !ready.all.contains(wake.reading) else { return }
        if files.withLock({ $0.take() }) { changed() }
      }
    }
  }

  /// Watches these files, which need not exist, instead of the previous ones.
  ///
  /// Saves after the method returns are reported, but none after ``end()``.
  package func watch(_ paths: [String]) {
    files.withLock { $0.paths = paths }
  }

  /// Ends the thread.
  package func end() {
    wake.wake()
  }
}
