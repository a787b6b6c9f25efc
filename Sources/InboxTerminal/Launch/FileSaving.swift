import Foundation
package import InboxSystem

/// The saving of a stored file under a path that a person gives.
package struct FileSaving: Sendable {
  /// The whole path of the new file.
  package let path: String

  /// Takes a path; that of a folder means a file of its own name in it.
  ///
  /// - Parameters:
  ///   - name: What the file is called.
  ///   - place: The path, where `~` is the home folder.
  package init(name: String, to place: String) {
    let expanded = HomePath.expanded(place)
    let isFolder = FileStatus.isFolder(expanded) || place.hasSuffix("/")
    let whole = isFolder ? "\(expanded)/\(name)" : expanded
    path = URL(filePath: whole, directoryHint: .notDirectory).standardizedFileURL
      .path(percentEncoded: false)
  }

  /// The folder that is offered: that of downloads where there is one, else the present one.
  static var folder: String {
    let downloads = HomePath.expanded("~/Downloads")
    return FileStatus.isFolder(downloads) ? "~/Downloads" : "."
  }

  /// Copies a stored file there.
  ///
  /// - Parameters:
  ///   - source: The path of the stored file.
  ///   - isReplacing: Whether a file that is there is replaced.
  /// - Throws: `SystemError`, with EEXIST where a file is there; then that one is as it was.
  package func save(_ source: String, replacing isReplacing: Bool = false) throws(SystemError) {
    try FileCopy.copy(source, to: path, replacing: isReplacing)
  }
}
