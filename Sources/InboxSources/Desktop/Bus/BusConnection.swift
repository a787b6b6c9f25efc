import CDBus
import Foundation
import InboxSystem
import InboxText

/// A connection to a message bus, used by the one thread that made it.
///
/// The thread sleeps in the project's own wait on what libdbus asks to be watched, so an idle bus
/// costs nothing.
final class BusConnection {
  private let pointer: OpaquePointer
  private let watches: BusWatches
  private let mailbox: BusMailbox
  /// Messages that came while a call awaited its answer.
  private var early: [BusMessage] = []
  /// Name that the bus has given to the connection.
  private(set) var name = ""

  /// Seconds that an answer is awaited.
  private static let patience = 5.0
  /// Most bytes of messages that wait to be handled; beyond that the socket is not read.
  private static let mostWaiting = 8 * 1_024 * 1_024
  /// Most messages that are handed over at once.
  private static let mostMessages = 500

  /// Connects and says hello.
  ///
  /// - Parameters:
  ///   - address: The address of the bus.
  ///   - mailbox: What wakes the thread besides the bus.
  /// - Throws: ``SourceError``; `CancellationError` when the source is ended meanwhile.
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

  /// Sends a message as soon as the bus takes it.
  func send(_ message: BusMessage) {
    dbus_connection_send(pointer, message.pointer, nil)
  }

  /// Sends a call and waits for its answer.
  ///
  /// - Throws: ``BusRefusal`` for an error that was answered; ``SourceError``, `CancellationError`.
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

  /// The messages that have come, as many as are handed over at once.
  ///
  /// - Throws: ``SourceError`` when the bus is gone.
  func messages() throws -> [BusMessage] {
    var messages = early
    early = []
    while messages.count < Self.mostMessages, let next = try pop() { messages.append(next) }
    return messages
  }

  /// Whether messages have come that were not handed over.
  var hasMessages: Bool {
    !early.isEmpty
      || dbus_connection_get_dispatch_status(pointer) == DBUS_DISPATCH_DATA_REMAINS
  }

  /// Waits until the bus or the mailbox has something, or until a moment.
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

  /// The next message that has come; nil when there is none.
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

/// An error that a call was answered with.
struct BusRefusal: Error, CustomStringConvertible {
  /// The name of the error, such as `org.freedesktop.DBus.Error.AccessDenied`.
  var name: String
  /// The words of the other side.
  var text: String

  var description: String { "the bus refuses: \((text.isEmpty ? name : text).printable())" }
}

/// What libdbus wants to have watched, told by it on the thread of the connection.
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

  /// Lets libdbus forget it.
  func end() {
    dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
    watches = []
  }

  /// What is to be waited for now.
  var interests: [Descriptors.Interest] {
    enabled.flatMap { watch -> [Descriptors.Interest] in
      let descriptor = dbus_watch_get_unix_fd(watch)
      let flags = dbus_watch_get_flags(watch)
      return (flags & DBUS_WATCH_READABLE.rawValue != 0 ? [.readable(descriptor)] : [])
        + (flags & DBUS_WATCH_WRITABLE.rawValue != 0 ? [.writable(descriptor)] : [])
    }
  }

  /// Lets libdbus read and write where that is possible; it blocks nowhere.
  func handle(_ ready: Descriptors.Ready) {
    for watch in enabled where ready.all.contains(dbus_watch_get_unix_fd(watch)) {
      guard watches.contains(watch) else { continue }
      dbus_watch_handle(watch, dbus_watch_get_flags(watch))
    }
  }

  private var enabled: [OpaquePointer] { watches.filter { dbus_watch_get_enabled($0) != 0 } }
}
