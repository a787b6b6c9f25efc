package import Foundation

/// The time zone of the machine, which may change while a program runs.
package final class SystemZone {
  private let path: String
  /// Whether the environment sets the zone, which then never changes.
  private let isFixed: Bool
  private let read: () -> TimeZone
  private var zone: TimeZone?
  private var seen: FileStatus?

  /// Records the status of the file that determines the zone.
  ///
  /// - Parameters:
  ///   - isFixed: Whether the environment sets the zone.
  ///   - path: The file or link that determines the machine's zone.
  ///   - read: Reads the zone of the system.
  package init(
    isFixed: Bool, path: String = "/etc/localtime",
    read: @escaping () -> TimeZone = SystemZone.system
  ) {
    (self.isFixed, self.path, self.read) = (isFixed, path, read)
    seen = isFixed ? nil : status
  }

  /// The current time zone; nil while it is that of the start.
  ///
  /// It costs one `stat` of a file, which is read only if it changed.
  package var now: TimeZone? {
    guard !isFixed, let status, status != seen else { return zone }
    seen = status
    zone = read()
    return zone
  }

  /// Of the link itself, if it is one: a changed link is a changed zone.
  private var status: FileStatus? { FileStatus(path: path, followsLinks: false) }

  /// Reads the zone of the system without the library's cache.
  package static func system() -> TimeZone {
    NSTimeZone.resetSystemTimeZone()
    return .current
  }
}
