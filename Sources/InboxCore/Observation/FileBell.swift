import Foundation
import Synchronization

/// The file beside a database that every process watches and every writer touches.
///
/// The descriptor (state) is opened at the first ring and kept under a lock (guard), because a
/// program that only reads must not make the file, and writers ring from any thread (reason).
final class FileBell: Bell {
  /// Name of the file within an inbox's folder.
  static let fileName = "inbox.bell"

  /// Where the file is.
  let path: String
  private let descriptor = Mutex<Int32>(-1)

  init(path: String) {
    self.path = path
  }

  deinit {
    let descriptor = descriptor.withLock { $0 }
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Writes one byte; a bell that cannot ring is passed over, for the commit has happened.
  func ring() {
    descriptor.withLock { descriptor in
      if descriptor < 0 { descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
      var byte: UInt8 = 0
      _ = pwrite(descriptor, &byte, 1, 0)
    }
  }
}
