/// Formats and parses sizes in bytes: `980 B`, `4.2 MB`, `12 GB`.
package enum ByteSize {
  private static let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]

  /// Formats a number of bytes with decimal units (1 kB is 1000 B).
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

  /// Parses a size with a decimal unit (`15 MB`) or a binary one (`15 MiB`, `15M`).
  ///
  /// - Parameter text: A whole number and a unit in upper or lower case; without a unit, bytes.
  /// - Returns: The number of bytes; nil for other texts and on overflow.
  package static func bytes(_ text: String) -> Int? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    guard let number = Int(digits) else { return nil }
    let names = Array("kmgt")
    guard let first = unit.first, let power = names.firstIndex(of: first) else {
      return ["", "b"].contains(unit) ? number : nil
    }
    let steps = ["b": 1_000, "": 1_024, "ib": 1_024]
    guard let step = steps[String(unit.dropFirst())] else { return nil }
    return (0...power).reduce(number as Int?) { bytes, _ in
      bytes.flatMap { bytes in
        let (product, overflows) = bytes.multipliedReportingOverflow(by: step)
        return overflows ? nil : product
      }
    }
  }

  /// Formats a number of bytes for a setting, with binary units and without rounding.
  package static func setting(_ bytes: Int) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"]
    var (value, unit) = (bytes, "B")
    for next in units where value > 0 && value.isMultiple(of: 1_024) {
      (value, unit) = (value / 1_024, next)
    }
    return "\(value) \(unit)"
  }
}
