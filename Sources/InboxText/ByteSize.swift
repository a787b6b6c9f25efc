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

  /// Reads a number of bytes with a unit, in steps of 1000 (`15 MB`) or of 1024 (`15 MiB`, `15M`).
  ///
  /// - Parameter text: A whole number and a unit in letters of either case; without one it is bytes.
  /// - Returns: The number; nil for other texts and for more than fits.
  package static func bytes(_ text: String) -> Int? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    guard let number = Int(digits) else { return nil }
    let names = Array("kmgt")
    guard let first = unit.first, let power = names.firstIndex(of: first) else {
      return ["", "b"].contains(unit) ? number : nil
    }
    let step: Int
    switch unit.dropFirst() {
    case "b": step = 1_000
    case "", "ib": step = 1_024
    default: return nil
    }
    return (0...power).reduce(number as Int?) { bytes, _ in
      bytes.flatMap { bytes in
        let (product, overflows) = bytes.multipliedReportingOverflow(by: step)
        return overflows ? nil : product
      }
    }
  }

  /// A number of bytes as a setting writes it, without a loss.
  package static func setting(_ bytes: Int) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"]
    var (value, unit) = (bytes, "B")
    for next in units where value > 0 && value.isMultiple(of: 1_024) {
      (value, unit) = (value / 1_024, next)
    }
    return "\(value) \(unit)"
  }
}
