import Foundation

/// A lock file that one running process holds, with its process id.
///
/// The kernel releases the lock when the process ends in any way; the file stays.
package struct InstanceLock {
  /// Another process holds the lock.
  package struct Held: Error, Sendable, Hashable {
    /// The file.
    package var path: String
    /// The id of that process; nil if it has not written it yet.
    package var process: Int32?

    /// Makes the error.
    package init(path: String, process: Int32?) {
      (self.path, self.process) = (path, process)
    }
  }

  private let descriptor: Int32

  /// Acquires the lock, and creates its file if needed.
  ///
  /// - Throws: ``Held``, ``SystemError``.
  package init(_ path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError(call: "open") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError(call: "flock")
      defer { close(descriptor) }
      throw error.code == EWOULDBLOCK
        ? Held(path: path, process: Self.number(in: descriptor)) as any Error : error
    }
    ftruncate(descriptor, 0)
    try Descriptors.write("\(getpid())\n".utf8, to: descriptor)
  }

  /// Releases the lock.
  package func release() {
    close(descriptor)
  }

  private static func number(in descriptor: Int32) -> Int32? {
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: buffer[..<count], as: UTF8.self).prefix { $0.isNumber })
  }
}
