import Foundation
import InboxCore
import InboxSystem

/// Tells of the commits of all programs by the bell of an inbox, without reading it.
final class BellWatch: Sendable {
  /// Seconds between attempts to watch a folder that is not there.
  private static let pause = 1.0

  private let wake: WakePipe?

  /// Watches the bell in the folder of an inbox, on a thread of its own.
  init(folder: String, rung: @escaping @Sendable () -> Void) {
    let wake = try? WakePipe()
    self.wake = wake
    guard let wake else { return }
    Thread.detachNewThread {
      let events = FileEvents()
      var isWatched = events?.watch(folder, withWrites: false, withEachWrite: true) != nil
      // What was committed before the watch began.
      rung()
      while true {
        let ready = Descriptors.wait(
          for: [.readable(events?.fileDescriptor ?? -1), .readable(wake.reading)],
          atMost: isWatched ? nil : Self.pause)
        guard !ready.all.contains(wake.reading) else { return }
        var isRung = !isWatched
        events?.drain { event in
          if event.kind == .folderGone { isWatched = false }
          isRung = isRung || event.kind == .lost || event.name == Inbox.bellName
        }
        if !isWatched {
          isWatched = events?.watch(folder, withWrites: false, withEachWrite: true) != nil
        }
        if isRung { rung() }
      }
    }
  }

  /// Ends the thread.
  func end() { wake?.wake() }
}
