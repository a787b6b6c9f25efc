import Foundation

/// A number of bytes as people read it: `980 B`, `4.2 MB`, `12 GB`.
package enum ByteSize {
  private static let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]

  /// The words for a number of bytes, in steps of 1000.
  package static func text(_ bytes: Int64) -> String {
    var value = Double(max(bytes, 0))
    var unit = 0
    while value >= 999.5, unit < units.count - 1 {
      value /= 1_000
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    let isShort = unit > 0 && tenths < 100
    let amount = isShort ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    return "\(amount) \(units[unit])"
  }
}
