import Foundation
package import InboxSystem

/// Saves a stored file under a path that the user types.
package struct FileSaving: Sendable {
  /// The whole path of the new file.
  package let path: String

  /// Resolves a path; in a folder, the file keeps its own name.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - place: The path, where `~` is the home folder.
  package init(name: String, to place: String) {
    let expanded = HomePath.expanded(place)
    let isFolder = FileStatus.isFolder(expanded) || place.hasSuffix("/")
    let whole = isFolder ? "\(expanded)/\(name)" : expanded
    path = URL(filePath: whole, directoryHint: .notDirectory).standardizedFileURL
      .path(percentEncoded: false)
  }

  /// The default folder: that of downloads if it exists, else the working directory.
  static var folder: String {
    let downloads = HomePath.expanded("~/Downloads")
    return FileStatus.isFolder(downloads) ? "~/Downloads" : "."
  }

  /// Copies a stored file to the path.
  ///
  /// - Parameters:
  ///   - source: The path of the stored file.
  ///   - isReplacing: Whether an existing file is replaced.
  /// - Throws: `SystemError`; EEXIST for an existing file, which is unchanged.
  package func save(_ source: String, replacing isReplacing: Bool = false) throws(SystemError) {
    try FileCopy.copy(source, to: path, replacing: isReplacing)
  }
}
