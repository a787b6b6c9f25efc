import CInboxSystem
package import Foundation
import Synchronization

/// A search for programs by `PATH`, as a shell does.
package struct ProgramSearch: Sendable {
  private let folders: [Substring]

  /// Searches the folders of a `PATH`.
  package init(path: String?) {
    folders = (path ?? "").split(separator: ":")
  }

  /// Whether there is such a program; a name with a `/` is a path.
  package func finds(_ name: String) -> Bool {
    guard !name.contains("/") else { return access(name, X_OK) == 0 }
    return !name.isEmpty && folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// The first of the commands whose program is there.
  package func first(of commands: [[String]]) -> [String]? {
    commands.first { $0.first.map(finds) ?? false }
  }
}

/// The start of programs by `posix_spawn(3)`.
package enum Spawn {
  /// Starts a program, whose first word is found by `PATH`.
  ///
  /// - Parameters:
  ///   - words: Program and arguments.
  ///   - environment: All its variables; nil inherits those of this process.
  ///   - variable: One more, as `NAME=value`.
  ///   - prepare: Sets up its descriptors and signals.
  /// - Returns: The number of the process.
  /// - Throws: ``SystemError``, with ENOENT for a program that is not there.
  package static func start(
    _ words: [String], environment: [String: String]? = nil, adding variable: String? = nil,
    preparing prepare: (inout posix_spawn_file_actions_t, inout posix_spawnattr_t) -> Void
  ) throws(SystemError) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    prepare(&actions, &attributes)
    var arguments = words.map { strdup($0) } + [nil]
    let own = environment.map { $0.map { strdup("\($0)=\($1)") } } ?? inherited()
    var variables = own + [variable.flatMap { strdup($0) }, nil]
    defer { for text in arguments + variables { free(text) } }
    var process: Int32 = 0
    let program = words.first ?? ""
    let code = CreationMask.withInherited {
      posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables)
    }
    guard code == 0 else { throw SystemError(call: "posix_spawn", code: code) }
    return process
  }

  /// Copies of the variables of this process, byte by byte: they need not be UTF-8.
  private static func inherited() -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      copies.append(strdup(variable))
      next += 1
    }
    return copies
  }

  /// Leaves a program the standard descriptors alone.
  ///
  /// Libraries open some without close-on-exec: a listening socket that a program keeps open could
  /// not be bound again after this process has closed it.
  static func closeOthers(in actions: inout posix_spawn_file_actions_t) {
    _ = inbox_spawn_close_from(&actions, STDERR_FILENO + 1)
  }
}

/// The file mode creation mask of this process, and of the programs that it starts.
///
/// State: the mask from before. Guard: the mutex. Reason: a process has one mask for all threads,
/// so that starts and changes of it take turns. Files that a thread makes during a start have modes
/// of their own.
package enum CreationMask {
  private static let inherited = Mutex<mode_t?>(nil)

  /// Keeps new files to this user from now on; programs that are started get the mask from before.
  package static func restrict() {
    inherited.withLock { inherited in
      let before = umask(0o077)
      inherited = inherited ?? before
    }
  }

  /// Starts a program with the mask from before.
  static func withInherited(_ start: () -> Int32) -> Int32 {
    inherited.withLock { inherited in
      guard let inherited else { return start() }
      let own = umask(inherited)
      defer { umask(own) }
      return start()
    }
  }
}

/// The exit status of a program.
package enum ExitStatus: Sendable, Hashable {
  case exited(Int32)
  case killed(Int32)

  /// Takes the status of `waitpid` apart, whose macros are not imported.
  package init(waited status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
  }

  /// Whether a status of `waitpid` reports a stop, not an end.
  package static func isStop(waited status: Int32) -> Bool {
    status & 0xFF == 0x7F
  }

  /// Whether the program reported success.
  package var isSuccess: Bool { self == .exited(0) }

  /// The status in words that follow the program's name.
  package var words: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .killed(let signal):
      "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
