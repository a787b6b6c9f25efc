import Foundation

/// A temporary file without a name that holds a text for a program's standard input.
///
/// Unlike a pipe it needs no writer, so a program that reads none of it blocks nobody.
package final class UnnamedFile {
  /// Positioned at the start of the text; a started program gets a copy of it.
  package let descriptor: Int32

  /// Writes the text into a new file that only this user can read.
  ///
  /// - Throws: ``SystemError``, such as ENOSPC.
  package init(_ text: String) throws(SystemError) {
    var name = Array((NSTemporaryDirectory() + "/inbox.XXXXXX").utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw SystemError(call: "mkstemp") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    try Descriptors.write(text.utf8, to: descriptor)
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit {
    close(descriptor)
  }
}
