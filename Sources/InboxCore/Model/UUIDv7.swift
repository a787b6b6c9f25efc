package import Foundation

/// Time-ordered identifiers, RFC 9562 version 7.
package enum UUIDv7 {
  /// A new identifier whose first 48 bits are the milliseconds of `date`, in lower case.
  package static func string(at date: Date) -> String {
    let milliseconds = UInt64(max(0, date.timeIntervalSince1970 * 1_000))
    // A random one is of version 4, with the same variant.
    var bytes = UUID().uuid
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for (index, shift) in stride(from: 40, through: 0, by: -8).enumerated() {
        bytes[index] = UInt8(truncatingIfNeeded: milliseconds >> UInt64(shift))
      }
      bytes[6] = bytes[6] & 0x0F | 0x70
    }
    return UUID(uuid: bytes).uuidString.lowercased()
  }
}
