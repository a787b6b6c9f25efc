package import Foundation

/// An inbox of notifications: pushes, reads, changes and observes messages.
///
/// The value is a handle; copies refer to the same inbox. It may be used from any thread.
///
/// A synchronous write waits while another process writes, up to the `busyTimeout` of its
/// ``InboxConfiguration``; a synchronous read may wait for its file. In tasks, `await` the same
/// calls: they run on queues of the inbox and block no thread of the cooperative pool.
public struct Inbox: Sendable {
  let store: InboxStore
  let broadcast: ChangeBroadcast
  /// A fixed time in place of the clock; nil uses the configuration's clock.
  private var moment: Date?

  init(store: InboxStore) {
    self.store = store
    broadcast = ChangeBroadcast(of: store)
  }

  /// Opens the inbox in a folder, creating it if it does not exist.
  ///
  /// - Parameters:
  ///   - folder: Path of the inbox's own folder; created with permissions 0700.
  ///   - configuration: Limits, durability, clock and defaults.
  /// - Returns: The open inbox.
  /// - Throws: ``InboxError``.
  public static func open(
    folder: String, configuration: InboxConfiguration = .init()
  ) throws -> Inbox {
    Inbox(store: try InboxStore.open(folder: folder, configuration: configuration))
  }

  /// Creates an inbox in memory that lives as long as its value, for tests and previews.
  ///
  /// - Parameter configuration: Limits, durability, clock and defaults.
  /// - Returns: An empty inbox.
  /// - Throws: ``InboxError``.
  public static func inMemory(configuration: InboxConfiguration = .init()) throws -> Inbox {
    Inbox(store: try InboxStore.inMemory(configuration: configuration, bell: MemoryBell()))
  }

  /// Name of the database within an inbox's folder.
  package static let fileName = "inbox.sqlite"

  /// Path of the database file; nil in memory.
  public var path: String? { store.path }

  /// The current time, at which lists are read and writes are dated.
  package var now: Date { moment ?? store.configuration.now() }

  /// The same inbox at a fixed time, for several reads that belong together.
  package func at(_ moment: Date) -> Inbox {
    var inbox = self
    inbox.moment = moment
    return inbox
  }

  /// The configuration, such as its ``InboxConfiguration/maximumCount``.
  public var configuration: InboxConfiguration { store.configuration }

  /// Replaces the configuration; a smaller maximum applies from the next push on.
  ///
  /// ```swift
  /// var configuration = inbox.configuration
  /// configuration.maximumCount = 1_000
  /// inbox.update(configuration: configuration)
  /// ```
  public func update(configuration: InboxConfiguration) {
    store.update(configuration: configuration)
  }

  /// Reopens the inbox if another one has replaced it at the same path.
  ///
  /// Pushes need no such call. While there is none at the path, the old one stays in use.
  ///
  /// - Throws: ``InboxError``.
  package func reconnectIfReplaced() throws {
    _ = try store.reopen()
  }

  /// Interrupts running reads, which then throw; writes continue.
  package func interruptReading() {
    store.interruptReading()
  }

  /// Ends all observations, truncates the write-ahead log and closes the inbox; later calls throw.
  ///
  /// - Throws: ``InboxError``.
  public func close() throws {
    broadcast.stop()
    try store.close()
  }

  /// Closes the inbox at the exit of the process, without tearing down its connections.
  ///
  /// - Throws: ``InboxError``.
  package func closeAtEnd() throws {
    broadcast.stop()
    try store.close(atEnd: true)
  }
}
