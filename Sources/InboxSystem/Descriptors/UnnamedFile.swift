import CInboxSystem
import Foundation

/// An unnamed file with a text for a program's standard input.
///
/// Unlike a pipe it needs no writer, so a program that does not read it blocks nothing. It is in
/// memory, so the text is not written to disk; systems without such files use a temporary file.
package final class UnnamedFile {
  /// Positioned at the start of the text; a started program gets a copy of it.
  package let descriptor: Int32

  /// Writes the text into a new file that only this user can read.
  ///
  /// - Throws: ``SystemError``, such as ENOSPC.
  package init(_ text: String) throws(SystemError) {
    let memory = inbox_memory_file_open()
    descriptor = memory >= 0 ? memory : try Self.openTemporary()
    try Descriptors.write(text.utf8, to: descriptor)
    lseek(descriptor, 0, SEEK_SET)
  }

  /// Opens a new temporary file that has no name.
  ///
  /// - Throws: ``SystemError`` when the folder of temporary files is not writable.
  package static func openTemporary() throws(SystemError) -> Int32 {
    var name = Array((NSTemporaryDirectory() + "/inbox.XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw SystemError(call: "mkstemp") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return descriptor
  }

  deinit {
    close(descriptor)
  }
}
