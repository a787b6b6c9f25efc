import Foundation
import InboxSystem
import InboxText
import InboxUI

/// An open image file, passed to programs as a descriptor and never as a name.
final class ImageFile {
  /// Maximum size of a file, in bytes.
  static let limit = 20 << 20

  /// The displayed name.
  let name: String
  /// Open for reading; no program inherits it unless it is passed explicitly.
  let descriptor: Int32

  /// Opens a regular file within the size limit; never blocks on a pipe or a device.
  ///
  /// - Throws: ``PictureError``.
  init(path: String) throws(PictureError) {
    name = Self.name(of: path)
    // Opening a device may have effects, so check first; the opened file is checked again.
    if let before = FileStatus(path: path) { try Self.check(before, name) }
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .unreadable(name: name, reason: SystemError(call: "open").reason)
    }
    if let opened = FileStatus(descriptor: descriptor) { try Self.check(opened, name) }
  }

  /// Creates an empty, unlinked file for a download.
  ///
  /// - Throws: ``PictureError``.
  init(fetching link: Link) throws(PictureError) {
    name = Self.name(of: link.text)
    do throws(SystemError) {
      let file = try UnnamedFile("")
      descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3)
    } catch {
      throw .unreadable(name: name, reason: error.reason)
    }
  }

  // Also runs after an initializer that throws once the descriptor is set.
  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private static func check(_ status: FileStatus, _ name: String) throws(PictureError) {
    guard status.kind == .regular else { throw .noFile(name: name) }
    guard status.size <= limit else { throw .tooLarge(name: name, limit: limit) }
  }

  private static func name(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return TextLayout.truncate(TextLayout.oneLine(name, columns: 200), columns: 40)
  }
}
