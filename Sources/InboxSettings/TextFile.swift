import Foundation
import InboxSystem
import InboxTOML

/// Reads whole text files.
enum TextFile {
  /// Maximum bytes of a settings file.
  static let mostBytes = 1_024 * 1_024

  /// The text of a file; nil if it does not exist.
  ///
  /// - Throws: ``TOMLError`` if it is unreadable, not a regular file, too large or not UTF-8.
  static func read(_ path: String) throws(TOMLError) -> String? {
    // Non-blocking, because opening a pipe without a writer would block.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw unreadable(path, String(cString: strerror(errno)))
    }
    defer { close(file) }
    let kind = FileStatus(descriptor: file)?.kind
    guard kind == .regular else {
      throw unreadable(path, kind == .folder ? "it is a folder" : "it is not a regular file")
    }
    guard let text = String(validating: try bytes(of: file, at: path), as: UTF8.self) else {
      throw unreadable(path, "it is not UTF-8 text")
    }
    return text
  }

  private static func bytes(of file: Int32, at path: String) throws(TOMLError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Foundation.read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= mostBytes else {
        throw unreadable(
          path, "it has more than \(mostBytes >> 20) MiB, and no file of settings has")
      }
    }
  }

  private static func unreadable(_ path: String, _ reason: String) -> TOMLError {
    TOMLError(file: path, position: nil, kind: .unreadable(reason))
  }
}
