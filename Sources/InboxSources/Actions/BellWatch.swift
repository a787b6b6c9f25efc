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
      let bell = "\(folder)/\(Inbox.bellName)"
      // A watch of the writes in the folder would wake for each page that a commit writes.
      var (folderWatch, bellWatch) = (
        events?.watch(folder, withWrites: false), events?.watch(file: bell)
      )
      // What was committed before the watch began.
      rung()
      while true {
        let ready = Descriptors.wait(
          for: [.readable(events?.fileDescriptor ?? -1), .readable(wake.reading)],
          atMost: folderWatch == nil ? Self.pause : nil)
        guard !ready.all.contains(wake.reading) else { return }
        var isRung = folderWatch == nil
        events?.drain { event in
          switch event.watch {
          case folderWatch where event.kind == .gone: folderWatch = nil
          case folderWatch where event.name == Inbox.bellName:
            // Another file is the bell, or none.
            isRung = true
            bellWatch.map { events?.leave($0) }
            bellWatch = nil
          case bellWatch:
            isRung = true
            if event.kind == .gone { bellWatch = nil }
          default: isRung = isRung || event.kind == .lost
          }
        }
        folderWatch = folderWatch ?? events?.watch(folder, withWrites: false)
        bellWatch = bellWatch ?? events?.watch(file: bell)
        if isRung { rung() }
      }
    }
  }

  /// Ends the thread.
  func end() { wake?.wake() }
}
