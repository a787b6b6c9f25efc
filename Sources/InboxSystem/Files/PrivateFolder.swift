import Foundation

/// Creates folders that only their owner can use.
package enum PrivateFolder {
  /// Creates a folder with permissions 0700, and missing parents.
  ///
  /// - Throws: ``FolderError`` with the failed folder, which may be a parent.
  package static func make(_ path: String) throws(FolderError) {
    if FileStatus.isFolder(path) || mkdir(path, 0o700) == 0 { return }
    let error = SystemError(call: "mkdir")
    // Another process may have created it first.
    if let status = FileStatus(path: path, followsLinks: false) {
      if status.kind == .folder || FileStatus.isFolder(path) { return }
      throw FolderError(path: path, error: SystemError(call: "mkdir", code: ENOTDIR))
    }
    let parent = (path as NSString).deletingLastPathComponent
    let mayMakeParent = error.code == ENOENT || error.code == ENOTDIR
    guard mayMakeParent, !parent.isEmpty else { throw FolderError(path: path, error: error) }
    if !FileStatus.isFolder(parent) { try make(parent) }
    // The parent exists by now.
    guard mkdir(path, 0o700) == 0 || FileStatus.isFolder(path) else {
      throw FolderError(path: path, error: SystemError(call: "mkdir"))
    }
  }
}

/// An error of a folder that could not be created.
package struct FolderError: Error, Sendable, Hashable {
  /// The folder.
  package let path: String
  /// The error; `ENOTDIR` if something else has its name.
  package let error: SystemError

  /// Makes an error of a folder.
  package init(path: String, error: SystemError) {
    self.path = path
    self.error = error
  }
}
