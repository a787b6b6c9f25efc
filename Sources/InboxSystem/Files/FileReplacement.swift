import Foundation

/// The replacement of a file as a whole, so that nobody ever reads half of one.
package enum FileReplacement {
  /// Writes a new file beside the old one and gives it the name.
  ///
  /// - Parameters:
  ///   - path: The file; of a symbolic link its target is replaced.
  ///   - text: What it holds from now on.
  ///   - permissions: Those of a file that is new; an old one keeps its own.
  ///   - isDurable: Whether it is on the disk before it gets the name.
  /// - Throws: ``SystemError``; then the old file is as it was.
  package static func replace(
    _ path: String, by text: String, permissions: Int = 0o600, isDurable: Bool = true
  ) throws(SystemError) {
    let target = (path as NSString).resolvingSymlinksInPath
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
