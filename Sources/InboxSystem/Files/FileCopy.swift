import Foundation

/// Copies files atomically to another name.
package enum FileCopy {
  private static let pieceSize = 64 * 1_024

  /// Copies a regular file.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - path: The new file.
  ///   - isReplacing: Whether an existing file is replaced.
  /// - Throws: ``SystemError``, with EEXIST for an existing file, which is then unchanged.
  package static func copy(
    _ source: String, to path: String, replacing isReplacing: Bool
  ) throws(SystemError) {
    let unfinished = "\(path).\(UUID().uuidString.prefix(8)).part"
    let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw SystemError(call: "open") }
    defer {
      close(file)
      unlink(unfinished)
    }
    try read(source) { piece throws(SystemError) in try Descriptors.write(piece, to: file) }
    if isReplacing {
      guard rename(unfinished, path) == 0 else { throw SystemError(call: "rename") }
    } else if link(unfinished, path) != 0 {
      let error = SystemError(call: "link")
      // Some file systems have no hard links.
      guard [EPERM, ENOTSUP, ENOSYS].contains(error.code) else { throw error }
      guard FileStatus(path: path, followsLinks: false) == nil else {
        throw SystemError(call: "link", code: EEXIST)
      }
      guard rename(unfinished, path) == 0 else { throw SystemError(call: "rename") }
    }
  }

  /// Reads a regular file in pieces; never blocks on a pipe or a device.
  ///
  /// - Throws: ``SystemError``, also what `take` throws.
  package static func read(
    _ path: String, _ take: (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) throws(SystemError) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw SystemError(call: "open") }
    defer { close(file) }
    guard FileStatus(descriptor: file)?.kind == .regular else {
      throw SystemError(call: "open", code: EINVAL)
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 8)
    defer { buffer.deallocate() }
    while true {
      let count = Foundation.read(file, buffer.baseAddress, pieceSize)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(call: "read") }
      guard count > 0 else { return }
      try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}
