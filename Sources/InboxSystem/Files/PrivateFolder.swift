import Foundation

/// A folder that nobody but its owner may use.
package enum PrivateFolder {
  /// Makes a folder with permissions 0700, and those above it that are missing.
  ///
  /// - Throws: ``FolderError`` with the folder at fault, which may be one above.
  package static func make(_ path: String) throws(FolderError) {
    if FileStatus.isFolder(path) || mkdir(path, 0o700) == 0 { return }
    let error = SystemError(call: "mkdir")
    // Another process may have been quicker.
    if let status = FileStatus(path: path, followsLinks: false) {
      if status.kind == .folder || FileStatus.isFolder(path) { return }
      throw FolderError(path: path, error: SystemError(call: "mkdir", code: ENOTDIR))
    }
    let parent = (path as NSString).deletingLastPathComponent
    let mayMakeParent = error.code == ENOENT || error.code == ENOTDIR
    guard mayMakeParent, !parent.isEmpty else { throw FolderError(path: path, error: error) }
    if !FileStatus.isFolder(parent) { try make(parent) }
    // By now the parent is there, whoever made it.
    guard mkdir(path, 0o700) == 0 || FileStatus.isFolder(path) else {
      throw FolderError(path: path, error: SystemError(call: "mkdir"))
    }
  }
}

/// An error of a folder that could not be made.
package struct FolderError: Error, Sendable, Hashable {
  /// The folder.
  package let path: String
  /// Why; `ENOTDIR` where something else has its name.
  package let error: SystemError

  /// Makes an error of a folder.
  package init(path: String, error: SystemError) {
    self.path = path
    self.error = error
  }
}
