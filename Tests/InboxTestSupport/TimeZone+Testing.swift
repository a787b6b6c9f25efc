package import Foundation

extension TimeZone {
  /// Where the clocks are changed on the last Sundays of March and October.
  package static let berlin = named("Europe/Berlin")
  /// Where the clocks are changed in March and November.
  package static let newYork = named("America/New_York")

  /// A zone of the system's list.
  package static func named(_ identifier: String) -> TimeZone {
    guard let zone = TimeZone(identifier: identifier) else {
      preconditionFailure("\(identifier) is not among the system's time zones")
    }
    return zone
  }
}
