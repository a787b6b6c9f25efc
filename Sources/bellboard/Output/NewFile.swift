import BellboardSupport
import Foundation
import InboxSystem
import InboxText

/// A file that must not exist yet, so that no user's file is overwritten.
enum NewFile {
  /// Writes a text to a new file, creating missing folders with permissions 0700.
  ///
  /// - Throws: `FolderError`, ``UnwritableFile``.
  static func write(_ text: String, to path: String, permissions: mode_t = 0o600) throws {
    try PrivateFolder.make((path as NSString).deletingLastPathComponent)
    let file = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard file >= 0 else { throw UnwritableFile(path: path, error: SystemError(call: "open")) }
    defer { close(file) }
    do throws(SystemError) {
      try Descriptors.write(text.utf8, to: file)
    } catch {
      unlink(path)
      throw UnwritableFile(path: path, error: error)
    }
  }
}

/// A file that a person may have written, too.
enum EditedFile {
  /// Replaces the text of a file; makes the file if there was none.
  ///
  /// - Throws: `FolderError`, ``UnwritableFile``.
  static func write(
    _ text: String, to path: String, over old: String?, isOwn: Bool = true
  ) throws {
    guard old != nil else { return try NewFile.write(text, to: path) }
    do throws(SystemError) {
      try FileReplacement.replace(path, by: text)
    } catch {
      throw UnwritableFile(path: path, error: error, isOwn: isOwn)
    }
  }
}

/// Error: a file could not be written.
struct UnwritableFile: Reportable {
  var path: String
  var error: SystemError
  /// Whether the file is Bellboard's own, and not the shell's.
  var isOwn = true

  var report: String {
    error.code == EEXIST
      ? "\(path.printable()) already exists; move it away to write a new one"
      : ErrorText.unwritable(path, error, isOwn: isOwn)
  }
}
