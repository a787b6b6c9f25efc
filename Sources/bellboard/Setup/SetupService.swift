import ArgumentParser
import BellboardSupport
import Foundation
import InboxSettings
import InboxSystem

/// The daemon as a service of the user's systemd, which setup can start.
struct SetupService: Hashable {
  /// What can be done about the daemon.
  enum State: Hashable {
    /// Neither does it run, nor does systemd run for the user.
    case unavailable
    /// It does not run at each login yet, or not now.
    case startable
    /// It runs, but was not started by systemd.
    case runningByHand
    /// It runs, also after the next login.
    case running
  }

  let state: State
  /// The unit that is written first; nil if systemd has one.
  let unit: String?
  private static let name = "bellboardd.service"

  init(_ state: State, unit: String? = nil) { (self.state, self.unit) = (state, unit) }

  /// Asks systemd, and looks for a running daemon.
  init(_ environment: UserEnvironment) {
    let isEnabled = Self.succeeds(["is-enabled", "--quiet", Self.name])
    let isActive = DaemonStateFile.read(environment.paths.daemonState) != nil
    let hasUnit = isEnabled || Self.succeeds(["cat", Self.name])
    let variables = environment.variables
    let named = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = named ?? (variables["HOME"] ?? NSHomeDirectory()) + "/.config"
    // A unit that came with a package does not know the folder.
    let isUsualHome = variables["BELLBOARD_HOME", default: ""].isEmpty
    unit = hasUnit && isUsualHome ? nil : "\(folder)/systemd/user/\(Self.name)"
    // A second daemon would only end, so one that was started by hand is left alone.
    if isActive {
      state = isEnabled ? .running : .runningByHand
    } else {
      state = Self.succeeds(["show-environment"]) ? .startable : .unavailable
    }
  }

  /// Writes the unit, and starts it now and at each login; returns whether all of it succeeded.
  ///
  /// The programs print their errors themselves.
  func start() -> Bool {
    let isWritten =
      unit == nil
      || Self.status([DaemonProgram.path, "install-service"], silently: false)
        && Self.status(["systemctl", "--user", "daemon-reload"], silently: false)
    return isWritten
      && Self.status(["systemctl", "--user", "enable", "--now", Self.name], silently: false)
  }

  /// Starts the daemon as a service, or in the background where systemd does not run for the user.
  static func startDaemon(in environment: UserEnvironment, _ output: StandardOutput) throws {
    let service = SetupService(environment)
    switch service.state {
    case .running, .runningByHand: break
    case .startable: guard service.start() else { throw ExitCode.failed }
    case .unavailable:
      do throws(SystemError) {
        _ = try ChildProcess([DaemonProgram.path], in: .detached)
      } catch {
        throw Failure("cannot start bellboardd: \(error.reason); install it beside bellboard")
      }
    }
    let path = environment.paths.daemonState
    for _ in 0..<50 where DaemonStateFile.read(path) == nil { usleep(100_000) }
    guard DaemonStateFile.read(path) != nil else {
      throw Failure("bellboardd does not run; to see why, run: bellboardd")
    }
    try output.line(
      service.state == .unavailable
        ? "bellboardd is running; without systemd, nothing starts it at the next login"
        : "bellboardd is running")
  }

  private static func succeeds(_ words: [String]) -> Bool {
    status(["systemctl", "--user"] + words, silently: true)
  }

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
