import CDBus
import InboxText

/// Reads the arguments of a message within limits.
///
/// Types have the letters of the D-Bus specification, such as `s` for a text and `a` for an array.
enum BusReader {
  /// Maximum bytes of an array of bytes, such as the pixels of an image.
  static let mostBytes = 16 * 1_024 * 1_024
  /// Maximum elements of any other array.
  static let mostElements = 1_024

  /// All arguments, in order.
  static func values(of message: OpaquePointer) -> [BusValue] {
    var iterator = DBusMessageIter()
    guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
    return values(at: &iterator)
  }

  /// The values from an iterator on; the bus limits their nesting.
  private static func values(at iterator: inout DBusMessageIter) -> [BusValue] {
    var values: [BusValue] = []
    // Behind the last one the type is 0.
    while dbus_message_iter_get_arg_type(&iterator) != 0, values.count < mostElements {
      values.append(value(at: &iterator))
      dbus_message_iter_next(&iterator)
    }
    return values
  }

  private static func letter(_ type: Int32) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(truncatingIfNeeded: type))
  }

  private static func value(at iterator: inout DBusMessageIter) -> BusValue {
    switch letter(dbus_message_iter_get_arg_type(&iterator)) {
    case "s", "o", "g":
      let pointer = basic(UnsafePointer<CChar>?.none, at: &iterator)
      return .text(pointer.map { StreamSafe.text(String(cString: $0)) } ?? "")
    case "y": return .integer(Int64(basic(UInt8(0), at: &iterator)))
    case "b": return .boolean(basic(UInt32(0), at: &iterator) != 0)
    case "n": return .integer(Int64(basic(Int16(0), at: &iterator)))
    case "q": return .integer(Int64(basic(UInt16(0), at: &iterator)))
    case "i": return .integer(Int64(basic(Int32(0), at: &iterator)))
    case "u": return .integer(Int64(basic(UInt32(0), at: &iterator)))
    case "x": return .integer(basic(Int64(0), at: &iterator))
    case "t":
      let number = basic(UInt64(0), at: &iterator)
      return Int64(exactly: number).map(BusValue.integer) ?? .text("\(number)")
    case "d": return .number(basic(Double(0), at: &iterator))
    case "v":
      var inner = contents(of: &iterator)
      return value(at: &inner)
    case "r":
      var inner = contents(of: &iterator)
      return .structure(values(at: &inner))
    case "a": return array(at: &iterator)
    // A descriptor would be opened by reading it.
    default: return .other
    }
  }

  private static func array(at iterator: inout DBusMessageIter) -> BusValue {
    var inner = contents(of: &iterator)
    switch letter(dbus_message_iter_get_element_type(&iterator)) {
    case "y": return bytes(at: &inner)
    case "e": return dictionary(at: &inner)
    default: return .list(values(at: &inner))
    }
  }

  private static func bytes(at iterator: inout DBusMessageIter) -> BusValue {
    var start: UnsafePointer<UInt8>?
    var count: Int32 = 0
    dbus_message_iter_get_fixed_array(&iterator, &start, &count)
    let size = Int(count)
    guard let start, size <= mostBytes else { return .bytes([], count: size) }
    return .bytes(Array(UnsafeBufferPointer(start: start, count: size)), count: size)
  }

  private static func dictionary(at iterator: inout DBusMessageIter) -> BusValue {
    var entries: [String: BusValue] = [:]
    while letter(dbus_message_iter_get_arg_type(&iterator)) == "e", entries.count < mostElements {
      var inner = contents(of: &iterator)
      let pair = values(at: &inner)
      if pair.count == 2, let key = pair[0].name { entries[key] = pair[1] }
      dbus_message_iter_next(&iterator)
    }
    return .dictionary(entries)
  }

  private static func contents(of iterator: inout DBusMessageIter) -> DBusMessageIter {
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    return inner
  }

  private static func basic<Value>(_ initial: Value, at iterator: inout DBusMessageIter) -> Value {
    var value = initial
    withUnsafeMutablePointer(to: &value) { dbus_message_iter_get_basic(&iterator, $0) }
    return value
  }
}
