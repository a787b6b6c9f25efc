package import Foundation

extension Date {
  /// Milliseconds since 1970, as in the database: rounded, and clamped for extreme dates.
  package var milliseconds: Int64 {
    let value = (timeIntervalSince1970 * 1_000).rounded()
    return Int64(min(max(value, -1e17), 1e17))
  }

  /// Converts a value of the database, in milliseconds since 1970.
  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
