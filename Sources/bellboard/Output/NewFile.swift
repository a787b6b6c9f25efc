import BellboardSupport
import Foundation
import InboxSystem
import InboxText

/// A file that must not exist yet, so that nothing of a person's is ever lost.
enum NewFile {
  /// Writes the text, making the folders above it with permissions 0700.
  ///
  /// - Throws: ``NewFileError``.
  static func write(_ text: String, to path: String) throws(NewFileError) {
    let folder = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw NewFileError(
        path: folder, error: SystemError(call: "mkdir", code: error.systemCode ?? ENOTDIR))
    }
    let file = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
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

extension Error {
  /// What the system said, where the library hands it on.
  fileprivate var systemCode: Int32? {
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
    return (error.userInfo[NSUnderlyingErrorKey] as? any Error)?.systemCode
  }
}

/// An error of a new file: it could not be written.
struct NewFileError: Error {
  var path: String
  /// The error of the system.
  var error: SystemError
}

extension NewFileError: Reportable {
  var report: String {
    error.code == EEXIST
      ? "\(path.printable()) is there already and was kept; move it away to begin anew"
      : "cannot write \(path.printable()): \(error.reason)"
  }
}
