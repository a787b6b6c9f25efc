import CDBus

/// Writes the arguments of a message.
enum BusWriter {
  /// Appends values to a message.
  static func write(_ values: [BusArgument], to message: OpaquePointer) {
    var iterator = DBusMessageIter()
    dbus_message_iter_init_append(message, &iterator)
    for value in values { write(value, at: &iterator) }
  }

  private static func write(_ value: BusArgument, at iterator: inout DBusMessageIter) {
    switch value {
    case .text(let text): write(text, at: &iterator)
    case .unsigned(let number): write(number, as: "u", at: &iterator)
    case .signed(let number): write(number, as: "i", at: &iterator)
    case .byte(let number): write(number, as: "y", at: &iterator)
    case .boolean(let isTrue): write(isTrue ? 1 : 0 as UInt32, as: "b", at: &iterator)
    case .texts(let texts):
      within(&iterator, "a", "s") { inner in
        for text in texts { write(text, at: &inner) }
      }
    case .variants(let entries):
      within(&iterator, "a", "{sv}") { inner in
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
          within(&inner, "e", nil) { entry in
            write(key, at: &entry)
            within(&entry, "v", signature(of: value)) { write(value, at: &$0) }
          }
        }
      }
    }
  }

  private static func signature(of value: BusArgument) -> String {
    switch value {
    case .text: "s"
    case .unsigned: "u"
    case .signed: "i"
    case .byte: "y"
    case .boolean: "b"
    case .texts: "as"
    case .variants: "a{sv}"
    }
  }

  private static func within(
    _ iterator: inout DBusMessageIter, _ type: Unicode.Scalar, _ signature: String?,
    _ body: (inout DBusMessageIter) -> Void
  ) {
    var inner = DBusMessageIter()
    dbus_message_iter_open_container(&iterator, Int32(type.value), signature, &inner)
    body(&inner)
    dbus_message_iter_close_container(&iterator, &inner)
  }

  /// A text ends at its first zero byte, which the bus cannot carry.
  private static func write(_ text: String, at iterator: inout DBusMessageIter) {
    text.withCString { write(Optional($0), as: "s", at: &iterator) }
  }

  private static func write<Value>(
    _ value: Value, as type: Unicode.Scalar, at iterator: inout DBusMessageIter
  ) {
    var value = value
    _ = withUnsafePointer(to: &value) {
      dbus_message_iter_append_basic(&iterator, Int32(type.value), $0)
    }
  }
}
