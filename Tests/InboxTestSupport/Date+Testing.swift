package import Foundation

extension Date {
  /// The moment at which tests happen: 2026-01-31 12:00 UTC.
  package static let testing = Date(timeIntervalSince1970: 1_769_860_800)

  /// So many seconds after the moment at which tests happen.
  package static func testing(_ seconds: Double) -> Date {
    testing.addingTimeInterval(seconds)
  }
}
