import Foundation
import InboxCore
import InboxSystem
import InboxText

/// The notification about the end of a command.
struct CommandReport {
  var words: [String]
  /// The name for the title; nil for the command itself.
  var name: String?
  /// The exit status, or the error of the start.
  var end: CommandEnd
  var seconds: Double
  /// The last lines of its output.
  var lastLines: String

  /// Maximum characters of the command in the title.
  private static let nameLength = 60
  /// Maximum bytes of the command in the details; a script that is an argument may be long.
  private static let wordsSize = 32 * 1_024

  /// Fills in the fields that the flags did not set.
  func fill(_ payload: inout Payload) {
    payload.title = .set("\(shownName) \(end.isSuccess ? "succeeded" : "failed")")
    payload.subtitle.fill(from: .set(outcome))
    if !lastLines.isEmpty { payload.body = .set(lastLines) }
    payload.glyph.fill(from: .set(end.isSuccess ? "✔" : "✘"))
    let priority = payload.priority.value ?? .default
    payload.priority = .set(end.isSuccess ? priority : max(priority, .high))
    payload.custom.fill(from: .set(details))
    // The next run with the same id makes the message unread again.
    payload.resurfaces = payload.id != nil
  }

  private var shownName: String {
    if let name { return name }
    let command = words.joined(separator: " ")
    return command.count <= Self.nameLength
      ? command : command.prefix(Self.nameLength - 1) + "…"
  }

  /// The leading words of the command, up to the maximum size.
  private var firstWords: [String] {
    var room = Self.wordsSize
    var kept: [String] = []
    for word in words {
      guard word.utf8.count <= room else { return kept + ["…"] }
      room -= word.utf8.count + 1
      kept.append(word)
    }
    return kept
  }

  private var outcome: String {
    let time = DurationText.text(seconds)
    return switch end {
    case .ended(.exited(0)): "after \(time)"
    case .ended(.exited(let status)): "exit status \(status) after \(time)"
    case .ended(.killed): "killed by \(end.signalName ?? "a signal") after \(time)"
    case .notStarted(let error): "not started: \(error.reason)"
    }
  }

  private var details: JSONValue {
    var fields: [String: JSONValue] = [
      "command": .array(firstWords.map(JSONValue.string)),
      "exit_status": .integer(Int64(end.status)),
      "seconds": .number((seconds * 1_000).rounded() / 1_000),
      "directory": .string(FileManager.default.currentDirectoryPath),
    ]
    fields["signal"] = end.signalName.map(JSONValue.string)
    return .object(fields)
  }
}

/// The exit status of a command, or the error of its start.
enum CommandEnd: Equatable {
  case ended(ExitStatus)
  /// The system refused to start it.
  case notStarted(SystemError)

  /// Whether it exited with status 0.
  var isSuccess: Bool { self == .ended(.exited(0)) }

  /// The exit status that a shell would report.
  var status: Int32 {
    switch self {
    case .ended(.exited(let status)): status
    case .ended(.killed(let signal)): 128 + signal
    case .notStarted(let error): error.code == ENOENT ? 127 : 126
    }
  }

  /// The name of the signal that killed it; nil if none did.
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
