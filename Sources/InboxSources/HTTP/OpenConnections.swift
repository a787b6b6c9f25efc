import Foundation
import InboxSystem
import NIOCore
import Synchronization

/// How many connections are open, and how many may be: of one listener, or of all together.
///
/// State: the count, the limit, and who waits for room. Guard: the mutex, because connections end on
/// several threads.
final class OpenConnections: Sendable {
  private struct State {
    var count = 0
    var most: Int
    var waiting: [@Sendable () -> Void] = []
    /// The channels that are counted.
    var channels: Set<ObjectIdentifier> = []
  }

  /// Those of all listeners: as many as files may be opened, less what everything else may need.
  static let all = OpenConnections(most: mostOfProcess())

  private let state: Mutex<State>
  private let parent: OpenConnections?

  init(most: Int, within parent: OpenConnections? = nil) {
    state = Mutex(State(most: most))
    self.parent = parent
  }

  /// How many there may be.
  var most: Int {
    get { state.withLock { $0.most } }
    set {
      state.withLock { $0.most = newValue }
      root.wake()
    }
  }

  /// Whether no more may be opened now.
  var isFull: Bool {
    state.withLock { $0.count >= $0.most } || parent?.isFull ?? false
  }

  /// Counts a connection until it is closed; one that is counted already is not counted twice.
  func count(_ channel: any Channel) {
    let identity = ObjectIdentifier(channel)
    guard state.withLock({ $0.channels.insert(identity).inserted }) else { return }
    opened()
    channel.closeFuture.whenComplete { _ in
      self.state.withLock { _ = $0.channels.remove(identity) }
      self.closed()
    }
  }

  /// Counts one more.
  func opened() {
    state.withLock { $0.count += 1 }
    parent?.opened()
  }

  /// Counts one less, and tells those that wait for room.
  func closed() {
    state.withLock { $0.count -= 1 }
    guard let parent else { return wake() }
    parent.closed()
  }

  /// Does something once, when there may be room again.
  func whenRoom(_ action: @escaping @Sendable () -> Void) {
    root.state.withLock { $0.waiting.append(action) }
    // What was closed meanwhile tells nobody any more.
    if !isFull { root.wake() }
  }

  /// Says if the limit on open files allows fewer than are wanted.
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

  /// Fewest descriptors that are left to the inbox, programs and other servers.
  private static let fewestKept = 40
  /// Most descriptors that are left to these.
  private static let mostKept = 256

  private static func mostOfProcess() -> Int {
    let limit = Descriptors.mostOpen
    let kept = min(max(limit / 4, fewestKept), mostKept)
    return max(4, limit - Descriptors.openCount - kept)
  }
}

/// Accepts no connection while there may be no more, or the system gives no descriptor for one.
///
/// State: whether it waits. Guard: the event loop of the socket.
final class AcceptHandler: ChannelDuplexHandler {
  typealias InboundIn = Channel
  typealias InboundOut = Channel
  typealias OutboundIn = Never
  typealias OutboundOut = Never

  private let connections: OpenConnections
  private var isPaused = false
  private var awaitsRoom = false

  /// How long nothing is accepted after the system had no descriptor.
  private static let pause = TimeAmount.milliseconds(200)
  /// Errors that pass when others close what they have open.
  private static let passing = [EMFILE, ENFILE, ENOBUFS, ENOMEM, ECONNABORTED]

  init(_ connections: OpenConnections) {
    self.connections = connections
  }

  /// Counts at once: by the time that a connection is set up, many more may have been accepted.
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
    // The connection that could not be accepted stays ready: at once it would fail again.
    isPaused = true
    let own = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: Self.pause) {
      own.value.handler.isPaused = false
      own.value.handler.read(context: own.value.context)
    }
  }
}
