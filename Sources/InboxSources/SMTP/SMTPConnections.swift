import NIOCore
import Synchronization

/// The connections of a listener.
///
/// State: those that are open. Guard: the mutex, because connections are served by several threads.
final class SMTPConnections: Sendable {
  private let open = Mutex<[ObjectIdentifier: any Channel]>([:])
  private let most: Int

  init(atMost most: Int) { self.most = most }

  /// Takes a connection in, until it closes; false when there are as many as there may be.
  func add(_ channel: any Channel) -> Bool {
    let key = ObjectIdentifier(channel)
    let isTaken = open.withLock { open in
      guard open.count < most else { return false }
      open[key] = channel
      return true
    }
    if isTaken { channel.closeFuture.whenComplete { _ in self.open.withLock { $0[key] = nil } } }
    return isTaken
  }

  /// Ends all, and waits for it; those that are not gone after the grace are cut.
  func end(within grace: Duration) async {
    let channels = open.withLock { Array($0.values) }
    for channel in channels {
      channel.pipeline.fireUserInboundEventTriggered(SMTPHandler.Ending.now)
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for channel in channels { try? await channel.closeFuture.get() }
      }
      group.addTask {
        try? await Task.sleep(for: grace)
        for channel in channels { channel.close(promise: nil) }
      }
      await group.next()
      group.cancelAll()
    }
  }
}
