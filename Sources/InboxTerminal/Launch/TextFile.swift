import Foundation

/// A text as a descriptor to read from: a file without a name.
///
/// Unlike a pipe it needs nobody who writes, so a program that reads none of it blocks nobody.
final class TextFile {
  /// Stands at the start of the text; a started program gets a copy of it.
  let descriptor: Int32

  /// Writes the text into a new file that only this user can read.
  ///
  /// - Throws: ``SystemError``, such as ENOSPC.
  init(_ text: String) throws(SystemError) {
    var name = Array((NSTemporaryDirectory() + "/bellboard.XXXXXX").utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw SystemError(call: "mkstemp", code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else {
        throw SystemError(call: "write", code: errno)
      }
      rest = rest.dropFirst(max(count, 0))
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit {
    close(descriptor)
  }
}
