import Foundation
import InboxSystem

/// A disk without room, on which neither an inbox nor the daemon can say how it is.
enum FullDisk {
  /// The free bytes below which it is full: the files beside a database take as much at first.
  static let limit = 128 * 1_024

  /// What is said of it, without a period.
  static let consequence = "nothing is stored until there is space"

  /// Whether the disk with a file or folder is full; false where that is not known.
  static func holds(_ path: String) -> Bool {
    FileStatus.freeSpace(at: path).map { $0 < limit } ?? false
  }
}
