import Foundation
import InboxTOML

/// Reads whole text files.
enum TextFile {
  /// The text of a file; nil when there is none.
  ///
  /// - Throws: ``TOMLError`` when it cannot be read or is no UTF-8.
  static func read(_ path: String) throws(TOMLError) -> String? {
    guard let file = fopen(path, "re") else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw TOMLError(line: nil, kind: .unreadable(String(cString: strerror(errno))))
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    guard ferror(file) == 0 else {
      throw TOMLError(line: nil, kind: .unreadable(String(cString: strerror(errno))))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TOMLError(line: nil, kind: .unreadable("it is not UTF-8 text"))
    }
    return text
  }
}
