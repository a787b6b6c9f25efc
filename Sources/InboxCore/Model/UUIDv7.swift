import InboxText
package import Foundation

/// Time-ordered identifiers, RFC 9562 version 7.
package enum UUIDv7 {
  /// A new identifier whose first 48 bits are the milliseconds of `date`, in lower case.
  package static func string(at date: Date) -> String {
    let milliseconds = UInt64(max(0, date.timeIntervalSince1970 * 1_000))
    let random = UInt64.random(in: .min ... .max)
    let high = (milliseconds << 16) | 0x7000 | (random & 0x0FFF)
    let low = 0x8000_0000_0000_0000 | (UInt64.random(in: .min ... .max) >> 2)
    return String(unsafeUninitializedCapacity: 36) { buffer in
      var place = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          buffer[place] = UInt8(ascii: "-")
          place += 1
        }
        let half = digit < 16 ? high : low
        let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - digit % 16 * 4)) & 0xF
        buffer[place] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
        place += 1
      }
      return place
    }
  }
}
