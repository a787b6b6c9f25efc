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

  /// Whether a program exists; a name with a `/` is a path.
  package func finds(_ name: String) -> Bool {
    guard !name.contains("/") else { return Self.isProgram(name) }
    return !name.isEmpty && folders.contains { Self.isProgram("\($0)/\(name)") }
  }

  /// Whether a file may be run; a folder may only be searched.
  private static func isProgram(_ path: String) -> Bool {
    access(path, X_OK) == 0 && FileStatus(path: path)?.kind == .regular
  }

  /// The first command whose program exists.
  package func first(of commands: [[String]]) -> [String]? {
    commands.first { $0.first.map(finds) ?? false }
  }
}

/// The start of programs by `posix_spawn(3)`.
package enum Spawn {
  /// Starts a program that is found by `PATH`.
  ///
  /// - Parameters:
  ///   - words: Program and arguments.
  ///   - environment: All its variables; nil inherits those of this process.
  ///   - variable: An additional variable, as `NAME=value`.
  ///   - prepare: Sets up its descriptors and signals.
  /// - Returns: The process id.
  /// - Throws: ``SystemError``, with ENOENT for a missing program.
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

  /// Copies of the variables of this process as bytes, which need not be UTF-8.
  private static func inherited() -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      copies.append(strdup(variable))
      next += 1
    }
    return copies
  }

  /// Leaves only the standard descriptors open in a program.
  ///
  /// Libraries open some without close-on-exec: a listening socket that a program keeps open could
  /// not be bound again.
  static func closeOthers(in actions: inout posix_spawn_file_actions_t) {
    _ = inbox_spawn_close_from(&actions, STDERR_FILENO + 1)
  }
}

/// The file mode creation mask of this process, and of the programs that it starts.
///
/// State: the original mask. Guard: the mutex. Reason: a process has one mask for all threads, so
/// changing it and starting programs are mutually exclusive. Files that another thread creates
/// during a start have explicit modes.
package enum CreationMask {
  private static let inherited = Mutex<mode_t?>(nil)

  /// Makes new files private to this user; started programs get the original mask.
  package static func restrict() {
    inherited.withLock { inherited in
      let before = umask(0o077)
      inherited = inherited ?? before
    }
  }

  /// Starts a program with the original mask.
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

  /// Decodes a status of `waitpid`, whose macros are not imported.
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

  /// The description of the status, to follow the program's name.
  package var words: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .killed(let signal):
      "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
