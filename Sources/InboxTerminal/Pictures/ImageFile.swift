import Foundation
import InboxSystem
import InboxText
import InboxUI

/// An open image, which programs get as a descriptor and never as a name.
final class ImageFile {
  /// Largest file that is read, in bytes.
  static let limit = 20 << 20

  /// What a person calls it.
  let name: String
  /// Open for reading; no program inherits it unless it is handed over.
  let descriptor: Int32

  /// Opens a regular file that is not too large; never waits for a pipe or a device.
  ///
  /// - Throws: ``PictureError``.
  init(path: String) throws(PictureError) {
    name = Self.name(of: path)
    // A device may do something when it is opened; what is opened is looked at again.
    if let before = FileStatus(path: path) { try Self.check(before, name) }
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .unreadable(name: name, reason: SystemError(call: "open").reason)
    }
    if let opened = FileStatus(descriptor: descriptor) { try Self.check(opened, name) }
  }

  /// Makes an empty one without a name in the file system, for what is fetched.
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

  // Also after an initializer that throws once the descriptor is set.
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
