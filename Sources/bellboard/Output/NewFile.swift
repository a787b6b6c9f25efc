import BellboardSupport
import Foundation
import InboxSystem
import InboxText

/// A file that must not exist yet, so that no user's file is overwritten.
enum NewFile {
  /// Writes a text to a new file, creating missing folders with permissions 0700.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - path: The path.
  ///   - permissions: Those of the file.
  /// - Throws: `FolderError`, ``NewFileError``.
  static func write(_ text: String, to path: String, permissions: mode_t = 0o600) throws {
    try PrivateFolder.make((path as NSString).deletingLastPathComponent)
    let file = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard file >= 0 else { throw NewFileError(path: path, error: SystemError(call: "open")) }
    defer { close(file) }
    do throws(SystemError) {
      try Descriptors.write(text.utf8, to: file)
    } catch {
      unlink(path)
      throw NewFileError(path: path, error: error)
    }
  }
}

/// Error: a new file could not be written.
struct NewFileError: Error {
  var path: String
  /// The error of the system.
  var error: SystemError
}

extension NewFileError: Reportable {
  var report: String {
    error.code == EEXIST
      ? "\(path.printable()) already exists; move it away to write a new one"
      : ErrorText.unwritable(path, error, isOwn: true)
  }
}
