import CDBus

/// A message of the bus, used by the one thread that made or received it.
final class BusMessage {
  /// The kinds of messages.
  enum Kind {
    case call, answer, error, signal, other
  }

  /// The message as libdbus has it; released with this value.
  let pointer: OpaquePointer

  /// Takes over a message of libdbus.
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

  /// Makes a signal of an object of ours.
  static func signal(_ member: String, of place: BusPlace, _ arguments: [BusArgument]) throws
    -> BusMessage
  {
    try made(dbus_message_new_signal(place.path, place.interface, member), arguments)
  }

  /// Makes the answer to this call.
  func answer(_ arguments: [BusArgument] = []) throws -> BusMessage {
    try Self.made(dbus_message_new_method_return(pointer), arguments)
  }

  /// Makes the answer that refuses this call.
  func refusal(_ name: String, _ text: String) throws -> BusMessage {
    try Self.made(dbus_message_new_error(pointer, name, text), [])
  }

  private static func made(
    _ pointer: OpaquePointer?, _ arguments: [BusArgument]
  ) throws -> BusMessage {
    guard let pointer else { throw SourceError("there is no memory for a message of the bus") }
    let message = BusMessage(adopting: pointer)
    BusWriter.write(arguments, to: pointer)
    return message
  }

  /// What kind it is.
  var kind: Kind {
    switch dbus_message_get_type(pointer) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL: .call
    case DBUS_MESSAGE_TYPE_METHOD_RETURN: .answer
    case DBUS_MESSAGE_TYPE_ERROR: .error
    case DBUS_MESSAGE_TYPE_SIGNAL: .signal
    default: .other
    }
  }

  /// Number that its sender gave it.
  var serial: UInt32 { dbus_message_get_serial(pointer) }

  /// Number of the call that it answers; 0 for none.
  var answeredSerial: UInt32 { dbus_message_get_reply_serial(pointer) }

  /// Unique name of who sent it.
  var sender: String? { Self.text(dbus_message_get_sender(pointer)) }

  /// Name of whom it is for.
  var destination: String? { Self.text(dbus_message_get_destination(pointer)) }

  /// The interface that it belongs to; a call may leave it out.
  var interface: String? { Self.text(dbus_message_get_interface(pointer)) }

  /// Name of the method or signal.
  var member: String? { Self.text(dbus_message_get_member(pointer)) }

  /// Name of the error.
  var errorName: String? { Self.text(dbus_message_get_error_name(pointer)) }

  /// The types of its arguments.
  var signature: String { Self.text(dbus_message_get_signature(pointer)) ?? "" }

  /// Whether its sender awaits an answer.
  var awaitsAnswer: Bool { dbus_message_get_no_reply(pointer) == 0 }

  /// Its arguments.
  func arguments() -> [BusValue] {
    BusReader.values(of: pointer)
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}

/// An object of the bus, with the interface by which it is spoken to.
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
