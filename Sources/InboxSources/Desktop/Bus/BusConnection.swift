import CDBus
import Foundation
import InboxSystem
import InboxText

/// A connection to a message bus, used by the one thread that made it.
///
/// The thread waits for the descriptors that libdbus watches, so an idle bus uses no CPU time.
final class BusConnection {
  private let pointer: OpaquePointer
  private let watches: BusWatches
  private let mailbox: BusMailbox
  /// Messages received while a call awaited its reply.
  private var early: [BusMessage] = []
  /// The connection's unique name.
  private(set) var name = ""

  /// Time limit for a reply in seconds.
  private static let patience = 5.0
  /// Maximum bytes of unhandled messages; beyond that the socket is not read.
  private static let mostWaiting = 8 * 1_024 * 1_024
  /// Maximum messages delivered at once.
  private static let mostMessages = 500

  /// Connects to the bus.
  ///
  /// - Parameters:
  ///   - address: The address of the bus.
  ///   - mailbox: The mailbox that also wakes the thread.
  /// - Throws: ``SourceError``; `CancellationError` when the source is cancelled.
  init(to address: String, waking mailbox: BusMailbox) throws {
    var error = DBusError()
    dbus_error_init(&error)
    defer { dbus_error_free(&error) }
    guard let pointer = dbus_connection_open_private(address, &error) else {
      let reason = error.message.map { String(cString: $0).printable() } ?? "no reason is known"
      throw SourceError("the bus \(address.printable()) cannot be reached: \(reason)")
    }
    (self.pointer, self.mailbox) = (pointer, mailbox)
    watches = BusWatches(of: pointer)
    dbus_connection_set_max_received_size(pointer, Self.mostWaiting)
    let answer = try call(.call("Hello", of: .bus))
    name = answer.arguments().first?.text ?? ""
    dbus_bus_set_unique_name(pointer, name)
  }

  deinit {
    watches.end()
    dbus_connection_close(pointer)
    dbus_connection_unref(pointer)
  }

  /// Queues a message for sending.
  func send(_ message: BusMessage) {
    dbus_connection_send(pointer, message.pointer, nil)
  }

  /// Sends a call and waits for its reply.
  ///
  /// - Throws: ``BusRefusal`` for an error reply; ``SourceError``, `CancellationError`.
  @discardableResult
  func call(_ message: BusMessage) throws -> BusMessage {
    var serial: UInt32 = 0
    dbus_connection_send(pointer, message.pointer, &serial)
    let end = ContinuousClock.now + .seconds(Self.patience)
    while true {
      var answer: BusMessage?
      while answer == nil, let next = try pop() {
        if next.answeredSerial == serial { answer = next } else { early.append(next) }
      }
      if let answer {
        guard answer.kind == .error else { return answer }
        throw BusRefusal(
          name: answer.errorName ?? "", text: answer.arguments().first?.text ?? "")
      }
      guard .now < end else { throw SourceError("the bus does not answer") }
      try wait(until: end)
    }
  }

  /// The received messages, up to the maximum delivered at once.
  ///
  /// - Throws: ``SourceError`` when the bus has disconnected.
  func messages() throws -> [BusMessage] {
    var messages = early
    early = []
    while messages.count < Self.mostMessages, let next = try pop() { messages.append(next) }
    return messages
  }

  /// Whether there are undelivered messages.
  var hasMessages: Bool {
    !early.isEmpty
      || dbus_connection_get_dispatch_status(pointer) == DBUS_DISPATCH_DATA_REMAINS
  }

  /// Waits for the bus, the mailbox or a deadline.
  ///
  /// - Throws: `CancellationError`.
  func wait(until end: ContinuousClock.Instant?) throws {
    let ready = Descriptors.wait(
      for: watches.interests + [.readable(mailbox.descriptor)],
      atMost: end.map { max(0, ($0 - .now) / .seconds(1)) })
    mailbox.drain()
    if mailbox.isCancelled { throw CancellationError() }
    watches.handle(ready)
  }

  /// The next received message; nil if there is none.
  private func pop() throws -> BusMessage? {
    guard dbus_connection_get_dispatch_status(pointer) == DBUS_DISPATCH_DATA_REMAINS,
      let next = dbus_connection_pop_message(pointer)
    else { return nil }
    let message = BusMessage(adopting: next)
    if message.interface == "org.freedesktop.DBus.Local", message.member == "Disconnected" {
      throw SourceError("the bus has closed the connection")
    }
    return message
  }
}

/// An error reply to a call.
struct BusRefusal: Error, CustomStringConvertible {
  /// The name of the error, such as `org.freedesktop.DBus.Error.AccessDenied`.
  var name: String
  /// The error message of the other side.
  var text: String

  var description: String { "the bus refuses: \((text.isEmpty ? name : text).printable())" }
}

/// The descriptors that libdbus watches, managed on the thread of the connection.
private final class BusWatches {
  private let connection: OpaquePointer
  private var watches: [OpaquePointer] = []

  init(of connection: OpaquePointer) {
    self.connection = connection
    let context = Unmanaged.passUnretained(self).toOpaque()
    dbus_connection_set_watch_functions(
      connection,
      { watch, context in
        if let watch, let context {
          Unmanaged<BusWatches>.fromOpaque(context).takeUnretainedValue().watches.append(watch)
        }
        return 1
      },
      { watch, context in
        guard let watch, let context else { return }
        Unmanaged<BusWatches>.fromOpaque(context).takeUnretainedValue().watches
          .removeAll { $0 == watch }
      }, nil, context, nil)
  }

  /// Unregisters from libdbus.
  func end() {
    dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
    watches = []
  }

  /// The current interests to wait for.
  var interests: [Descriptors.Interest] {
    enabled.flatMap { watch -> [Descriptors.Interest] in
      let descriptor = dbus_watch_get_unix_fd(watch)
      let flags = dbus_watch_get_flags(watch)
      return (flags & DBUS_WATCH_READABLE.rawValue != 0 ? [.readable(descriptor)] : [])
        + (flags & DBUS_WATCH_WRITABLE.rawValue != 0 ? [.writable(descriptor)] : [])
    }
  }

  /// Lets libdbus read and write ready descriptors, without blocking.
  func handle(_ ready: Descriptors.Ready) {
    for watch in enabled where ready.all.contains(dbus_watch_get_unix_fd(watch)) {
      guard watches.contains(watch) else { continue }
      dbus_watch_handle(watch, dbus_watch_get_flags(watch))
    }
  }

  private var enabled: [OpaquePointer] { watches.filter { dbus_watch_get_enabled($0) != 0 } }
}
