import Foundation
import InboxSystem

/// The daemon as a service of the user's systemd, which setup can start.
struct SetupService {
  /// The daemon's program: beside this one, else the one that is found by `PATH`.
  private let daemon: String

  /// Finds the daemon; nil without a systemd of the user, or while the daemon is a service already.
  init?() {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let beside = (own as NSString).deletingLastPathComponent + "/bellboardd"
    daemon = access(beside, X_OK) == 0 ? beside : "bellboardd"
    guard Self.succeeds(["systemctl", "--user", "show-environment"]),
      !Self.succeeds(["systemctl", "--user", "is-enabled", "--quiet", "bellboardd.service"])
    else { return nil }
  }

  /// Writes the unit, and starts it now and at each login; returns whether all of it succeeded.
  ///
  /// The programs print their errors themselves.
  func start() -> Bool {
    Self.status([daemon, "install-service"], silently: false)
      && Self.status(["systemctl", "--user", "daemon-reload"], silently: false)
      && Self.status(
        ["systemctl", "--user", "enable", "--now", "bellboardd.service"], silently: false)
  }

  private static func succeeds(_ words: [String]) -> Bool { status(words, silently: true) }

  private static func status(_ words: [String], silently: Bool) -> Bool {
    let nowhere = silently ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1
    defer { if nowhere >= 0 { close(nowhere) } }
    let streams = nowhere < 0 ? [:] : [STDOUT_FILENO: nowhere, STDERR_FILENO: nowhere]
    guard let child = try? ChildProcess(words, in: .inherited, replacing: streams) else {
      return false
    }
    return child.wait() == .exited(0)
  }
}
