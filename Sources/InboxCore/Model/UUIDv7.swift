public import Foundation

/// Time-ordered identifiers, RFC 9562 version 7.
public enum UUIDv7 {
  /// A new identifier whose first 48 bits are the milliseconds of `date`, in lower case.
  public static func string(at date: Date) -> String {
    let milliseconds = UInt64(max(0, date.timeIntervalSince1970 * 1_000))
    let random = UInt64.random(in: .min ... .max)
    let high = (milliseconds << 16) | 0x7000 | (random & 0x0FFF)
    let low = 0x8000_0000_0000_0000 | (UInt64.random(in: .min ... .max) >> 2)
    let digits = hex(high) + hex(low)
    let cuts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return cuts.map { String(digits[$0]) }.joined(separator: "-")
  }

  private static func hex(_ value: UInt64) -> [Character] {
    let text = String(value, radix: 16)
    return Array(String(repeating: "0", count: 16 - text.count) + text)
  }
}
