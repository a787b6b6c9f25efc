import Foundation

/// Replaces files atomically.
package enum FileReplacement {
  /// The target of a symbolic link, relative ones as well; the path itself where there is no file.
  private static func resolved(_ path: String) -> String {
    guard let target = realpath(path, nil) else { return path }
    defer { free(target) }
    return String(cString: target)
  }

  /// Writes a new file beside the old one and renames it.
  ///
  /// - Parameters:
  ///   - path: The file; for a symbolic link its target.
  ///   - text: The new content.
  ///   - permissions: The permissions of a new file; an existing one keeps its own.
  ///   - isDurable: Whether it is synced to disk before the rename.
  /// - Throws: ``SystemError``; the old file is then unchanged.
  package static func replace(
    _ path: String, by text: String, permissions: Int = 0o600, isDurable: Bool = true
  ) throws(SystemError) {
    let target = resolved(path)
    let draft = target + ".new"
    let known = FileStatus(path: target).map { mode_t($0.permissions & 0o777) }
    let mode = known ?? mode_t(permissions)
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard file >= 0 else { throw SystemError(call: "open") }
    defer { close(file) }
    do throws(SystemError) {
      fchmod(file, mode)
      try Descriptors.write(text.utf8, to: file)
      guard !isDurable || fsync(file) == 0 else { throw SystemError(call: "fsync") }
      guard rename(draft, target) == 0 else { throw SystemError(call: "rename") }
    } catch {
      unlink(draft)
      throw error
    }
  }
}
