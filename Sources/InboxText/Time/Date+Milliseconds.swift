package import Foundation

extension Date {
  /// Milliseconds since 1970 as the database has them, the nearest; far-off moments are cut.
  package var milliseconds: Int64 {
    let value = (timeIntervalSince1970 * 1_000).rounded()
    return Int64(min(max(value, -1e17), 1e17))
  }

  /// Makes the moment of a value of the database.
  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
