import Foundation
import InboxCore

/// The time zone of the machine, which may change under a program that runs for days.
final class SystemZone {
  private let path: String
  /// The environment of a process names its time zone once and for all.
  private let isFixed: Bool
  private let read: () -> TimeZone
  private var zone: TimeZone?
  private var seen: FileStamp?

  /// Notes which file says so now.
  ///
  /// - Parameters:
  ///   - isFixed: Whether the environment names the zone.
  ///   - path: The file or link that says what the machine's zone is.
  ///   - read: Finds the zone out.
  init(
    isFixed: Bool, path: String = "/etc/localtime",
    read: @escaping () -> TimeZone = SystemZone.system
  ) {
    (self.isFixed, self.path, self.read) = (isFixed, path, read)
    seen = isFixed ? nil : mark
  }

  /// The time zone by now; nil as long as it is the one of the beginning.
  ///
  /// It costs a look at one file, and reads it only when it is another one.
  var now: TimeZone? {
    guard !isFixed, let mark, mark != seen else { return zone }
    seen = mark
    zone = read()
    return zone
  }

  /// The link itself, if it is one: another link is another zone.
  private var mark: FileStamp? { FileStamp(path: path, followsLinks: false) }

  /// The system's; the library keeps what it has found until it is asked to look again.
  static func system() -> TimeZone {
    NSTimeZone.resetSystemTimeZone()
    return .current
  }
}
