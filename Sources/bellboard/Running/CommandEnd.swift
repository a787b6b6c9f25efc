import Foundation
import InboxSystem

/// How a command ended, or why it did not begin.
enum CommandEnd: Equatable {
  case ended(ExitStatus)
  /// The system refused to start it, with this `errno`.
  case notStarted(code: Int32)

  /// Whether it did what it should.
  var isSuccess: Bool { self == .ended(.exited(0)) }

  /// The status that a shell would give it.
  var status: Int32 {
    switch self {
    case .ended(.exited(let status)): status
    case .ended(.killed(let signal)): 128 + signal
    case .notStarted(let code): code == ENOENT ? 127 : 126
    }
  }

  /// Name of the signal that killed it.
  var signalName: String? {
    guard case .ended(.killed(let signal)) = self else { return nil }
    return Self.signalNames[signal] ?? "signal \(signal)"
  }

  private static let signalNames: [Int32: String] = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGABRT: "SIGABRT",
    SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1",
    SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM",
    SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
  ]
}
