package import Foundation

/// Starts programs by their argument lists.
package enum Spawn {
  /// Starts a program, whose first word is found by `PATH`.
  ///
  /// - Parameters:
  ///   - words: Program and arguments.
  ///   - prepare: Says what becomes of its descriptors and signals.
  /// - Returns: The number of the process.
  /// - Throws: ``SystemError``, with ENOENT for a program that is not there.
  package static func start(
    _ words: [String],
    preparing prepare: (inout posix_spawn_file_actions_t, inout posix_spawnattr_t) -> Void
  ) throws(SystemError) -> pid_t {
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
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawnp(
      &process, words.first ?? "", &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw SystemError(call: "posix_spawn", code: code) }
    return process
  }
}
