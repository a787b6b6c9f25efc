package import Foundation

/// The time zone of the machine, which may change under a program that runs for days.
package final class SystemZone {
  private let path: String
  /// Whether the environment names the zone, which then never changes in a process.
  private let isFixed: Bool
  private let read: () -> TimeZone
  private var zone: TimeZone?
  private var seen: FileStatus?

  /// Remembers the state of the file that names the zone.
  ///
  /// - Parameters:
  ///   - isFixed: Whether the environment names the zone.
  ///   - path: The file or link that names the machine's zone.
  ///   - read: Reads the zone of the system.
  package init(
    isFixed: Bool, path: String = "/etc/localtime",
    read: @escaping () -> TimeZone = SystemZone.system
  ) {
    (self.isFixed, self.path, self.read) = (isFixed, path, read)
    seen = isFixed ? nil : status
  }

  /// The present time zone; nil as long as it is the one of the start.
  ///
  /// It costs one look at a file, which is read only when it is another one.
  package var now: TimeZone? {
    guard !isFixed, let status, status != seen else { return zone }
    seen = status
    zone = read()
    return zone
  }

  /// Of the link itself, if it is one: another link is another zone.
  private var status: FileStatus? { FileStatus(path: path, followsLinks: false) }

  /// Reads the zone of the system afresh, past the library's cache.
  package static func system() -> TimeZone {
    NSTimeZone.resetSystemTimeZone()
    return .current
  }
}
