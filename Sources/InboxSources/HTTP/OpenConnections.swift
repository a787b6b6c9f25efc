import Foundation
import InboxSystem
import NIOCore
import Synchronization

/// The number of open connections and its limit, for one listener or for all.
///
/// State: the connections, the limit, and the actions that wait for room. Guard: the mutex, because
/// connections end on several threads.
final class OpenConnections: Sendable {
  private struct State {
    var most: Int
    var waiting: [@Sendable () -> Void] = []
    /// The open connections.
    var channels: Set<ObjectIdentifier> = []
  }

  /// The connections of all listeners, limited by the open-file limit less a reserve.
  static let all = OpenConnections(most: mostOfProcess())

  private let state: Mutex<State>
  private let parent: OpenConnections?

  init(most: Int, within parent: OpenConnections? = nil) {
    state = Mutex(State(most: most))
    self.parent = parent
  }

  /// The limit.
  var most: Int {
    get { state.withLock { $0.most } }
    set {
      state.withLock { $0.most = newValue }
      root.wake()
    }
  }

  /// Whether the limit is reached.
  var isFull: Bool {
    state.withLock { $0.channels.count >= $0.most } || parent?.isFull ?? false
  }

  /// Counts a connection until it is closed, which runs the actions that wait for room; counting it
  /// again has no effect.
  func count(_ channel: any Channel) {
    let identity = ObjectIdentifier(channel)
    guard state.withLock({ $0.channels.insert(identity).inserted }) else { return }
    channel.closeFuture.whenComplete { _ in
      self.state.withLock { _ = $0.channels.remove(identity) }
      if self.parent == nil { self.wake() }
    }
    // Last, so that there is room here, too, when the actions run that wait for it.
    parent?.count(channel)
  }

  /// Runs an action once when there may be room again.
  func whenRoom(_ action: @escaping @Sendable () -> Void) {
    root.state.withLock { $0.waiting.append(action) }
    // A connection that closed before the append has not woken this action.
    if !isFull { root.wake() }
  }

  /// Warns if the open-file limit allows fewer connections than configured.
  func warn(_ tell: (String) -> Void) {
    guard root.most < most else { return }
    tell(
      "at most \(root.most) of \(most) connections (http.connections) can be open, as the limit on "
        + "open files is \(Descriptors.mostOpen); raise it by 'ulimit -n', or by LimitNOFILE= in the unit"
    )
  }

  private var root: OpenConnections { parent?.root ?? self }

  private func wake() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0() }
  }

  /// Minimum descriptors reserved for the inbox, programs and other servers.
  private static let fewestKept = 40
  /// Maximum descriptors reserved for these.
  private static let mostKept = 256

  private static func mostOfProcess() -> Int {
    let limit = Descriptors.mostOpen
    let kept = min(max(limit / 4, fewestKept), mostKept)
    return max(4, limit - Descriptors.openCount - kept)
  }
}

/// Stops accepting while the limit is reached or the system has no descriptor.
///
/// State: whether it is paused. Guard: the event loop of the socket.
final class AcceptHandler: ChannelDuplexHandler {
  typealias InboundIn = Channel
  typealias InboundOut = Channel
  typealias OutboundIn = Never
  typealias OutboundOut = Never

  private let connections: OpenConnections
  private var isPaused = false
  private var awaitsRoom = false

  /// Pause after the system had no descriptor.
  private static let pause = TimeAmount.milliseconds(200)
  /// Temporary errors, such as a lack of descriptors.
  private static let passing = [EMFILE, ENFILE, ENOBUFS, ENOMEM, ECONNABORTED]

  init(_ connections: OpenConnections) {
    self.connections = connections
  }

  /// Counts at once: many more may be accepted before a connection is set up.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connections.count(unwrapInboundIn(data))
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    guard !isPaused, !awaitsRoom else { return }
    guard connections.isFull else { return context.read() }
    awaitsRoom = true
    let own = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    connections.whenRoom {
      own.eventLoop.execute {
        own.value.handler.awaitsRoom = false
        own.value.handler.read(context: own.value.context)
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let code = (error as? IOError)?.errnoCode, Self.passing.contains(code) else {
      return context.fireErrorCaught(error)
    }
    guard !isPaused else { return }
    // The pending connection stays ready; without a pause it would fail again.
    isPaused = true
    let own = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: Self.pause) {
      own.value.handler.isPaused = false
      own.value.handler.read(context: own.value.context)
    }
  }
}
