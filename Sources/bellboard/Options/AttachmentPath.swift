import Foundation
import InboxCore
import InboxUI

/// An attachment argument: a link, or the path of a file.
struct AttachmentPath {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The absolute path of a file, without `.` and `..`.
  var path: String { URL(filePath: text).standardizedFileURL.path(percentEncoded: false) }

  /// Whether it is a path of a file that does not exist.
  var isMissing: Bool { isPath && !isThere }

  /// The URL of the attachment; a path becomes a `file:` URL, valid in any working directory.
  var url: String {
    isPath ? URL(filePath: path, directoryHint: .notDirectory).absoluteString : text
  }

  /// A text with a scheme is a link, unless a file has that name.
  private var isPath: Bool {
    if text.contains("://") { return false }
    return isThere || (try? Link(text)) == nil
  }

  private var isThere: Bool { FileManager.default.fileExists(atPath: path) }
}

extension Attachment {
  /// Parses a link or a path; a path also gives the name.
  init(flag text: String) {
    let file = AttachmentPath(text)
    let isFile = file.url != text
    self.init(
      name: isFile ? URL(filePath: file.path).lastPathComponent : nil, url: file.url,
      format: Format(nameOf: file.url))
  }
}
