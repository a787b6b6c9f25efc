import CDBus

/// A message of the bus, used by the one thread that made or received it.
final class BusMessage {
  /// The kinds of messages.
  enum Kind {
    case call, answer, error, signal, other
  }

  /// The libdbus message; released with this value.
  let pointer: OpaquePointer

  /// Takes ownership of a libdbus message.
  init(adopting pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    dbus_message_unref(pointer)
  }

  /// Makes a call.
  static func call(_ member: String, of place: BusPlace, _ arguments: [BusArgument] = []) throws
    -> BusMessage
  {
    try made(
      dbus_message_new_method_call(place.name, place.path, place.interface, member), arguments)
  }

  /// Makes a signal of one of our objects.
  static func signal(_ member: String, of place: BusPlace, _ arguments: [BusArgument]) throws
    -> BusMessage
  {
    try made(dbus_message_new_signal(place.path, place.interface, member), arguments)
  }

  /// Makes the reply to this call.
  func answer(_ arguments: [BusArgument] = []) throws -> BusMessage {
    try Self.made(dbus_message_new_method_return(pointer), arguments)
  }

  /// Makes an error reply to this call.
  func refusal(_ name: String, _ text: String) throws -> BusMessage {
    try Self.made(dbus_message_new_error(pointer, name, text), [])
  }

  private static func made(
    _ pointer: OpaquePointer?, _ arguments: [BusArgument]
  ) throws -> BusMessage {
    guard let pointer else { throw SourceError("no memory for a bus message") }
    let message = BusMessage(adopting: pointer)
    BusWriter.write(arguments, to: pointer)
    return message
  }

  /// Its kind.
  var kind: Kind {
    switch dbus_message_get_type(pointer) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL: .call
    case DBUS_MESSAGE_TYPE_METHOD_RETURN: .answer
    case DBUS_MESSAGE_TYPE_ERROR: .error
    case DBUS_MESSAGE_TYPE_SIGNAL: .signal
    default: .other
    }
  }

  /// Its serial number.
  var serial: UInt32 { dbus_message_get_serial(pointer) }

  /// Serial number of the call that it replies to; 0 for none.
  var answeredSerial: UInt32 { dbus_message_get_reply_serial(pointer) }

  /// Unique name of the sender.
  var sender: String? { Self.text(dbus_message_get_sender(pointer)) }

  /// Name of the destination.
  var destination: String? { Self.text(dbus_message_get_destination(pointer)) }

  /// The interface; calls may omit it.
  var interface: String? { Self.text(dbus_message_get_interface(pointer)) }

  /// Name of the method or signal.
  var member: String? { Self.text(dbus_message_get_member(pointer)) }

  /// Name of the error.
  var errorName: String? { Self.text(dbus_message_get_error_name(pointer)) }

  /// The types of the arguments.
  var signature: String { Self.text(dbus_message_get_signature(pointer)) ?? "" }

  /// Whether its sender expects a reply.
  var awaitsAnswer: Bool { dbus_message_get_no_reply(pointer) == 0 }

  /// Its arguments.
  func arguments() -> [BusValue] {
    BusReader.values(of: pointer)
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}

/// An object of the bus and its interface.
struct BusPlace: Sendable, Hashable {
  /// Name of its owner on the bus.
  var name: String
  /// Path of the object.
  var path: String
  /// Name of the interface.
  var interface: String

  /// The bus itself.
  static let bus = BusPlace(
    name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
  /// Monitoring of the bus.
  static let monitoring = BusPlace(
    name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
    interface: "org.freedesktop.DBus.Monitoring")
  /// The notification daemon of a desktop.
  static let notifications = BusPlace(
    name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
    interface: "org.freedesktop.Notifications")
}
