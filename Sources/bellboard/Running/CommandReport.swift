import Foundation
import InboxCore
import InboxSystem
import InboxText

/// The notification that tells how a command ended.
struct CommandReport {
  /// The command and its arguments.
  var words: [String]
  /// What people call it; nil is the command itself.
  var name: String?
  /// How it ended.
  var end: CommandEnd
  /// How long it took, in seconds.
  var seconds: Double
  /// The last lines of what it wrote.
  var lastLines: String

  /// Most characters of the command in the title.
  private static let nameLength = 60
  /// Most bytes of the command in the details; a script that is an argument may be long.
  private static let wordsSize = 32 * 1_024

  /// Fills in what the flags left open.
  func fill(_ payload: inout Payload) {
    payload.title = .set("\(shownName) \(end.isSuccess ? "succeeded" : "failed")")
    payload.subtitle.fill(from: .set(outcome))
    if !lastLines.isEmpty { payload.body = .set(lastLines) }
    payload.glyph.fill(from: .set(end.isSuccess ? "✔" : "✘"))
    let priority = payload.priority.value ?? .default
    payload.priority = .set(end.isSuccess ? priority : max(priority, .high))
    payload.custom.fill(from: .set(details))
    // The next run of something with an id of its own is news again.
    payload.resurfaces = payload.id != nil
  }

  private var shownName: String {
    if let name { return name }
    let command = words.joined(separator: " ")
    return command.count <= Self.nameLength
      ? command : command.prefix(Self.nameLength - 1) + "…"
  }

  /// The command, as far as there is room for it.
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

/// The end of a command, or why it did not begin.
enum CommandEnd: Equatable {
  case ended(ExitStatus)
  /// The system refused to start it.
  case notStarted(SystemError)

  /// Whether it did what it should.
  var isSuccess: Bool { self == .ended(.exited(0)) }

  /// The status that a shell would give it.
  var status: Int32 {
    switch self {
    case .ended(.exited(let status)): status
    case .ended(.killed(let signal)): 128 + signal
    case .notStarted(let error): error.code == ENOENT ? 127 : 126
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
