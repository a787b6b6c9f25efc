import Foundation
import InboxSettings
import InboxSystem

/// Tells when the configuration or the mutes were saved, from a thread of its own that sleeps meanwhile.
final class ConfigurationWatch: Sendable {
  private let wake: WakePipe

  /// Begins to watch; nil when the system gives no watch.
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
    // What is saved from here on is told.
    isWatching.wait()
  }

  /// Ends the thread.
  func end() {
    wake.wake()
  }
}
