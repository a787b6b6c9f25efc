package import Foundation

/// An inbox of notifications: the one door to push, read, change and observe messages.
///
/// The value is a handle; copies are the same inbox. It may be used from any thread.
///
/// A synchronous write waits while another process writes, up to the `busyTimeout` of its
/// ``InboxConfiguration``; a synchronous read may wait for its file. In tasks, `await` the same
/// calls: they run on queues of the inbox and block no thread of the cooperative pool.
public struct Inbox: Sendable {
  let store: InboxStore
  let broadcast: ChangeBroadcast
  /// The moment that stands in for the clock; nil asks the configuration's.
  private var moment: Date?

  init(store: InboxStore) {
    self.store = store
    broadcast = ChangeBroadcast(source: .init(store))
  }

  /// Opens the inbox that lives in a folder, making it when it is not there.
  ///
  /// - Parameters:
  ///   - folder: Path of the inbox's own folder; made with permissions 0700.
  ///   - configuration: How the inbox behaves.
  /// - Returns: The inbox, opened.
  /// - Throws: ``InboxError``.
  public static func open(
    folder: String, configuration: InboxConfiguration = .init()
  ) throws -> Inbox {
    Inbox(store: try InboxStore.open(folder: folder, configuration: configuration))
  }

  /// Makes an inbox that lives as long as its value, for tests and previews.
  ///
  /// - Parameter configuration: How the inbox behaves.
  /// - Returns: An inbox with nothing in it.
  /// - Throws: ``InboxError``.
  public static func inMemory(configuration: InboxConfiguration = .init()) throws -> Inbox {
    Inbox(store: try InboxStore.inMemory(configuration: configuration, bell: MemoryBell()))
  }

  /// Name of the database within an inbox's folder.
  package static let fileName = "inbox.sqlite"

  /// Path of the database file; nil in memory.
  public var path: String? { store.path }

  /// What the clock says: the moment that decides what is in the list and dates every write.
  package var now: Date { moment ?? store.configuration.now() }

  /// The same inbox at one moment, for several questions that belong to it.
  package func at(_ moment: Date) -> Inbox {
    var inbox = self
    inbox.moment = moment
    return inbox
  }

  /// Replaces the configuration.
  public func update(configuration: InboxConfiguration) {
    store.update(configuration: configuration)
  }

  /// Reads and acts from now on in the inbox that has taken the place of the one that was opened.
  ///
  /// Pushes need no such call. While there is none at the path, the old one goes on.
  ///
  /// - Throws: ``InboxError``.
  package func reconnectIfReplaced() throws {
    _ = try store.reopen()
  }

  /// Interrupts the reads in progress, which then throw; writes go on.
  package func interruptReading() {
    store.interruptReading()
  }

  /// Ends all observations, closes the inbox and leaves a short file; using it afterwards throws.
  ///
  /// - Throws: ``InboxError``.
  public func close() throws {
    broadcast.stop()
    try store.close()
  }

  /// Closes the inbox of a process that ends, which need not take its connections apart.
  ///
  /// - Throws: ``InboxError``.
  package func closeAtEnd() throws {
    broadcast.stop()
    try store.close(atEnd: true)
  }
}
