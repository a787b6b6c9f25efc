import NIOCore
import Synchronization

/// The open connections of a listener.
///
/// State: the channels. Guard: the mutex, because connections are served by several threads.
final class SMTPConnections: Sendable {
  private let open = Mutex<[ObjectIdentifier: any Channel]>([:])
  private let most: Int

  init(atMost most: Int) { self.most = most }

  /// Registers a connection until it closes; false if the limit is reached.
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

  /// Ends all connections and waits; those still open after the grace period are closed.
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
