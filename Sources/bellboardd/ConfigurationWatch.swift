import Foundation
import InboxSettings
import InboxSystem

/// Observes saves of the configuration and the mutes on a dedicated thread.
final class ConfigurationWatch: Sendable {
  private let wake: WakePipe

  /// Starts watching; nil if the system gives no watch.
  init?(paths: [String], changed: @escaping @Sendable () -> Void) {
    guard let wake = try? WakePipe() else { return nil }
    self.wake = wake
    let isWatching = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let watch = SettingsWatch(paths: paths)
      isWatching.signal()
      while true {
        let ready = Descriptors.wait(
          for: [.readable(watch.fileDescriptor), .readable(wake.reading)], atMost: nil)
        if ready.all.contains(wake.reading) { return }
        if watch.take() { changed() }
      }
    }
    // Saves from here on are reported.
    isWatching.wait()
  }

  /// Ends the thread.
  func end() {
    wake.wake()
  }
}
